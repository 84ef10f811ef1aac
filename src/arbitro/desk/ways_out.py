"""When no legal pairing exists: the single exceptions after which everybody can be paired, each with its rule.

A way out is a whole round: two players who may not meet sit down together, or somebody has the bye again, and the
tournament's own system pairs all others. The arbiter decides; the command `pair-by-hand` writes it down.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from arbitro.desk.commands.by_hand import breaches
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import Board, State
from arbitro.errors import NoPairing
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Outcome, Pairings, PlayerRound, Tournament
from arbitro.swiss import next_round
from arbitro.swiss.colours import preference
from arbitro.swiss.general import may_have_bye

_ = gettext_for("desk")

OFFERED, TRIED = 8, 400
SMALL = 12  # players: above, one exception is enough or none is offered


@dataclass(frozen=True, slots=True)
class WayOut:
    """A round with one exception, in entrant ids."""

    text: str
    article: str
    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def ways_out(state: State) -> list[WayOut]:
    """The exceptions that help, the oldest meetings first. A small field may need several of them at once."""
    event = snapshot(state)
    try:
        next_round(event)
        return []
    except NoPairing as problem:
        blockers = problem.blockers
    playing = sorted(state.numbers[e.id] for e in state.playing(len(state.rounds) + 1) if e.id in state.numbers)
    near = sorted(combinations(playing, 2), key=lambda p: (_stands_apart(p, blockers), _last_met(event, *p), p))
    takers = [n for n in playing if not may_have_bye(event, n, state.settings.editions.swiss)]
    first = [*((n,) for n in takers if len(playing) % 2), *near][:TRIED]
    for most in range(1, SMALL // 2 if len(playing) <= SMALL else 2):
        ways = [way for forced in first if (way := _round_with(state, event, near, [forced], most)) is not None]
        if ways:
            return list({frozenset(map(frozenset, way.pairs)): way for way in reversed(ways)}.values())[::-1][:OFFERED]
    return []


def _stands_apart(pair: tuple[int, int], blockers: tuple[int, ...]) -> bool:
    return bool(blockers) and not set(pair) <= set(blockers)


def _last_met(event: Tournament, a: int, b: int) -> int:
    return max((r.round for r in event.rounds_of(a) if r.opponent == b and r.played), default=0)


def _round_with(
    state: State, event: Tournament, near: list[tuple[int, int]], forced: list[tuple[int, ...]], most: int
) -> WayOut | None:
    """The round in which those named are seated against a rule, at most so many times, and the others by the system."""
    rest = _others(event, [n for unit in forced for n in unit])
    if rest is not None:
        return _way(state, event, forced, rest)
    if len(forced) == most:
        return None
    seated = {n for unit in forced for n in unit}
    after = near.index(forced[-1]) if forced[-1] in near else -1
    for pair in near[after + 1 :]:
        if not seated & set(pair):
            way = _round_with(state, event, near, [*forced, pair], most)
            if way is not None:
                return way
    return None


def _way(state: State, event: Tournament, forced: list[tuple[int, ...]], rest: Pairings) -> WayOut | None:
    """The round in entrant ids, with what it breaks; None where a pair breaks nothing."""
    ids = {number: id for id, number in state.numbers.items()}
    texts, articles, pairs = [], [], []
    bye = ids[rest.bye] if rest.bye is not None else None
    for unit in forced:
        if len(unit) == 1:
            bye = ids[unit[0]]
            texts.append(_("Give {name} the bye again").format(name=state.entrants[bye].name))
            articles.append("C.04.3 C.2")
            continue
        white, black = unit
        first, second = (preference(event.colours(n)) for n in unit)
        if first.colour is Colour.BLACK or (first.colour is None and second.colour is Colour.WHITE):
            white, black = black, white
        faults = breaches(state, event, Board(ids[white], ids[black]))
        if not faults:
            return None
        a, b = state.entrants[ids[white]].name, state.entrants[ids[black]].name
        texts.append(_("Let {a} and {b} meet: {why}").format(a=a, b=b, why="; ".join(f.text for f in faults)))
        articles.append(faults[0].article)
        pairs.append((ids[white], ids[black]))
    pairs += [(ids[white], ids[black]) for white, black in rest.pairs]
    return WayOut(". ".join(texts), ", ".join(dict.fromkeys(filter(None, articles))), tuple(pairs), bye)


def _others(event: Tournament, seated: list[int]) -> Pairings | None:
    """The others' pairing by the system; None where there is none."""
    coming = event.rounds_paired + 1
    if all(n in seated or len(event.rounds_of(n)) >= coming for n in event.numbers):  # nobody else is there
        return Pairings(coming, ())
    absent = PlayerRound(coming, None, None, Outcome.ZERO_BYE)
    try:
        return next_round(event.with_rounds({n: (*event.rounds_of(n)[: coming - 1], absent) for n in seated}))
    except NoPairing:
        return None
