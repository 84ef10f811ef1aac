"""What every round of every system must keep, on random tournaments with byes, forfeits and absences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest

from arbitro.model import Colour, Float, Outcome, Pairings, Tournament
from arbitro.model import team_results as teams
from arbitro.standings.ranking import ground_of
from arbitro.swiss import burstein, club, double, dubov, lim, team
from arbitro.swiss.account import RoundAccount, Say
from arbitro.swiss.burstein import text2017 as burstein_old
from arbitro.swiss.burstein import text2026 as burstein_2026
from arbitro.swiss.dubov import text1997 as dubov_1997
from arbitro.swiss.dubov import text2026 as dubov_2026
from arbitro.swiss.units import Field, Unit, of_players, pairable
from arbitro.swiss.upfloat import bye_order
from tests.swiss_other.simulate import NextRound, rounds_of, team_rounds_of


@dataclass(frozen=True)
class System:
    """A system under test."""

    next_round: NextRound
    field: Callable[[Tournament], Field]
    made: Callable[[Tournament, Field], RoundAccount]
    bye_key: Callable[[Tournament, Field, Sequence[Unit]], list[Unit]]  # candidates for the bye, best first
    limits: bool = True  # colour limits (C.04.1 f, g)
    last_round_free: bool = False
    forfeit_bars_bye: bool = True
    from_round: int = 1  # earlier rounds are another system's


def burstein_strengths(t: Tournament, field: Field) -> dict[int, burstein_old.Strength]:
    return burstein_old.strengths(field, ground_of(t)[0])


def burstein_bye_2026(t: Tournament, field: Field, units: Sequence[Unit]) -> list[Unit]:
    values = burstein_2026.indices(t, field)
    place = {u.number: i for i, u in enumerate(burstein_2026.ordered(units, values))}
    return bye_order(units, lambda u: -place[u.number])


SYSTEMS = {
    "lim": System(
        lambda t: lim.made_round(t, "2017").pairings(),
        of_players,
        lambda _t, f: lim.pair(f),
        lambda _t, _f, units: lim.bye_candidates(units),
        last_round_free=True,
    ),
    "burstein": System(
        lambda t: burstein.made_round(t, "2017").pairings(),
        burstein_old.field_of,
        lambda t, _f: burstein_old.made_round(t),
        lambda t, f, units: burstein_old.bye_candidates(units, burstein_strengths(t, f)),
    ),
    "burstein-2026": System(
        lambda t: burstein.made_round(t, "2026").pairings(),
        burstein_2026.field_of,
        lambda t, _f: burstein_2026.made_round(t),
        burstein_bye_2026,
        from_round=5,
    ),
    "dubov": System(
        lambda t: dubov.made_round(t, "2017").pairings(),
        dubov_1997.field_of,
        lambda _t, f: dubov_1997.pair(f),
        lambda _t, f, units: dubov_1997.bye_candidates(
            units, {u.number: dubov_1997.Seat(u, dubov_1997.average_opposition(f, u)) for u in units}
        ),
    ),
    "dubov-2026": System(
        lambda t: dubov.made_round(t, "2026").pairings(),
        dubov_2026.field_of,
        lambda _t, f: dubov_2026.pair(f),
        lambda _t, _f, units: bye_order(units),
    ),
    "club": System(
        lambda t: club.made_round(t, "1974").pairings(),
        club.field_of,
        lambda _t, f: club.pair(f),
        lambda _t, _f, units: club.bye_candidates(units),
        limits=False,
        forfeit_bars_bye=False,
    ),
    "double": System(
        lambda t: double.made_round(t, "2026").pairings(),
        lambda t: of_players(t, "2026"),
        lambda _t, f: double.pair(f),
        lambda _t, _f, units: bye_order(units),
        limits=False,
    ),
}

FEW, MANY = range(25), range(25, 300)
systems = pytest.mark.parametrize("name", SYSTEMS)
sweep = pytest.mark.parametrize(
    "tries", [pytest.param(FEW, id="sample"), pytest.param(MANY, id="all", marks=pytest.mark.slow)]
)


def rounds(system: System, tries: range) -> Iterator[tuple[Tournament, Pairings]]:
    for seed in tries:
        yield from rounds_of(seed, system.next_round)


@systems
@sweep
def test_a_round_keeps_the_basic_rules(name: str, tries: range) -> None:  # C.04.1
    system = SYSTEMS[name]
    for t, pairings in rounds(system, tries):
        seated = [n for pair in pairings.pairs for n in pair]
        bye = [] if pairings.bye is None else [pairings.bye]
        assert sorted(seated + bye) == sorted(t.available(pairings.round))  # everyone, once
        assert len(bye) == len(t.available(pairings.round)) % 2
        for white, black in pairings.pairs:
            assert black not in t.opponents(white)  # no second meeting
        if pairings.bye is not None:
            barred = {Outcome.PAIRING_BYE}
            if system.forfeit_bars_bye:
                barred |= {Outcome.FORFEIT_WIN, Outcome.FULL_BYE}
            assert not barred & {r.outcome for r in t.rounds_of(pairings.bye)}
        last = pairings.round == t.planned_rounds
        if system.limits and not (last and system.last_round_free):
            for pair in pairings.pairs:
                for number, colour in zip(pair, (Colour.WHITE, Colour.BLACK), strict=True):
                    games = (*t.colours(number), colour)
                    assert abs(sum(c.sign for c in games)) <= 2
                    assert not (len(games) > 2 and games[-1] is games[-2] is games[-3])


@systems
@sweep
def test_the_bye_goes_to_the_first_candidate_who_leaves_the_others_pairable(name: str, tries: range) -> None:
    system = SYSTEMS[name]
    for t, pairings in rounds(system, tries):
        if pairings.bye is None or pairings.round < system.from_round:
            continue
        field = system.field(t)
        colours = system.limits and not (field.is_last and system.last_round_free)
        for unit in system.bye_key(t, field, field.here):
            if unit.number == pairings.bye:
                break
            others = [u for u in field.here if u is not unit]
            assert not unit.may_have_bye or not pairable(others, colours=colours)


@systems
@sweep
def test_pairing_again_gives_the_same_round(name: str, tries: range) -> None:
    system = SYSTEMS[name]
    for t, pairings in rounds(system, tries[:10]):
        assert system.next_round(t) == pairings


def met_scores(field: Field, pairings: Pairings) -> Iterator[tuple[Unit, Unit]]:
    """The pairs between different scores, the higher one first."""
    for white, black in pairings.pairs:
        a, b = sorted((field.units[white], field.units[black]), key=lambda u: -u.score)
        if a.score != b.score:
            yield a, b


@sweep
def test_dubov_raises_nobody_twice_running_or_too_often(tries: range) -> None:  # C.04.4.1 2.1
    for t, pairings in rounds(SYSTEMS["dubov"], tries):
        field = dubov_1997.field_of(t)
        raised = [
            n.values["a"] for made in dubov_1997.pair(field).made for n in made.notes if n.say is Say.PULLED_UP
        ]  # fmt: skip
        for number in raised:
            if not field.is_last:
                assert field.units[number].last_float is not Float.UP
                assert field.units[number].upfloats < (4 if (t.planned_rounds or 0) >= 10 else 3)
        assert pairings == dubov_1997.pair(field).pairings()


@sweep
def test_burstein_lets_nobody_float_two_groups(tries: range) -> None:  # C.04.4.2 6.3
    for t, _ in rounds(SYSTEMS["burstein"], tries):
        field = burstein_old.field_of(t)
        made_round = burstein_old.made_round(t)
        if any(n.say is Say.MERGED for made in made_round.made for n in made.notes):
            continue  # a floater may leave two joined groups at once (6.6)
        bye = made_round.pairings().bye
        groups = sorted({u.score for u in field.here if u.number != bye}, reverse=True)
        below = dict(pairwise(groups))
        for a, b in met_scores(field, made_round.pairings()):
            assert below[a.score] == b.score


@sweep
def test_lim_floaters_go_towards_the_median(tries: range) -> None:  # C.04.4.3 2.2, 3.2
    for t, _ in rounds(SYSTEMS["lim"], tries):
        field = of_players(t)
        median = lim.median_score(field)
        made_round = lim.pair(field)
        bye = next((m.white for m in made_round.made if m.black is None), None)
        if any(n.say is Say.UNDONE for m in made_round.made for n in m.notes):
            continue
        for score in {u.score for u in field.here if u.score > median}:  # above, only downfloaters join a group
            inside = [u for u in field.here if u.score == score and u.number != bye]
            for a, b in met_scores(field, made_round.pairings()):
                if b in inside:
                    assert a.score > score


@pytest.mark.parametrize("name", ["dubov-2026", "double"])
@sweep
def test_only_the_fewest_rise(name: str, tries: range) -> None:  # fewest upfloaters
    system = SYSTEMS[name]
    for t, pairings in rounds(system, tries):
        field = system.field(t)
        top = max(u.score for u in field.here)
        residents = [u for u in field.here if u.score == top and u.number != pairings.bye]
        others = [u for u in field.here if u.score < top and u.number != pairings.bye]
        if pairable(residents, colours=system.limits) and pairable(others, colours=system.limits):
            assert not any(a.score == top for a, _ in met_scores(field, pairings))


TEAM_EDITIONS = ("2026", "olympiad", "burstein", "club")


@pytest.mark.parametrize("edition", TEAM_EDITIONS)
@pytest.mark.parametrize("kind", [team.Type.A, team.Type.B, team.Type.NONE])
@sweep
def test_teams_keep_the_basic_rules(edition: str, kind: team.Type, tries: range) -> None:  # C.04.6 C1, C2
    options = team.Options(kind, by_game_points=kind is team.Type.B)
    for seed in tries if edition == "2026" else tries[:20]:
        for t, pairings in team_rounds_of(seed, lambda t: team.made_round(t, edition, options).pairings()):
            records = teams.team_rounds(t)
            seated = [n for pair in pairings.pairs for n in pair]
            bye = [] if pairings.bye is None else [pairings.bye]
            assert sorted(seated + bye) == sorted(x.number for x in t.teams)
            for white, black in pairings.pairs:
                assert black not in [r.opponent for r in records[white] if r.outcome.played]
            for number in bye:
                assert Outcome.PAIRING_BYE not in [r.outcome for r in records[number]]
