"""Rules of the systems besides the Dutch one, one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from arbitro import swiss
from arbitro.errors import NoPairing, Refused
from arbitro.files import trf
from arbitro.i18n import speaking
from arbitro.model import (
    Colour,
    Editions,
    Info,
    Outcome,
    Player,
    PlayerRound,
    Scoring,
    System,
    Team,
    TeamForfeit,
    TeamScoring,
    Tournament,
    points,
    show,
)
from arbitro.model import team_results as teams
from arbitro.standings import standings
from arbitro.standings.ranking import ground_of
from arbitro.swiss import burstein, club, double, dubov, lim, team, upfloat
from arbitro.swiss.account import RoundAccount, Say
from arbitro.swiss.burstein import text2017 as burstein_old
from arbitro.swiss.burstein import text2026 as burstein_2026
from arbitro.swiss.checker import check
from arbitro.swiss.dubov import text1997 as dubov_1997
from arbitro.swiss.dubov import text2026 as dubov_2026
from arbitro.swiss.generator import Recipe, generate
from arbitro.swiss.units import Unit, UnitRound, legal, of_players
from tests.engines import burstein as literal
from tests.swiss.late import with_late_entry
from tests.swiss_other.make import field, games, lim_group, lim_sequence, unit
from tests.swiss_other.simulate import played, team_field, team_rounds_of

WHITE, BLACK = Colour.WHITE, Colour.BLACK
INDIVIDUAL = (System.DUBOV, System.BURSTEIN, System.LIM, System.CLUB, System.DOUBLE)
EDITIONS = ("2017", "2026")


def event(n: int, rounds: int | None = None, **others: object) -> Tournament:
    players = tuple(Player(number=i, name=f"P{i:02d}", rating=2500 - 10 * i) for i in range(1, n + 1))
    return Tournament(players=players, results=((),) * n, planned_rounds=rounds, first_colour=WHITE, **others)  # type: ignore[arg-type]


def everyone_met(n: int) -> Tournament:
    """All have met all: draws, colours alternating as far as they may."""
    t = event(n, n)
    circle = list(range(1, n + 1))
    for k in range(n - 1):
        results = list(t.results)
        for i in range(n // 2):
            a, b = circle[i], circle[n - 1 - i]
            white, black = (a, b) if (i + k) % 2 else (b, a)
            for number, other, colour in ((white, black, WHITE), (black, white, BLACK)):
                entry = PlayerRound(k + 1, other, colour, Outcome.DRAW)
                results[number - 1] = (*results[number - 1], entry)
        t = replace(t, results=tuple(results))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return t


# -- all systems


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("system", [*INDIVIDUAL, System.TEAM])
def test_no_pairing_names_the_blockers_and_what_remains(system: System, edition: str) -> None:
    with pytest.raises(NoPairing) as caught:
        swiss.next_round(everyone_met(4), system, edition)
    assert caught.value.blockers == (1, 2, 3, 4)
    assert "3" in str(caught.value)
    assert "C.04.1 b" in caught.value.options[-2]  # a second meeting comes after everything milder


def test_the_mildest_relaxation_is_named_first() -> None:  # C.04.1 f, g before b
    units = [unit(1, history="WW"), unit(2, history="WW")]
    with pytest.raises(NoPairing) as caught:
        dubov_1997.pair(field(units))
    assert "C.04.1 f, g" in caught.value.options[0]
    assert len(caught.value.options) == 2  # nobody would have to meet again


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("system", INDIVIDUAL)
def test_check_agrees_with_the_own_system_and_not_with_another(system: System, edition: str) -> None:
    recipe = Recipe(players=19, rounds=6, seed=7, system=system, edition=edition, forfeits=0.03, half_point_byes=0.03)
    tournament = generate(recipe)
    assert check(tournament).differences == ()
    other = System.CLUB if system is not System.CLUB else System.LIM
    assert check(tournament, other).differences


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("system", [*INDIVIDUAL, System.TEAM])
def test_check_agrees_on_300_tournaments(system: System, edition: str) -> None:
    for seed in range(300):
        recipe = Recipe(
            players=(4 + seed % 31) * (4 if system is System.TEAM else 1),
            rounds=3 + seed % 6,
            seed=seed,
            system=system,
            edition=edition,
            forfeits=0.03,
            half_point_byes=0.03,
            withdrawals=0.01,
            late_entries=0.01,
        )
        assert check(generate(recipe)).differences == (), seed


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("system", [*INDIVIDUAL, System.TEAM])
def test_every_board_is_explained_in_both_languages(system: System, edition: str) -> None:
    size = 52 if system is System.TEAM else 13
    tournament = generate(Recipe(players=size, rounds=4, seed=3, system=system, edition=edition))
    before = teams.before_pairing(tournament, 4) if tournament.teams else tournament.before_pairing(4)
    pairings = swiss.next_round(before, system, edition)
    account = swiss.pair_round(before, system, edition).account
    english = account.explained()
    with speaking("es"):
        spanish = account.explained()
    expected: list[tuple[int, int | None]] = [(p.white, p.black) for p in pairings.pairs]
    assert [e.pair for e in english] == [*expected, (pairings.bye, None)]
    for a, b in zip(english, spanish, strict=True):
        assert a.text != b.text
        assert a.pair == b.pair
        assert a.bracket
        assert a.sentence in a.text
        assert "{" not in a.text + b.text
        assert a.criteria


@pytest.mark.parametrize("system", [System.LIM, System.DUBOV, System.CLUB, System.DOUBLE])
def test_baku_points_make_groups_in_round_one(system: System) -> None:  # C.04.5.1
    pairings = swiss.next_round(event(16, 9, baku=True), system)
    upper = {n for pair in pairings.pairs[:4] for n in pair}
    assert upper == set(range(1, 9))


def test_forbidden_pairs_do_not_meet() -> None:
    from arbitro.model import Forbidden

    for system in (*INDIVIDUAL, System.TEAM):
        tournament = replace(event(8, 5), forbidden=(Forbidden((1, 5)), Forbidden((1, 4))))
        pairings = swiss.next_round(tournament, system)
        assert not {(1, 5), (5, 1), (1, 4), (4, 1)} & set(pairings.pairs)


# -- Lim


def test_lim_sets_colour_limits_aside_only_in_the_last_round() -> None:  # C.04.4.3 6
    units = [unit(1, history="WW", score=3), unit(2, history="WW", score=3)]
    units += [unit(3, history="WB", score=2), unit(4, history="BW", score=2)]
    before = lim.pair(field(units, round=4, rounds=9)).pairings()
    last = lim.pair(field(units, round=9, rounds=9)).pairings()
    assert {frozenset(p) for p in before.pairs} != {frozenset((1, 2)), frozenset((3, 4))}
    assert {frozenset(p) for p in last.pairs} == {frozenset((1, 2)), frozenset((3, 4))}


def test_lim_floats_the_colour_that_more_are_due_unless_it_has_no_opponent_below() -> None:  # 3.2, 3.9 c
    pool = [unit(1, due="w"), unit(2, due="w"), unit(3, due="b"), unit(4, due="w"), unit(5, due="b")]
    assert lim.floaters_to_even(pool, downward=True)[0].number == 4
    assert lim.floaters_to_even(pool, downward=True, has_opponent=lambda u: u.number != 4)[0].number == 2
    assert lim.floaters_to_even(pool, downward=True, floated=lambda u: u.number == 4)[0].number == 2  # 3.10
    assert lim.floaters_to_even(pool, downward=True, incoming=[1, 2, 4])[0].number == 5  # 3.9 b


def test_lim_blocked_median_takes_back_the_pair_made_last_next_to_it() -> None:  # 2.6
    units = [
        unit(1, score=2),
        unit(2, score=2),
        unit(3, score=1, met=[4]),
        unit(4, score=1, met=[3]),
        unit(5, score=0),
        unit(6, score=0),
    ]
    made = lim.pair(field(units, round=3))
    met = {frozenset(p) for p in made.pairings().pairs}
    assert frozenset((5, 6)) in met  # as many upfloaters as downfloaters: the upper group gives way
    assert frozenset((1, 2)) not in met
    assert any(n.article == "2.6" for m in made.made for n in m.notes)


def test_lim_exchanges_a_floater_whom_nobody_waits_for() -> None:  # 3.4, 3.5 before 2.6
    t = event(6, 5)
    won = {1: (4, BLACK), 5: (2, BLACK), 3: (6, BLACK)}
    rounds = {}
    for winner, (loser, colour) in won.items():
        rounds[winner] = (PlayerRound(1, loser, colour, Outcome.WIN),)
        rounds[loser] = (PlayerRound(1, winner, colour.other, Outcome.LOSS),)
    t = replace(t, results=tuple(rounds[n] for n in range(1, 7)))
    made = lim.made_round(t, "2017")
    assert made.pairings().pairs == ((1, 3), (5, 4), (2, 6))
    assert all(n.say is not Say.UNDONE for m in made.made for n in m.notes)


def test_lim_looks_at_who_waits_in_the_median() -> None:  # 3.4
    t = generate(Recipe(players=18, rounds=5, seed=5010, system=System.LIM, draws=0)).before_pairing(2)
    pairs = {frozenset(p) for p in lim.made_round(t, "2017").pairings().pairs}
    assert frozenset((12, 11)) in pairs
    leaders = {n for n in t.numbers if t.score(n) == 10} - {12}
    assert all(pair <= leaders or not pair & leaders for pair in pairs)


@pytest.mark.parametrize("tries", [pytest.param(range(40)), pytest.param(range(40, 400), marks=pytest.mark.slow)])
def test_lim_breaks_no_pair_while_a_floater_can_be_exchanged(tries: range) -> None:  # 3.5 before 2.6
    for seed in tries:
        t = generate(Recipe(players=18, rounds=2, seed=seed, system=System.LIM, draws=0)).before_pairing(2)
        made = lim.made_round(t, "2017")
        assert all(n.say is not Say.UNDONE for m in made.made for n in m.notes)
        assert sum(t.score(a) != t.score(b) for a, b in made.pairings().pairs) == 1


def test_lim_exchanges_the_unpairable_with_the_floater_already_chosen() -> None:  # 4.4 a
    met = {1: [2, 3, 4, 5], 2: [1, 3, 4, 5], 3: [1, 2], 4: [1, 2], 5: [1, 2]}
    group = [unit(n, score=2, met=met.get(n, [])) for n in range(1, 8)]  # 1 and 2 have only 6 left; 7 would float
    below = [unit(8, score=1), unit(9, score=1), unit(10, score=1)]
    made = lim.pair(field([*group, *below], round=3)).pairings()
    pairs = {frozenset(p) for p in made.pairs}
    assert {frozenset((1, 6)), frozenset((3, 5)), frozenset((4, 7))} <= pairs  # 2 floats, although 7 is free for him
    known = {frozenset(p) for p in ((1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5))}
    assert lim_group(range(1, 7), known, floater=7) == ([(1, 6), (3, 5), (4, 7)], [2])
    assert lim_group(range(1, 7), known) == ([(1, 6), (3, 4)], [2, 5])  # 4.4 b: the lowest who is free goes too
    assert lim_group(range(1, 7), set(), floater=7) == ([(1, 4), (2, 5), (3, 6)], [7])


def test_lim_maxi_limits_exchanges_to_100_points() -> None:  # 5.7
    units = [unit(1, due="w", rating=2430, score=1), unit(2, due="b", rating=2420, score=1)]
    units += [unit(3, due="w", rating=2300, score=1), unit(4, due="b", rating=2150, score=1)]
    plain = lim.pair(field(units)).pairings()
    maxi = lim.pair(field(units), maxi=True).pairings()
    assert {frozenset(p) for p in plain.pairs} == {frozenset((1, 4)), frozenset((2, 3))}
    assert {frozenset(p) for p in maxi.pairs} == {frozenset((1, 3)), frozenset((2, 4))}


# -- Burstein


def test_burstein_accelerates_rounds_one_and_two_only() -> None:  # C.04.4.2 3.3
    t = event(9)
    for k in (1, 2, 3):
        scores = [
            u.score for u in burstein_old.with_virtual_points(replace(of_players(t), round=k), t.numbers).units.values()
        ]
        assert scores == ([10] * 4 + [0] * 5 if k < 3 else [0] * 9)
    assert burstein.made_round(event(8), "2017").pairings().pairs == ((1, 4), (3, 2), (5, 8), (7, 6))


@pytest.mark.parametrize(
    ("tiebreaks", "sonneborn_berger", "buchholz"),
    [
        ("2023", "1.75", "2.5"),  # the half-point bye: half a point from oneself, who has 1½
        ("2024", "1.75", "2.5"),
        ("2009", "1.25", "2"),  # a draw with oneself; the opponent's bye is a draw
        ("virtual", "1.25", "2"),  # from one who had 1 before and ½ since; the opponent's bye is a draw
        ("club", "0.5", "0.5"),  # one's own bye adds nothing
    ],
)
def test_burstein_reads_unplayed_rounds_as_the_tiebreaks_of_the_event_do(
    tiebreaks: str, sonneborn_berger: str, buchholz: str
) -> None:  # 3.2
    t = event(2)
    t = replace(
        t,
        results=(
            (PlayerRound(1, 2, WHITE, Outcome.WIN), PlayerRound(2, None, None, Outcome.HALF_BYE)),
            (PlayerRound(1, 1, BLACK, Outcome.LOSS), PlayerRound(2, None, None, Outcome.PAIRING_BYE)),
        ),
        editions=Editions(tiebreaks=tiebreaks),
    )
    found = burstein_old.strengths(burstein_old.field_of(t), ground_of(t)[0])[1]
    assert (found.sonneborn_berger, found.buchholz) == (Fraction(sonneborn_berger), Fraction(buchholz))
    row = next(row for row in standings(t, ["SB", "BH"]).rows if row.number == 1)  # the same as everyone can read
    assert (row.values["SB"], row.values["BH"]) == (found.sonneborn_berger, found.buchholz)


def test_burstein_lists_the_fifteen_combinations_of_six_players() -> None:  # 6.2
    listed = [" ".join(f"{a}{b}" for a, b in row.pairs) for row in literal.rows(range(1, 7))]
    assert listed == [
        "16 25 34", "16 24 35", "16 23 45", "15 26 34", "15 24 36", "15 23 46", "14 26 35", "14 25 36", "14 23 56",
        "13 26 45", "13 25 46", "13 24 56", "12 36 45", "12 35 46", "12 34 56",
    ]  # fmt: skip


def test_burstein_lists_every_combination_once() -> None:  # 6.2, 6.4
    for n, number in ((2, 1), (4, 3), (5, 15), (7, 105), (8, 105), (10, 945)):
        rows = list(literal.rows(range(1, n + 1)))
        assert len(rows) == len(set(rows)) == number


def test_lim_exchanges_mirror_each_other() -> None:  # 3.11
    down = lim_sequence([1, 2, 3, 4, 5, 6], set(), 1)
    assert [dict(row)[1] for row in down] == [4, 5, 6, 3, 2]
    up = lim_sequence([1, 2, 3, 4, 5, 6], set(), 6, downward=False)
    mirrored = [sorted(tuple(sorted((7 - a, 7 - b))) for a, b in row) for row in down]
    assert [sorted(tuple(sorted(pair)) for pair in row) for row in up] == mirrored


def test_dubov_last_words_on_colour_are_opposition_and_rating() -> None:  # 3
    a, b = (unit(n, history="WB", rating=r) for n, r in ((1, 2200), (2, 2190)))
    for aro_a, aro_b, white in ((2310, 2300, a), (2300, 2310, b), (2300, 2300, b)):
        seats = dubov_1997.Seat(a, Fraction(aro_a)), dubov_1997.Seat(b, Fraction(aro_b))
        assert dubov_1997.allocate(field([a, b], 3), *seats)[0] is white


def test_burstein_joins_groups_when_a_floater_has_no_opponent() -> None:  # 6.6
    units = [unit(1, score=2, met=[2, 3]), unit(2, score=1, met=[1]), unit(3, score=1, met=[1]), unit(4, score=0)]
    equal = {u.number: burstein_old.Strength(Fraction(0), Fraction(0), Fraction(0), u.rating) for u in units}
    made = burstein_old.pair(field(units, round=3), equal)
    assert {frozenset(p) for p in made.pairings().pairs} == {frozenset((1, 4)), frozenset((2, 3))}


def test_burstein_2026_begins_with_dutch_rounds() -> None:
    assert [burstein_2026.seeding_rounds(r) for r in (5, 6, 7, 9, 11, None)] == [2, 3, 3, 4, 4, 4]
    t = event(10, 6)
    assert burstein.made_round(t, "2026").pairings() == swiss.next_round(t, System.DUTCH, "2026")


def test_burstein_2026_index_counts_an_unplayed_round_as_a_game_against_oneself() -> None:
    t = event(2)
    t = replace(
        t,
        results=(
            (PlayerRound(1, 2, WHITE, Outcome.WIN), PlayerRound(2, None, None, Outcome.HALF_BYE)),
            (PlayerRound(1, 1, BLACK, Outcome.LOSS), PlayerRound(2, None, None, Outcome.PAIRING_BYE)),
        ),
    )
    found = of_players(t)
    indices = burstein_2026.indices(t, found)
    assert indices[1] == (Fraction("2.5"), Fraction("1.75"))
    assert indices[2] == (Fraction("2.5"), Fraction(1))


# -- Dubov


def test_dubov_average_opposition_counts_games_only() -> None:  # C.04.4.1 1.2; 2026: a whole number, halves up
    t = event(4)
    t = played(t, swiss.next_round(t, System.DUBOV), Random(1))
    found = of_players(t)
    assert dubov_1997.average_opposition(found, found.units[1]) == 2500 - 30
    assert dubov_2026.average_opposition(found, found.units[1]) == 2470
    assert dubov_1997.average_opposition(of_players(event(4)), of_players(event(4)).units[1]) == 0


def test_dubov_raises_within_its_limits() -> None:  # 2.1
    high, low = (replace(unit(n), scores=(points(s),) * 6) for n, s in ((8, 1), (9, 0)))

    def met(*opponents: int) -> Unit:
        record = tuple(UnitRound(n, None, Outcome.DRAW, points(0)) for n in opponents)
        return replace(unit(1), record=record, scores=(points(0),) * len(opponents))

    risen, twice = met(8, 9, 8, 9, 8, 9), met(9, 8)
    assert not dubov_1997.may_rise(field([risen, high, low], 7, 9), risen)
    assert dubov_1997.may_rise(field([risen, high, low], 7, 10), risen)  # four from ten rounds on
    assert dubov_1997.may_rise(field([risen, high, low], 9, 9), risen)  # the last round is free
    assert not dubov_1997.may_rise(field([twice, high, low], 3, 9), twice)
    assert [dubov_2026.most_upfloats(field([], 1, r)) for r in (4, 5, 9, 10, 15)] == [2, 3, 3, 4, 5]


def test_dubov_moves_nobody_into_a_colour_that_he_must_not_have() -> None:  # 2.2
    stuck = unit(1, history="BB", name="A")  # lowest ARO, but only White is left to him
    others = [unit(2, due="w", name="B"), unit(3, due="w", name="C"), unit(4, due="b", name="D")]
    seats = [dubov_1997.Seat(u, 2000 + u.number) for u in [stuck, *others]]  # type: ignore[arg-type]
    assert [s.unit.number for s in dubov_1997.balance(seats)[2]] == [2]


def test_editions_differ() -> None:
    tournament = generate(Recipe(players=30, rounds=5, seed=1, system=System.DUBOV))
    assert check(tournament, edition="2017").differences == ()
    assert check(tournament, edition="2026").differences
    assert dubov.made_round(event(6), "1997").pairings() == dubov.made_round(event(6), "2017").pairings()


# -- teams


def team_event(*scores: tuple[int, int, str]) -> Tournament:
    """Four teams of two; each entry is a match of round 1 as (white team, black team, results of the boards)."""
    base = event(8)
    squads = tuple(Team(number=k, name=f"T{k}", players=(k, k + 4)) for k in range(1, 5))
    results = list(base.results)
    kinds = {"1": (Outcome.WIN, Outcome.LOSS), "=": (Outcome.DRAW, Outcome.DRAW), "0": (Outcome.LOSS, Outcome.WIN)}
    for white, black, boards in scores:
        for i, letter in enumerate(boards):
            a, b = white + 4 * i, black + 4 * i
            mine, theirs = kinds[letter]
            colours = (WHITE, BLACK) if i % 2 == 0 else (BLACK, WHITE)
            results[a - 1] = (PlayerRound(1, b, colours[0], mine),)
            results[b - 1] = (PlayerRound(1, a, colours[1], theirs),)
    return replace(base, results=tuple(results), teams=squads, system=System.TEAM, board_colours="WB")


def test_match_points_come_from_the_boards() -> None:
    t = team_event((1, 3, "1="), (4, 2, "01"))
    assert teams.team_scores(t)[1] == (20, 15)
    assert teams.team_scores(t)[3] == (0, 5)
    assert teams.team_scores(t)[2] == teams.team_scores(t)[4] == (10, 10)
    assert [(m.white, m.black) for m in teams.matches(t, 1)] == [(1, 3), (4, 2)]
    assert teams.team_rounds(t)[2][0].colour is BLACK


def test_forfeited_matches_and_byes_of_teams() -> None:
    t = replace(team_event((1, 3, "1=")), team_forfeits=(TeamForfeit(1, 2, 4, "+-"),))
    rounds = teams.team_rounds(t)
    assert rounds[2][0].outcome is Outcome.FORFEIT_WIN
    assert rounds[2][0].match_points == 20
    assert rounds[4][0].outcome is Outcome.FORFEIT_LOSS
    rested = replace(team_event((1, 3, "1=")), team_byes=(2,), team_scoring=TeamScoring())
    assert teams.team_rounds(rested)[2][0].outcome is Outcome.PAIRING_BYE
    assert teams.team_scores(rested)[2] == (10, 10)  # as a drawn match
    assert teams.team_rounds(rested)[4][0].outcome is Outcome.ABSENT


def test_team_preferences_of_both_types() -> None:  # C.04.6, types A and B
    assert team.type_a(games("WB")).colour is None
    assert team.type_a(games("BB")).colour is WHITE
    assert team.type_a(games("WBB")).colour is WHITE
    assert team.type_a(games("WWBWBB")).colour is WHITE
    assert team.type_a(games("WWBB")).colour is WHITE
    assert team.type_a(games("WWWBB")).colour is None  # a surplus of White
    assert team.type_b(games("WB")).colour is WHITE
    assert team.type_b(games("WB"), last_round=True).colour is None
    assert team.type_b(games("W")).colour is BLACK


def test_team_options_are_read_from_the_file() -> None:
    for code, kind, by_games in (
        ("FIDE_TEAM", team.Type.A, False),
        ("FIDE_TEAM_TYPEB_MP_GP", team.Type.B, False),
        ("FIDE_TEAM_TYPEA_GP_MP_BAKU", team.Type.A, True),
    ):
        assert team.options_of(replace(event(2), info=Info(system_code=code))) == team.Options(kind, by_games)


def test_teams_are_paired_by_number_and_upper_half_first() -> None:
    t = team_field(8, Random(2), 5)
    assert {frozenset(p) for p in team.made_round(t, "2026").pairings().pairs} == {
        frozenset((k, k + 4)) for k in range(1, 5)
    }
    assert team.made_round(replace(t, first_colour=WHITE), "2026").pairings().pairs[0] == (1, 5)


@pytest.mark.parametrize("edition", ["2026", "olympiad", "burstein", "club"])
def test_check_pairs_teams_again(edition: str) -> None:
    rounds = list(team_rounds_of(5, lambda t: team.made_round(t, edition).pairings()))
    last = replace(rounds[-1][0], system=System.TEAM)
    assert check(last, edition=edition).differences == ()
    assert check(last, edition=edition).rounds == len(rounds) - 1


def test_the_opponent_of_a_lone_leading_team_is_chosen_as_agreed() -> None:  # club rules for teams
    units = [
        unit(1, history="W", score=4),
        replace(unit(2, history="W", score=3, rating=2300), secondary=points(9)),
        replace(unit(3, history="B", score=3, rating=2200), secondary=points(8)),
        replace(unit(4, history="W", score=3, rating=2100), secondary=points(10)),
    ]
    expected = {team.LeaderRule.STRENGTH: 2, team.LeaderRule.BOARDS: 4, team.LeaderRule.COLOURS: 3}
    for rule, opponent in expected.items():
        made = club.pair(field(units), leader_key=team.leader_key(field(units), rule))
        assert frozenset((1, opponent)) in {frozenset(p) for p in made.pairings().pairs}


def test_baku_accelerates_teams_by_match_points_only() -> None:  # C.04.7
    t = replace(team_field(8, Random(2), 9), baku=True)
    upper = {n for pair in team.made_round(t, "2026").pairings().pairs[:2] for n in pair}
    assert upper == {1, 2, 3, 4}
    with pytest.raises(Refused, match="match points"):
        team.made_round(t, "2026", team.Options(by_game_points=True))


def test_generated_teams_survive_a_tournament_file() -> None:
    tournament = generate(Recipe(players=36, rounds=5, seed=4, system=System.TEAM, edition="2026", forfeits=0.05))
    again = trf.parse(trf.write(tournament, version=26)).tournament
    assert len(again.teams) == 9
    assert check(again).differences == ()
    assert check(again).rounds == 5


# -- Double-Swiss


def test_a_match_of_two_games_is_one_entry() -> None:  # C.04.5
    assert double.two_games(Outcome.WIN, Outcome.DRAW) == (Outcome.WIN, Outcome.LOSS, points("1½"), points("½"))
    assert double.two_games(Outcome.WIN, Outcome.LOSS)[0] is Outcome.DRAW
    assert double.two_games(Outcome.FORFEIT_WIN, Outcome.LOSS)[0] is Outcome.DRAW  # played all the same
    both = double.two_games(Outcome.FORFEIT_WIN, Outcome.FORFEIT_WIN)
    assert both == (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, 20, 0)
    assert double.SCORING.points(Outcome.PAIRING_BYE) == points("1½")


def test_double_swiss_gives_white_to_the_one_with_fewer_whites() -> None:
    a, b = unit(1, history="W"), unit(2, history="B")
    assert double.allocate(field([a, b]), a, b)[0] is b
    c, d = unit(3, history="WB"), unit(4, history="BW")
    assert double.allocate(field([c, d]), c, d)[0] is c  # the latest difference alternates
    assert legal(unit(5, history="WW"), unit(6, history="WW"), colours=False)


# -- club Swiss


def test_club_card_shows_the_rounds() -> None:
    t = event(3)
    t = played(t, club.made_round(t, "1974").pairings(), Random(3))
    cards = club.cards(t)
    assert [c.number for c in cards] == [1, 2, 3]
    assert cards[2].lines[0].circled  # the bye is a point without play
    assert cards[2].due is None
    assert cards[0].lines[0].opponent_name == "P02"
    assert cards[0].due is BLACK


def test_club_counts_an_adjourned_game_as_a_point_for_pairing() -> None:  # rule 10
    t = event(2)
    t = replace(
        t, results=((PlayerRound(1, 2, WHITE, Outcome.ADJOURNED),), (PlayerRound(1, 1, BLACK, Outcome.ADJOURNED),))
    )
    assert [u.score for u in club.field_of(t).here] == [10, 10]
    assert t.score(1) == Scoring().adjourned


def test_club_may_equalise_before_the_parity_of_the_round() -> None:  # rule 8
    a, b = unit(1, history="BWW"), unit(2, history="BW")
    event_3 = field([a, b], round=3)
    assert club.allocate(event_3, a, b)[0] is a  # an odd round: White to the higher-rated
    assert club.allocate(event_3, a, b, equalise_first=True)[0] is b


def test_club_small_events_pair_from_both_ends() -> None:  # rule 7
    units = [unit(i, score=s) for i, s in enumerate((2, 2, 2, 1, 1, 0, 0, 0), 1)]
    pools = club.pools(units, small_event=True)
    assert [[u.number for u in p.cards] for p in pools] == [[1, 2], [7, 8], [3, 4, 5, 6]]
    assert [[u.number for u in p.cards] for p in club.pools(units)] == [[1, 2, 3, 4], [5, 6], [7, 8]]


def test_club_forfeit_win_does_not_bar_the_bye() -> None:
    t = event(3)
    t = replace(
        t,
        results=(
            (PlayerRound(1, 2, WHITE, Outcome.WIN),),
            (PlayerRound(1, 1, BLACK, Outcome.LOSS),),
            (PlayerRound(1, None, None, Outcome.PAIRING_BYE),),
        ),
    )
    assert club.made_round(t, "1974").pairings().bye == 2
    assert club.field_of(t).units[3].may_have_bye is False


# -- who is in the half that gets a point, who was transferred, who begins


def test_burstein_freezes_the_half_that_gets_virtual_points() -> None:  # C.04.4.2 3.3
    t = generate(Recipe(players=8, rounds=5, seed=3, system=System.BURSTEIN)).before_pairing(2)
    strong = with_late_entry(t, replace(t.players[0], number=1, name="Late", rating=2700))
    assert check(strong, System.BURSTEIN).differences == ()  # round 1 was paired among the eight
    virtual = burstein_old.field_of(strong)
    real = strong.scores(1)
    with_point = {n for n, u in virtual.units.items() if u.score > real[n]}
    assert with_point == {1, 2, 3, 4, 5}  # the late entry before the one who was number 4, who keeps the point


def test_dubov_remembers_a_transfer_whose_game_was_forfeited() -> None:  # C.04.4.1 2.1
    t = event(4, 9)
    forfeited = (
        (PlayerRound(1, 2, WHITE, Outcome.WIN), PlayerRound(2, 4, BLACK, Outcome.FORFEIT_WIN)),
        (PlayerRound(1, 1, BLACK, Outcome.LOSS), PlayerRound(2, 3, WHITE, Outcome.DRAW)),
        (PlayerRound(1, 4, WHITE, Outcome.WIN), PlayerRound(2, 2, BLACK, Outcome.DRAW)),
        (PlayerRound(1, 3, BLACK, Outcome.LOSS), PlayerRound(2, 1, WHITE, Outcome.FORFEIT_LOSS)),
    )
    found = dubov_1997.field_of(replace(t, results=forfeited))
    assert dubov_1997.rises(found, found.units[4]) == [2]
    assert not dubov_1997.may_rise(found, found.units[4])
    assert dubov_1997.may_rise(found, found.units[1])


@pytest.mark.parametrize("drawn", [WHITE, BLACK])
def test_number_1_of_the_club_swiss_begins_with_white(drawn: Colour) -> None:  # rule 5: no lot is drawn
    t = replace(event(8, 5), first_colour=drawn)
    assert club.made_round(t, "1974").pairings().pairs == ((1, 5), (6, 2), (3, 7), (8, 4))


REASONS_TO_FLOAT = (
    Say.DOWN, Say.EVEN_DOWN, Say.UNPAIRABLE, Say.LEFT_OVER, Say.FLOATS_INSTEAD, Say.EXCHANGED_FLOATER, Say.PULLED_UP,
    Say.UPFLOATER, Say.MERGED, Say.UNDONE, Say.BORROWED,
)  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("system", INDIVIDUAL)
def test_byes_and_floats_are_told_with_true_reasons(system: System, edition: str) -> None:
    for seed in range(10):
        t = generate(Recipe(players=13, rounds=7, seed=seed, system=system, edition=edition, forfeits=0.05))
        for k in range(3, t.rounds_paired + 1):
            made = swiss.pair_round(t.before_pairing(k), system, edition).account
            if not isinstance(made, RoundAccount):  # a seeding round of Burstein 2026
                continue
            units = made.field.units
            gone = {b.white for b in made.made if b.black is None}
            gone |= {n.values["a"] for b in made.made for n in b.notes if n.say is Say.PULLED_UP}
            for board in made.made:
                for n in board.notes:
                    if n.say is Say.UNPAIRABLE:
                        a = units[n.values["a"]]
                        there = [u for u in made.field.here if show(u.score) == n.values["score"]]
                        group = [u for u in there if u is not a and u.number not in gone]
                        assert not any(legal(a, u, colours=bool(made.rules.limits)) for u in group)
                    elif n.say is Say.BYE_BARRED:
                        assert not units[n.values["a"]].may_have_bye
                if board.black is None:
                    worse = [n.values["a"] for n in board.notes if n.say in (Say.BYE_BARRED, Say.BYE_NEEDED)]
                    lowest = min(units[n].score for n in made.field.present if n not in worse)
                    assert units[board.white].score == lowest
                elif units[board.white].score != units[board.black].score:
                    assert any(n.say in REASONS_TO_FLOAT for n in board.notes), (seed, k, board)


# -- team Swiss of 2024


def test_team_swiss_of_2024_keeps_the_next_group_pairable_rather_than_even() -> None:  # C.04.6 (2024) C6
    """Two leaders who have met take two of nine, of whom seven have all met each other."""
    units = [unit(1, score=4, met=[2]), unit(2, score=4, met=[1])]
    units += [unit(n, score=2, met=[x for x in range(5, 12) if x != n] if n > 4 else []) for n in range(3, 12)]
    units += [unit(n, score=0) for n in range(12, 19)]
    taken = {}
    for name in ("2024", "2026"):
        made = team.pair(field(units, 3, 9), text=team.TEXTS[name])
        taken[name] = {n for p in made.pairings().pairs if {*p} & {1, 2} for n in p} - {1, 2}
    assert taken["2024"] == {5, 6}  # 3 and 4 find opponents among those left: three stay over, the fewest
    assert taken["2026"] == {3, 4}  # whoever is taken, more stay over than the parity asks for: the first set


def test_team_swiss_of_2024_has_one_float_criterion_and_no_last_alternation() -> None:  # C.04.6 (2024)
    text = team.TEXTS["2024"]
    assert not text.counts_floats_of_upfloaters
    first, rest = unit(1, score=2), unit(2, history="W", score=2)  # no preference on either side
    wishes = {1: upfloat.NO_WISH, 2: upfloat.NO_WISH}
    black = replace(field([first, rest], 3), first=BLACK)
    tied = replace(rest, wish=first.wish)  # step 5 decides nothing
    assert team.allocate(black, first, tied, wishes, text)[0].number == 2  # by the number: 1 has the drawn colour
    assert team.allocate(black, first, tied, wishes, team.TEXTS["2026"])[0].number == 1  # 2 alternates


@pytest.mark.parametrize(("start", "edition"), [("2025-05-01", "2024"), ("2026-05-01", "2026"), ("", "2026")])
def test_a_dated_team_event_gets_the_text_of_its_day(start: str, edition: str) -> None:
    t = team_field(6, Random(1), 5)
    t = replace(t, system=System.TEAM, info=replace(t.info, start=start), editions=Editions.by_default(start))
    assert swiss.pair_round(t).edition == edition


@pytest.mark.parametrize("events", [pytest.param(range(12)), pytest.param(range(12, 200), marks=pytest.mark.slow)])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("system", INDIVIDUAL)
def test_every_figure_of_an_account_is_right(system: System, edition: str, events: range) -> None:
    for seed in events:
        t = generate(Recipe(players=12, rounds=5, seed=seed, system=system, edition=edition, forfeits=0.05))
        for k in range(2, t.rounds_paired + 1):
            before = t.before_pairing(k)
            made = swiss.pair_round(before, system, edition).account
            if not isinstance(made, RoundAccount):  # a seeding round of Burstein 2026
                continue
            units = made.field.units
            for board in made.made:
                for n in board.notes:
                    values = n.values
                    if n.say is Say.COLUMNS:
                        met = [before.player(x).rating for x in before.opponents(values["a"])]
                        average = Fraction(sum(met), len(met)) if met else Fraction(0)
                        whole = edition == "2026"
                        assert float(values["aro"]) == (
                            int(average + Fraction(1, 2)) if whole else round(float(average), 1)
                        )
                        assert values["rating"] == before.player(values["b"]).rating
                    elif n.say in (Say.PULLED_UP, Say.UPFLOATER):
                        assert values["score"] == show(units[values["a"]].score)
                    elif n.say is Say.DIRECTION:
                        assert values["median"] == show(5 * (k - 1))
                        assert values["score"] == board.bracket
                    elif n.say in (Say.ROW, Say.ROW_FIRST):
                        assert values["i"] < values["j"]
                        assert {values["a"], values["b"]} == {board.white, board.black}
