"""`next_round`: from the draw to the last round, for every format, from the snapshot alone."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from arbitro.errors import ArbitroError, NoPairing, Refused
from arbitro.formats import finished, next_round, reasons, rounds_needed, table_of
from arbitro.formats.roundrobin import Double, numbers_by_strength, scoring
from arbitro.model import (
    ONE,
    ZERO,
    Outcome,
    Pairings,
    Plan,
    Player,
    PlayerRound,
    System,
    TeamForfeit,
    Tournament,
    points,
    team_results,
)
from arbitro.model.match import LADDER
from arbitro.records import decode, encode
from arbitro.standings import standings
from tests.formats import DRAW, event, everyone_once, planned, play, record, strongest_wins, team_event
from tests.speaking import speak


def run(t: Tournament) -> tuple[Tournament, list[Pairings]]:
    rounds = []
    while not finished(t):
        rounds.append(next_round(t))
        t = play(t, rounds[-1], strongest_wins)
    return t, rounds


@pytest.mark.parametrize("players", range(2, 21))
def test_a_round_robin_from_start_to_end(players: int) -> None:
    t, rounds = run(event(players, System.ROUND_ROBIN, scoring=scoring()))
    assert len(rounds) == rounds_needed(t) == players - 1 + players % 2
    assert everyone_once(rounds)
    assert Counter(frozenset(pair) for r in rounds for pair in r.pairs) == {
        frozenset((a, b)): 1 for a in range(1, players + 1) for b in range(1, a)
    }
    assert [t.score(n) for n in range(1, players + 1)] == [(players - n) * ONE for n in range(1, players + 1)]
    with pytest.raises(NoPairing, match=r"ha(s|ve) been paired"):
        next_round(t)


@pytest.mark.parametrize("mode", Double)
def test_a_double_round_robin_from_start_to_end(mode: Double) -> None:
    _t, rounds = run(planned(event(6, System.DOUBLE_ROUND_ROBIN), Plan(double=mode)))
    assert len(rounds) == 10
    assert Counter(pair for r in rounds for pair in r.pairs) == {
        (a, b): 1 for a in range(1, 7) for b in range(1, 7) if a != b
    }


def test_numbers_with_gaps_take_their_places_in_order() -> None:
    t = Tournament(
        players=tuple(Player(number=n, name=str(n)) for n in (3, 7, 8, 12)),
        results=((),) * 4,
        system=System.ROUND_ROBIN,
    )
    assert next_round(t).pairs == ((3, 12), (7, 8))


def test_a_rest_is_worth_nothing_and_in_the_club_a_point() -> None:
    assert scoring().pairing_bye == ZERO
    assert scoring(club=True).pairing_bye == ONE
    t = event(3, System.ROUND_ROBIN, scoring=scoring())
    t = play(t, next_round(t), lambda w, b: DRAW)
    assert t.scores() == {1: 0, 2: 5, 3: 5}


def test_an_absent_player_keeps_his_place_in_the_table() -> None:  # C.05 6.6
    t = event(4, System.ROUND_ROBIN)
    t = play(t, next_round(t), strongest_wins)
    t = replace(t, results=tuple((*rounds, *_absent(rounds, n)) for n, rounds in enumerate(t.results, 1)))
    assert next_round(t).pairs == ((4, 3), (1, 2))


def _absent(rounds: tuple[object, ...], number: int) -> tuple[object, ...]:
    return (PlayerRound(2, None, None, Outcome.ZERO_BYE),) if number == 4 else ()


def test_points_against_an_early_leaver_do_not_count() -> None:  # C.05 6.6
    t = event(6, System.ROUND_ROBIN)

    def judge(white: int, black: int) -> tuple[Outcome, Outcome]:
        if 6 in (white, black) and t.rounds_paired >= 2:
            won = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
            return won if black == 6 else (won[1], won[0])
        return strongest_wins(white, black)

    while not finished(t):
        t = play(t, next_round(t), judge)
    assert t.score(1) == points(5)
    found = standings(t, withdrawn=[6])
    assert {row.number: row.points for row in found.rows} == {1: 40, 2: 30, 3: 20, 4: 10, 5: 0}
    assert found.annulled == {6: 0}


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 8])
def test_a_team_round_robin_pairs_teams(teams: int) -> None:
    t = team_event(teams, 4, System.ROUND_ROBIN)
    table = table_of(t)
    assert {n for games in table for game in games for n in game} == set(range(1, teams + 1))
    assert next_round(t).bye == (None if teams % 2 == 0 else 1)


@pytest.mark.parametrize(
    ("system", "teams", "players", "rounds", "games"),
    [
        (System.SCHEVENINGEN, 2, 5, 5, 5),
        (System.SEMI_SCHEVENINGEN, 2, 8, 4, 8),
        (System.SCHILLER, 4, 3, 9, 6),
        (System.SKALITZKA, 3, 4, 2, 6),
        (System.HILTON, 6, 5, 3, 15),
    ],
)
def test_team_tables_seat_the_basic_lists(system: System, teams: int, players: int, rounds: int, games: int) -> None:
    t, found = run(team_event(teams, players, system))
    assert len(found) == rounds == rounds_needed(t)
    assert {len(r.pairs) for r in found} == {games}
    assert everyone_once(found)
    for r in found:
        assert all((white - 1) // players != (black - 1) // players for white, black in r.pairs)
    with pytest.raises(NoPairing):
        next_round(t)


def test_schiller_with_an_odd_number_of_teams_has_no_single_bye() -> None:
    assert next_round(team_event(3, 2, System.SCHILLER)).bye is None


@pytest.mark.parametrize(
    ("system", "teams", "players", "why"),
    [
        (System.SCHEVENINGEN, 3, 4, "2 teams"),
        (System.SEMI_SCHEVENINGEN, 2, 5, "even number"),
        (System.SKALITZKA, 3, 5, "even number"),
        (System.SKALITZKA, 2, 4, "3 teams"),
        (System.HILTON, 6, 4, "5 players"),
        (System.HILTON, 5, 4, "even number"),
    ],
)
def test_teams_that_do_not_fit_are_refused(system: System, teams: int, players: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        next_round(team_event(teams, players, system))


def test_unequal_teams_need_the_number_of_boards() -> None:
    t = team_event(2, 4, System.SCHEVENINGEN)
    longer = replace(t.teams[1], players=(5, 6, 7, 8, 9))
    t = replace(t, teams=(t.teams[0], longer))
    with pytest.raises(Refused, match="4, 5 players"):
        next_round(t)
    assert len(next_round(planned(t, Plan(boards=4))).pairs) == 4


def test_other_systems_are_not_ours() -> None:
    with pytest.raises(Refused, match="Dutch"):
        next_round(event(4, System.DUTCH))
    with pytest.raises(Refused, match="knock-out"):
        table_of(event(4, System.KNOCKOUT))


def start_of(system: System) -> Tournament:
    """A small event of every format, with an odd number where that is allowed."""
    makers = {
        System.MATCH: lambda: event(2, system, planned_rounds=2),
        System.SCHEVENINGEN: lambda: team_event(2, 2, system),
        System.SEMI_SCHEVENINGEN: lambda: team_event(2, 2, system),
        System.SCHILLER: lambda: team_event(2, 2, system),
        System.SKALITZKA: lambda: team_event(3, 2, system),
        System.HILTON: lambda: team_event(4, 3, system),
        System.MOLTER: lambda: team_event(3, 2, system),
    }
    return makers.get(system, lambda: event(5 if "robin" in system.value else 7, system))()


@pytest.mark.parametrize("system", [s for s in System if s.has_table])
def test_every_format_has_its_place(system: System) -> None:
    t = start_of(system)
    assert next_round(t).round == 1


def test_plans_survive_json() -> None:
    plan = Plan(
        entries=(3, 1),
        first_round=4,
        groups=((1, 2), (3,)),
        double=Double.EACH,
        games=2,
        ladder=LADDER,
        play_on=True,
        awarded=frozenset({(2, 1)}),
        boards=4,
        balanced=True,
        third_place=True,
        by_team=False,
    )
    assert decode(Plan, json.loads(json.dumps(encode(plan)))) == plan
    assert decode(Plan, {}) == Plan()
    assert encode(Plan(), defaults=False) == {}


def test_a_recorded_round_is_followed_by_the_next() -> None:
    t = record(event(4, System.ROUND_ROBIN), {(1, 4): DRAW, (2, 3): DRAW})
    assert next_round(t).pairs == ((4, 3), (1, 2))


@pytest.mark.parametrize("system", [s for s in System if s.has_table])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_pair_has_its_reason(system: System, lang: str) -> None:
    t = start_of(system)
    while not finished(t):
        pairings = next_round(t)
        told = speak(lang, reasons, t)
        expected: list[tuple[int, int | None]] = [tuple(pair) for pair in pairings.pairs]  # type: ignore[misc]
        assert [tuple(reason.pair) for reason in told] == expected + ([(pairings.bye, None)] if pairings.bye else [])
        assert all(reason.text and reason.article and "{" not in reason.text for reason in told)
        t = play(t, pairings, strongest_wins)


def test_numbers_by_strength_are_pointed_out() -> None:  # C.05 6.2
    t = event(6, System.ROUND_ROBIN)
    assert numbers_by_strength(t)
    drawn = replace(t, players=tuple(replace(p, rating=2000 + (p.number * 7) % 6) for p in t.players))
    assert not numbers_by_strength(drawn)


def test_a_tournament_with_teams_may_still_be_played_by_players() -> None:
    t = team_event(2, 3, System.ROUND_ROBIN)
    assert len(table_of(t)) == 1
    assert len(table_of(planned(t, Plan(by_team=False)))) == 5


@pytest.mark.parametrize("plan", [Plan(entries=(1, 2, 2)), Plan(entries=(1, 9)), Plan(groups=((1, 2), (2, 3)))])
def test_entries_named_twice_or_unknown_are_refused(plan: Plan) -> None:
    for system in (System.ROUND_ROBIN, System.KNOCKOUT):
        with pytest.raises(Refused, match="Named twice or not entered"):
            next_round(planned(event(4, system), plan))


@pytest.mark.parametrize(
    "data", [{"double": "x"}, {"awarded": [1]}, {"ladder": [{}]}, {"groups": 5}, {"entries": None}]
)
def test_a_plan_that_cannot_be_read_is_bad_input(data: dict[str, object]) -> None:
    with pytest.raises(ArbitroError, match=r"plan.*expected"):
        decode(Plan, data, "plan")


def test_a_stage_waits_for_its_first_round() -> None:
    with pytest.raises(Refused, match="begins in round 4"):
        next_round(planned(event(4, System.ROUND_ROBIN), Plan(first_round=4)))


def test_a_round_of_forfeited_matches_is_a_round() -> None:
    t = team_event(4, 2, System.ROUND_ROBIN)
    first = next_round(t)
    t = replace(t, team_forfeits=tuple(TeamForfeit(1, *pair, "+-") for pair in first.pairs))
    assert next_round(t).round == 2
    assert [score.match_points for score in team_results.team_scores(t).values()] == [20, 20, 0, 0]
