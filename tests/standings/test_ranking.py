"""Rankings, categories, withdrawals, cross tables and teams."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from arbitro.errors import ArbitroError
from arbitro.model import Colour, Info, LineUp, Outcome, Player, PlayerRound, Sex, System, Team, TeamForfeit, Tournament
from arbitro.standings import (
    EDITIONS,
    METHODS,
    assuming,
    crosstable,
    event_year,
    explain,
    explain_team,
    parse_assumed,
    player_group,
    standings,
    team_crosstable,
    team_standings,
    within,
)
from arbitro.standings.roundrobin import completed_half, notice
from arbitro.standings.teams import team_table
from tests.speaking import speak
from tests.standings.events import event, recomputed, round_robin

FIVE = """
    1 Ana    2100   2w½  3b1  4w½
    2 Bruno  2050   1b½  4w½  3b1
    3 Carla  2000   4b1  1w0  2w0
    4 David  1950   3w0  2b½  1b½
    5 Elena  1900   -U   -H   -H
"""


def test_the_list_is_used_in_its_order() -> None:
    """1, 2 and 5 have two points: DE is open (5 met neither), SB 2½, 2½ and 4; 3 beat 4."""
    ranking = standings(event(FIVE), ["DE", "SB", "WIN"])
    assert [(row.rank, row.number, row.decided_by) for row in ranking.rows] == [
        (1, 5, ""),
        (2, 1, "SB"),
        (2, 2, "SB"),
        (4, 3, ""),
        (5, 4, "DE"),
    ]


def test_the_deciding_tie_break_is_named() -> None:
    text = """
        1 Ana    2100   2w1  3b0
        2 Bruno  2050   1b0  4w1
        3 Carla  2000   4b½  1w1
        4 David  1950   3w½  2b0
    """
    ranking = standings(event(text), ["DE", "BH"])
    below = ranking.row(2)
    assert ranking.order == (3, 1, 2, 4)
    assert below.decided_by == "DE"
    assert ranking.row(1).values["DE"] == 1
    (shown,) = speak("en", explain, event(text), 2, ["DE"])
    assert "Order: 1 > 2" in shown.text()
    assert [(line.participant, line.points) for line in shown.table] == [(1, 1), (2, 0)]


def test_type_a_may_stand_twice() -> None:
    ranking = standings(event(FIVE), ["DE", "BH", "DE"])
    assert list(ranking.rows[0].values) == ["DE", "BH", "DE#2"]


def test_shared_places() -> None:
    text = """
        1 Ana    2100   2w½
        2 Bruno  2050   1b½
        3 Carla  2000   4w1
        4 David  1950   3b0
    """
    ranking = standings(event(text), ["DE", "BH"])
    assert [(row.rank, row.number, row.shared) for row in ranking.rows] == [
        (1, 3, False),
        (2, 1, True),
        (2, 2, True),
        (4, 4, False),
    ]
    drawn = standings(event(text), ["DE", "BH"], lots=11)
    assert drawn.lots is not None
    assert sorted(drawn.lots.groups[0]) == [1, 2]
    assert [row.rank for row in drawn.rows] == [1, 2, 3, 4]


def test_events_without_players_or_rounds() -> None:
    everything = [code for code, method in METHODS.items() if not method.team_only]
    assert standings(Tournament(players=(), results=()), everything).rows == ()
    lone = Tournament(players=(Player(number=1, name="A", rating=2000),), results=((),))
    for edition in EDITIONS:
        (row,) = standings(lone, everything, edition=edition).rows
        assert (row.rank, row.points) == (1, 0)
        assert explain(lone, 1, everything, edition=edition)


def test_who_is_not_ranked_cannot_be_explained() -> None:
    with pytest.raises(ArbitroError):
        explain(event(FIVE), 77, ["BH"])


def test_a_game_without_a_result_yet_counts_for_nobody() -> None:
    text = """
        1 Ana    2100   2w1  3b?
        2 Bruno  2050   1b0  4w1
        3 Carla  2000   4b1  1w?
        4 David  1950   3w0  2b0
    """
    ranking = standings(event(text), ["BH", "SB", "FB"])
    assert ranking.row(1).values == {"BH": 1, "SB": 1, "FB": Fraction(1, 2) + Fraction(3, 2)}
    assert ranking.row(4).values["BH"] == 2


def test_standings_with_assumed_results() -> None:
    """Round 2 is open: if Ana wins she has 2, and Bruno's Buchholz counts it."""
    text = """
        1 Ana    2100   2w1  3b?
        2 Bruno  2050   1b0  4w?
        3 Carla  2000   4b1  1w?
        4 David  1950   3w0  2b?
    """
    open_round = event(text)
    won = assuming(open_round, parse_assumed("1:1,2:½"))
    assert {row.number: row.points for row in standings(won).rows} == {1: 20, 3: 10, 2: 5, 4: 5}
    assert standings(won, ["BH"]).row(2).values["BH"] == 2 + Fraction(1, 2)
    assert standings(open_round).row(1).points == 10
    assert assuming(open_round, {}) == open_round
    assert assuming(open_round, parse_assumed("3:0")).score(1) == 20


@pytest.mark.parametrize("wrong", ["1", "1:2", "x:1", "9:1", "5:1", "1:1,4:1"])
def test_an_assumed_result_needs_a_game(wrong: str) -> None:
    with pytest.raises(ArbitroError) as error:
        assuming(event(FIVE), parse_assumed(wrong))
    assert "\n" not in str(error.value)


# -- categories


def people() -> Tournament:
    base = event(FIVE)
    details = [
        {"sex": Sex.FEMALE, "birth": "1970/05/01", "federation": "ESP", "club": "Torre"},
        {"sex": Sex.MALE, "birth": "2014/01/01", "federation": "MEX"},
        {"sex": Sex.FEMALE, "birth": "2013/12/31", "federation": "ESP"},
        {"sex": Sex.MALE, "birth": "1990", "federation": "ESP", "team": 3},
        {"sex": Sex.FEMALE, "birth": "", "rating": 0},
    ]
    players = tuple(replace(player, **more) for player, more in zip(base.players, details, strict=True))  # type: ignore[arg-type]
    return replace(base, players=players, info=Info(start="2026/02/01"))


@pytest.mark.parametrize(
    ("name", "members"),
    [("women", {1, 3, 5}), ("men", {2, 4}), ("U12", {2}), ("U14", {2, 3}), ("S50", {1}), ("R2000-2050", {2, 3}),
     ("R-2000", {3, 4}), ("R2100-", {1}), ("fed:esp", {1, 3, 4}), ("club:Torre", {1}), ("team:3", {4}),
     ("unrated", {5}), ("Mujeres", {1, 3, 5}), ("Sub12", {2}), ("sub-14", {2, 3}), ("+50", {1}), ("equipo:3", {4}),
     ("sin elo", {5})],
)  # fmt: skip
def test_categories(name: str, members: set[int]) -> None:
    tournament = people()
    whole = standings(tournament, ["BH"])
    part = within(whole, tournament, player_group(name, event_year(tournament)))
    assert set(part.order) == members
    assert [n for n in whole.order if n in members] == list(part.order)
    assert part.rows[0].rank == 1


def test_a_place_is_shared_only_inside_the_category() -> None:
    """Ana and Bruno share place 2 of all; among the women Ana has hers alone."""
    tournament = people()
    whole = standings(tournament, ["DE", "SB", "WIN"])
    assert [(row.number, row.rank, row.shared) for row in whole.rows][1:3] == [(1, 2, True), (2, 2, True)]
    women = within(whole, tournament, player_group("women"))
    assert [(row.number, row.rank, row.shared) for row in women.rows] == [(5, 1, False), (1, 2, False), (3, 3, False)]
    everybody = within(whole, tournament, player_group("R-9999"))
    assert everybody.row(1).shared


def test_an_unknown_category_is_refused() -> None:
    for wrong in ("girls", "R-", "fed:", "U12"):
        with pytest.raises(ArbitroError):
            player_group(wrong)


# -- round robins


def test_an_early_withdrawal_annuls_everything() -> None:
    table = round_robin(random.Random(5), 5)
    gone = 2
    played = 0
    cut: list[tuple[PlayerRound, ...]] = []
    meets = {r.round: r.opponent for r in table.results[gone - 1] if r.opponent}
    keep = min(meets)
    for player, rounds in zip(table.players, table.results, strict=True):
        cut.append(
            tuple(
                r._replace(outcome=Outcome.PENDING)
                if r.opponent is not None and gone in (player.number, r.opponent) and r.round != keep
                else r
                for r in rounds
            )
        )
    left = replace(table, results=tuple(cut))
    played = sum(r.played for r in left.results[gone - 1])
    assert played == 1
    assert not completed_half(left, gone)
    ranking = standings(left, ["SB", "KS"], withdrawn=[gone])
    assert gone not in ranking.order
    assert set(ranking.annulled) == {gone}
    lower = crosstable(left, standings(left, withdrawn=[gone]), withdrawn=[gone])
    assert lower.rows[-1].row.number == gone
    assert lower.style == "round-robin"
    assert sorted(cell for cell in lower.rows[-1].cells if cell in "+-") == ["-", "-", "-"]
    assert [row.cells[-1] for row in lower.rows[:-1]].count("+") == 3


def test_results_that_do_not_count_stay_in_the_table_and_are_rated() -> None:
    """C.05 6.6: nothing is annulled; only the club manual of 1974 cancels the results."""
    fide = speak("en", notice, "Ana", counts=False)
    assert "stay in the table and are rated" in fide and "annul" not in fide
    assert "win by forfeit" in speak("en", notice, "Ana", counts=True)
    assert "cancelled" in speak("en", notice, "Ana", counts=False, club=True)


def test_a_late_withdrawal_leaves_forfeits() -> None:
    """C.05 6.6: two of four games played, so the results stand and the two others win without play."""
    text = """
        1 A 2100  -Z   2w1 3b1 4w½ 5b?
        2 B 2050  5w1  1b0 -Z  3w½ 4b½
        3 C 2000  4w1  5b0 1w0 2b½ -Z
        4 D 1950  3b0  -Z  5w? 1b½ 2w½
        5 E 1900  2b0  3w1 4b? -Z  1w?
    """
    left = event(text, System.ROUND_ROBIN)
    ranking = standings(left, withdrawn=[5])
    assert {row.number: row.points for row in ranking.rows} == {1: 35, 2: 20, 3: 15, 4: 20, 5: 10}
    assert ranking.annulled == {}
    table = crosstable(left, ranking, withdrawn=[5], style="swiss")
    cells = {row.row.number: row.cells for row in table.rows}
    assert (cells[1][4], cells[4][2], cells[5][2], cells[5][4]) == ("5b+", "5w+", "4b-", "1w-")


def test_koya_limit_counts_games_not_rests() -> None:
    """Five players, five rounds, four games each: the limit is two points."""
    text = """
        1 A 2100  -Z   2w1 3b1 4w½ 5b½
        2 B 2050  5w1  1b0 -Z  3w½ 4b½
        3 C 2000  4w1  5b0 1w0 2b½ -Z
        4 D 1950  3b0  -Z  5w1 1b½ 2w½
        5 E 1900  2b0  3w1 4b0 -Z  1w½
    """
    ranking = standings(event(text, System.ROUND_ROBIN), ["KS", "KS/L+1"])
    assert {row.number: row.points for row in ranking.rows} == {1: 30, 2: 20, 3: 15, 4: 20, 5: 15}
    assert ranking.row(1).values == {"KS": Fraction(3, 2), "KS/L+1": 0}
    shown, higher = speak("en", explain, event(text, System.ROUND_ROBIN), 1, ["KS", "KS/L+1"])
    assert shown.notes[0] == "Against opponents with at least 2."
    assert higher.notes[0] == "Against opponents with at least 2½."


def test_cross_tables() -> None:
    swiss = crosstable(event(FIVE), standings(event(FIVE)))
    assert swiss.style == "swiss"
    assert {row.row.number: row.cells for row in swiss.rows}[1] == ("2w½", "3b1", "4w½")
    assert {row.row.number: row.cells for row in swiss.rows}[5] == ("-U", "-H", "-H")
    twice = round_robin(random.Random(1), 4, cycles=2)
    double = crosstable(twice, standings(twice))
    for k, row in enumerate(double.rows):
        assert row.cells[k] == "*"
        assert all(len(cell) == 2 for j, cell in enumerate(row.cells) if j != k)


# -- teams


def teams_event(system: System = System.TEAM) -> Tournament:
    """Three teams of two; team 3 has the bye in round 1, team 1 in round 2."""
    names = ["A1", "A2", "B1", "B2", "C1", "C2"]
    w, d, lost, u = Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.PAIRING_BYE
    rows: list[list[tuple[int | None, Outcome]]] = [
        [(3, w), (None, u), (5, d)],
        [(4, d), (None, u), (6, lost)],
        [(1, lost), (5, w), (None, u)],
        [(2, d), (6, w), (None, u)],
        [(None, u), (3, lost), (1, d)],
        [(None, u), (4, lost), (2, w)],
    ]
    return Tournament(
        players=tuple(Player(number=k, name=name, rating=2000, team=(k + 1) // 2) for k, name in enumerate(names, 1)),
        results=tuple(
            tuple(
                PlayerRound(k, o, None if o is None else Colour.WHITE if n < o else Colour.BLACK, out)
                for k, (o, out) in enumerate(row, 1)
            )
            for n, row in enumerate(rows, 1)
        ),
        teams=tuple(Team(number=k, name=name, players=(2 * k - 1, 2 * k)) for k, name in enumerate(("A", "B", "C"), 1)),
        team_byes=(3, 1, 2),
        system=system,
    )


def test_team_standings_from_the_players_results() -> None:
    table = team_table(teams_event())
    assert table.boards == 2
    a, b, c = ([(r.match_points, r.game_points) for r in records] for records in table.records)
    assert a == [(20, 15), (10, 10), (0, 5)]
    assert b == [(0, 5), (20, 20), (10, 10)]
    assert c == [(10, 10), (0, 0), (20, 15)]
    ranking = team_standings(teams_event(), ["GP", "BH:GP", "EMGSB", "BC", "TBR", "SSSC", "EDE"])
    assert ranking.rows[0].number == 2
    assert ranking.row(2).values["GP"] == Fraction(7, 2)
    assert isinstance(ranking.row(1).values["TBR"], tuple)
    for shown in speak("en", explain_team, teams_event(), 2, ["GP", "BH", "EMGSB/C1", "BC", "TBR", "SSSC", "EDE"]):
        assert shown.text()
        if shown.formula == "sum":
            assert recomputed(shown) == shown.value


def test_cross_tables_of_teams() -> None:
    swiss = team_crosstable(teams_event(), team_standings(teams_event(), ["GP"]))
    assert (swiss.style, swiss.columns) == ("swiss", (1, 2, 3))
    assert {row.name: row.cells for row in swiss.rows} == {
        "A": ("2:1½", "-U", "3:½"),
        "B": ("1:½", "3:2", "-U"),
        "C": ("-U", "2:0", "1:1½"),
    }
    robin = teams_event(System.ROUND_ROBIN)
    closed = team_crosstable(robin, team_standings(robin, ["GP"]))
    order = closed.columns
    assert closed.style == "round-robin"
    assert {row.name: dict(zip(order, row.cells, strict=True)) for row in closed.rows}["A"] == {1: "*", 2: "1½", 3: "½"}
    forfeited = replace(teams_event(), team_forfeits=(TeamForfeit(1, 1, 2, "+-"),))
    assert team_crosstable(forfeited, team_standings(forfeited, after=1)).rows[0].cells == ("2:+",)


def test_line_ups_set_the_boards() -> None:
    swapped = replace(teams_event(), line_ups=(LineUp(1, 1, 2, (2, 1)), LineUp(1, 2, 1, (4, 3))))
    assert team_table(swapped).records[0][0].boards == (5, 10)


def test_the_bye_of_a_whole_team_is_worth_a_drawn_match() -> None:
    """14.3.2: team 3 asks for a half-point bye in round 1; its reserve has one too, and is no board."""
    base = teams_event()
    half = [r._replace(outcome=Outcome.HALF_BYE) if r.round == 1 else r for r in base.results[4]]
    reserve = tuple(PlayerRound(k, None, None, Outcome.HALF_BYE if k == 1 else Outcome.ABSENT) for k in (1, 2, 3))
    asked = replace(
        base,
        players=(*base.players, Player(number=7, name="C3", rating=1900, team=3)),
        results=(*base.results[:4], tuple(half), (half[0], *base.results[5][1:]), reserve),
        teams=(*base.teams[:2], replace(base.teams[2], players=(5, 6, 7))),
        team_byes=(None, 1, 2),
    )
    first, *_ = team_table(asked).records[2]
    assert (first.outcome, first.match_points, first.game_points, first.boards) == (Outcome.HALF_BYE, 10, 10, (5, 5))
    cut, shown = speak("en", explain_team, asked, 3, ["BH/C1", "EMGSB/C1"])
    assert [(t.category, t.cut) for t in cut.terms] == [("14.3.2", "low"), ("", ""), ("", "")]
    assert "half-point bye [14.3.2]" in shown.terms[0].text


def test_a_match_counts_when_all_its_games_are_over() -> None:
    base = teams_event()
    going_on = [[r._replace(outcome=Outcome.PENDING) if r.round == 3 else r for r in rounds] for rounds in base.results]
    for k in (0, 4):  # board 1 is still being played, board 2 is over
        going_on[k][2] = base.results[k][2]._replace(outcome=Outcome.PENDING)
    for k in (1, 5):
        going_on[k][2] = base.results[k][2]
    table = team_table(replace(base, results=tuple(map(tuple, going_on))))
    assert [(records[2].match_points, records[2].game_points) for records in table.records] == [
        (0, 0),
        (10, 10),
        (0, 10),
    ]
    assert table.records[0][2].outcome is Outcome.PENDING


def test_the_strength_of_schedule_is_shown_round_by_round() -> None:
    """12.4: team 2 has 3½ game points; 8 rounds of 2 match points over 2 game points of one match: divisor 8."""
    (shown,) = speak("en", explain_team, replace(teams_event(), planned_rounds=8), 2, ["SSSC"])
    assert [t.value for t in shown.terms] == [3, 3, 3]
    assert (shown.divisor, shown.constant) == (8, Fraction(7, 2))
    assert recomputed(shown) == shown.value == Fraction(7, 2) + Fraction(9, 8)


def test_medians_of_the_boards_in_the_club_rules() -> None:
    """TEA-6, boards of A 1, bye, ½ and ½, bye, 0; of B 0, 1, bye and ½, 1, bye; of C bye, 0, ½ and bye, 0, 1. With half
    a point for the bye they count 2, 1½, 1 and 1, 2, 1½. A met B and C and rested: 1½, 0, 1 leave 1; 2, 0, 1½ leave 1½.
    """
    ranking = team_standings(teams_event(), "club-team-swiss", edition="club")
    assert ranking.row(1).values["BMED"] == 1 + Fraction(3, 2)
    (shown,) = speak("en", explain_team, teams_event(), 1, ["BMED"], edition="club")
    assert shown.notes == ("Board 1: 1", "Board 2: 1½", "1 + 1½ = 2½")


def test_extended_direct_encounter_shows_its_tables() -> None:
    """12.3.2: all three won one match and met: three match points each, so game points decide."""
    base = teams_event()
    (shown,) = speak("en", explain_team, base, 2, ["EDE"])
    assert "Among 1, 2, 3: match points" in shown.notes
    assert "Among 1, 2, 3: game points" in shown.notes


def test_game_points_can_be_primary() -> None:
    by_games = team_standings(teams_event(), ["MP", "MPGP"], primary="GP")
    assert [row.points for row in by_games.rows] == [35, 30, 25]
    assert by_games.row(2).values["MPGP"] == Fraction(13, 2)
    with pytest.raises(ArbitroError):
        team_standings(teams_event(), primary="XP")
