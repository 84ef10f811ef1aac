"""Norms of a whole tournament, its events and certificates."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bench._open import open_tournament

from arbitro.model import Colour, Info, Outcome, Player, PlayerRound, Sex, System, Title, Tournament
from arbitro.titles import NormStatus, norms, rules_of
from arbitro.titles.certificates import certificate
from arbitro.titles.events import (
    ForeignPlayers,
    conditions_of,
    failed_conditions,
    foreign_players,
    foreign_totals,
    one_round_days,
    round_strengths,
    statistics,
)
from arbitro.titles.tournament import games_to_come, norm_event, titles_for


def norm_maker(last: Outcome = Outcome.WIN, planned: int = 9) -> Tournament:
    """Player 1 of USA against nine opponents who only play him."""
    draw, win = Outcome.DRAW, Outcome.WIN
    rows = [
        (Title.GM, 2500, "FRA", draw), (Title.GM, 2510, "GER", draw), (Title.GM, 2490, "ITA", win),
        (Title.IM, 2450, "ESP", win), (Title.IM, 2440, "FRA", win), (Title.NONE, 2400, "ENG", draw),
        (Title.NONE, 2380, "GER", win), (Title.NONE, 2420, "ITA", draw), (Title.NONE, 2430, "NED", last),
    ]  # fmt: skip
    players = [Player(number=1, name="Maker", rating=2450, federation="USA", sex=Sex.MALE)]
    mine, theirs = [], []
    for i, (title, rating, federation, outcome) in enumerate(rows, 1):
        players.append(Player(number=i + 1, name=f"O{i}", title=title, rating=rating, federation=federation))
        mine.append(PlayerRound(i, i + 1, Colour.WHITE, outcome))
        empty = tuple(PlayerRound(k, None, None, Outcome.ABSENT) for k in range(1, i))
        theirs.append((*empty, PlayerRound(i, 1, Colour.BLACK, outcome.opposite)))
    return Tournament(
        players=tuple(players),
        results=(tuple(mine), *theirs),
        planned_rounds=planned,
        info=Info(name="Open", federation="USA", start="2023/05/01", end="2023/05/09", chief_arbiter="Ana"),
    )


def test_a_norm_is_found_with_its_certificate() -> None:
    event = norm_maker()
    gm, im = norms(event, numbers=[1])
    assert (gm.title, gm.achieved, gm.verdict.performance) == (Title.GM, True, 2667)
    assert im.achieved and im.verdict.counts_as >= gm.verdict.counts_as
    form = certificate(event, gm, rules_of("2023"))
    assert (form.average, form.dp, form.performance, form.games) == (2447, 220, 2667, 9)
    assert (form.titled_opponents, form.not_of_own_federation, form.rated_opponents) == (5, 9, 9)
    assert [line.score for line in form.lines] == ["½", "½", "1", "1", "1", "½", "1", "½", "1"]


def test_before_the_last_game_the_needed_result_is_told() -> None:
    (gm,) = norms(norm_maker(Outcome.PENDING), numbers=[1], titles=[Title.GM])
    assert not gm.achieved
    assert gm.outlook.status is NormStatus.POSSIBLE
    assert gm.outlook.least == 5  # 6½ are needed, 6 are there
    assert norms(norm_maker(Outcome.DRAW), numbers=[1], titles=[Title.GM])[0].achieved
    assert not norms(norm_maker(Outcome.LOSS), numbers=[1], titles=[Title.GM])[0].achieved


def test_an_opponent_who_does_not_come_in_the_last_round() -> None:  # 1.4.1c, 1.4.2c
    (gm,) = norms(norm_maker(Outcome.FORFEIT_WIN), numbers=[1], titles=[Title.GM])
    assert gm.achieved and gm.verdict.games == 8 and gm.verdict.missing_game


def test_the_opponents_to_come_of_a_round_robin_are_those_not_met() -> None:
    event = replace(norm_maker(planned=9).after(7), system=System.ROUND_ROBIN)
    known, left = games_to_come(event, 1, norm_event(event))
    assert (left, [game.opponent for game in known]) == (2, [9, 10])
    (gm,) = norms(event, numbers=[1], titles=[Title.GM])
    assert gm.outlook.known == tuple(known) and gm.outlook.unknown == 0
    assert gm.outlook.least == 10  # 5½ of 7 so far, 6½ are needed
    double = replace(event, system=System.DOUBLE_ROUND_ROBIN, planned_rounds=18)
    known, left = games_to_come(double, 1, norm_event(double))
    assert left == 11 and Counter(game.opponent for game in known)[9] == 2


def test_a_bye_asked_for_is_no_round_to_come() -> None:
    event = norm_maker().after(7)
    away = (*event.results[0], PlayerRound(8, None, None, Outcome.HALF_BYE))
    event = replace(event, results=(away, *event.results[1:]))
    assert games_to_come(event, 1, norm_event(event)) == ([], 1)
    assert games_to_come(event, 2, norm_event(event)) == ([], 2)


def test_an_opponent_who_stays_away_is_no_missed_round() -> None:  # 1.4.3d, 1.5.6a
    event = open_tournament(40, 9)

    def players_per_round(outcome: Outcome) -> list[int]:
        mine = tuple(r._replace(outcome=outcome) if r.round in (5, 6) else r for r in event.results[0])
        changed = replace(event, results=(mine, *event.results[1:]))
        return [strength.players for strength in round_strengths(changed, rules_of("2023"))]

    played, won, lost = map(players_per_round, (Outcome.WIN, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS))
    assert won[6] == played[6] == lost[6] + 1  # lost twice by default: not counted in any round
    assert won[4] == played[4] - 1  # but in the round itself he does not play


def test_titles_asked_for_are_those_above_the_one_held() -> None:
    player = Player(number=1, name="x")
    assert titles_for(player) == (Title.GM, Title.IM)
    assert titles_for(replace(player, sex=Sex.FEMALE)) == (Title.GM, Title.IM, Title.WGM, Title.WIM)
    assert titles_for(replace(player, sex=Sex.FEMALE, title=Title.WGM)) == (Title.GM, Title.IM)
    assert titles_for(replace(player, title=Title.GM)) == ()


def test_a_strong_international_swiss_is_exempt_in_every_round_or_not_at_all() -> None:  # 1.4.3d
    event = open_tournament(80, 9)
    assert norm_event(event).federations_exempt == "1.4.3d"
    rounds = foreign_players(event, "ESP")
    assert len(rounds) == 9 and all(isinstance(r, ForeignPlayers) and r.enough for r in rounds)
    small = open_tournament(20, 9)
    assert norm_event(small).federations_exempt == ""
    robin = replace(event, system=System.ROUND_ROBIN)
    assert norm_event(robin).federations_exempt == ""


def test_the_counters_of_1_5_6a() -> None:
    strengths = round_strengths(open_tournament(80, 9), rules_of("2023"))
    assert all(s.enough for s in strengths)
    assert not any(s.enough for s in round_strengths(open_tournament(30, 9), rules_of("2023")))


def test_form_it3_adds_up() -> None:
    event = open_tournament(120, 9)
    rows = statistics(event.players, "ESP")
    assert rows["rated"].number + rows["unrated"].number == 120
    assert foreign_totals(rows).rated == rows["rated"].other
    assert all(row.number == row.host + row.other for row in rows.values())


def test_a_file_tells_some_of_the_conditions() -> None:  # 1.1
    event = norm_maker()
    assert failed_conditions(conditions_of(event)) == []
    days = ("23/05/01",) * 3 + tuple(f"23/05/{k:02}" for k in range(2, 8))
    fast = replace(event.info, encoded_time_control="5400+20", round_dates=days, chief_arbiter="NA Ana")
    assert failed_conditions(conditions_of(replace(event, info=fast))) == ["1.1.3", "1.1.5"]
    long = replace(event.info, encoded_time_control="7800+30", round_dates=days, chief_arbiter="Ana (IA)")
    assert failed_conditions(conditions_of(replace(event, info=long))) == ["1.1.2", "1.1.3"]


def test_which_formats_need_no_approval() -> None:  # 1.4.2e
    event = norm_maker()
    for system, in_2023, in_2024 in (
        (System.DUTCH, True, True), (System.KNOCKOUT, True, True), (System.SCHEVENINGEN, True, False),
        (System.SCHILLER, True, False), (System.MATCH, False, False), (System.HILTON, False, False),
    ):  # fmt: skip
        conditions = conditions_of(replace(event, system=system))
        for edition, allowed in (("2023", in_2023), ("2024", in_2024)):
            assert failed_conditions(conditions, rules_of(edition)) == ([] if allowed else ["1.4.2e"])
        assert failed_conditions(replace(conditions, format_approved=True), rules_of("2024")) == []


def test_single_round_days() -> None:  # 1.1.3a
    assert one_round_days(["a", "b", "b", "c", "c", "d", "e"]) is True
    assert one_round_days(["a", "b", "b", "c", "c"]) is False
    assert one_round_days(["a", "", "c"]) is None
    assert one_round_days([]) is None
