"""Burstein, the text of 2026 (C.04.4.2): seeding rounds, then an Index instead of the score.

    C.04.4.2 (2026)     function          what it says
    seeding rounds      seeding_rounds    half the rounds, at most four, by the Dutch system
    Index               index             Buchholz, Sonneborn-Berger, pairing number; unplayed rounds neutralised
    bye                 pair              lowest score, most games played, lowest Index
    C1-C4               _pair_bracket     no second meeting, no equal absolute colours, everyone pairable
    C5-C8               _pair_bracket     most pairs, scores of floaters, the next bracket, colours
    order               rows              the opponent of the first, largest first; floating comes last
    colours             allocate          five steps, the higher Index deciding

Not listed one by one: the first best pairing is found by matching (`search`). Players moved down may meet each other;
nobody's float history counts, and there are no topscorers. Where the number of rounds is not known, four seeding
rounds are assumed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from arbitro.matching.largest import bits, maximum
from arbitro.matching.ordered import covered_first, first_cheapest
from arbitro.model import Colour, FloatRule, Points, Tournament, show
from arbitro.swiss.account import ByeRule, Made, Note, Round, Say, bye_note, label, note
from arbitro.swiss.burstein.opposition import opposition
from arbitro.swiss.dubov.text2026 import by_five_steps
from arbitro.swiss.units import (
    Field,
    Unit,
    choose_bye,
    graph,
    legal,
    no_pairing,
    of_players,
    pairable,
    score_groups,
    spare,
)
from arbitro.swiss.upfloat import bye_order

MOST_SEEDING_ROUNDS = 4


def seeding_rounds(rounds: int | None) -> int:
    """How many rounds the Dutch system pairs: half of them, at most four."""
    return MOST_SEEDING_ROUNDS if rounds is None else min(rounds // 2, MOST_SEEDING_ROUNDS)


def field_of(tournament: Tournament) -> Field:
    return of_players(tournament, "2026", float_rule=FloatRule.WORTH_MORE_THAN_LOSS)


# -- the Index


class Index(NamedTuple):
    """What ranks players of a bracket, highest first, before the pairing number."""

    buchholz: int
    sonneborn_berger: int


def index(field: Field, unit: Unit) -> Index:
    """Buchholz and Sonneborn-Berger from current scores, virtual points left out.

    An unplayed round counts as a game against oneself with the result that its points are worth.
    """
    met = opposition(field, unit)
    return Index(sum(f.score for f in met), sum(f.points * f.score for f in met))


def ordered(units: Sequence[Unit], values: dict[int, Index]) -> list[Unit]:
    """By Index, then by pairing number; the score does not count."""
    return sorted(units, key=lambda u: (*(-x for x in values[u.number]), u.rank))


def rows(players: int, pairs: int) -> Iterator[list[tuple[int, int]]]:
    """All pairings of a bracket in order: the opponent of 1, largest first, then of 2 …; 0 stands for floating.

    >>> next(rows(4, 1))
    [(1, 4), (2, 0), (3, 0)]
    """

    def extend(free: list[int], floats: int) -> Iterator[list[tuple[int, int]]]:
        if not free:
            yield []
            return
        first, others = free[0], free[1:]
        if len(free) > floats:
            for partner in reversed(others):
                for rest in extend([x for x in others if x != partner], floats):
                    yield [(first, partner), *rest]
        if floats:
            for rest in extend(others, floats - 1):
                yield [(first, 0), *rest]

    return extend(list(range(1, players + 1)), players - 2 * pairs)


# -- the round


def pair(field: Field) -> Round:
    """The bye first, then bracket after bracket; floaters go down."""
    values = {n: index(field, field.units[n]) for n in field.present}
    units = field.here
    made: list[Made] = []
    if len(units) % 2:
        place = {u.number: i for i, u in enumerate(ordered(units, values))}
        bye = choose_bye(units, bye_order(units, lambda u: -place[u.number]))
        units = [u for u in units if u is not bye]
        made.append(Made(bye.number, None, show(bye.score), (bye_note(ByeRule.BURSTEIN_2026, "C2", bye.number),)))
    if not pairable(units):
        raise no_pairing(units)
    groups = score_groups(units)
    floaters: list[Unit] = []
    why: dict[int, Note] = {}
    while groups:
        bracket = ordered([*floaters, *groups[0]], values)
        pairs, floaters = _pair_bracket(bracket, groups[1:])
        place = {u.number: i for i, u in enumerate(bracket, 1)}
        where = label(u.score for u in groups[0])
        for a, b in pairs:
            white, black, colour = allocate(field, a, b)
            ordinary = place[a.number] + place[b.number] == len(bracket) + 1
            numbers = {"a": a.number, "b": b.number, "i": place[a.number], "j": place[b.number]}
            reasons = [note(Say.ROW if ordinary else Say.ROW_FIRST, "C8, order", **numbers)]
            reasons += [why[u.number] for u in (a, b) if u.number in why]
            made.append(Made(white.number, black.number, where, (*reasons, colour)))
        for unit in floaters:
            why[unit.number] = note(Say.DOWN, "C5, C6", a=unit.number)
        groups = groups[1:]
    if floaters:
        raise no_pairing(units)
    return Round(field, made)


def allocate(field: Field, a: Unit, b: Unit) -> tuple[Unit, Unit, Note]:
    """Five steps; `a` is ahead by Index."""
    return by_five_steps(field, a, b, a.wish, b.wish)


# -- one bracket


def _pair_bracket(bracket: list[Unit], below: list[list[Unit]]) -> tuple[list[tuple[Unit, Unit]], list[Unit]]:
    """C4-C8: the pairs and who floats; as few as possible, so that everyone below can still be paired."""
    rest = [u for g in below for u in g]
    fewest = maximum(graph(bracket))[1]
    for count in range(fewest, len(bracket) + 1, 2):
        found = _first_best(bracket, count, range(len(bracket)))
        if found is None:
            continue
        if _ideal(found[1], below, rest):
            return found
        if count == 1:
            may_float = _best_floaters(bracket, below, rest)
            found = _first_best(bracket, count, may_float)
            if found is not None:
                return found
            continue
        sets = _best_sets(bracket, count, below, rest)
        if sets:
            solved = [s for chosen in sets if (s := _first_best(bracket, count, chosen)) is not None]
            place = {u.number: i for i, u in enumerate(bracket)}
            return min(solved, key=lambda s: _rank(s, place))
    raise no_pairing([*bracket, *rest])


def _best_floaters(bracket: list[Unit], below: list[list[Unit]], rest: Sequence[Unit]) -> list[int]:
    """The single floaters that are best by C4, C6 and C7, as places in the bracket."""
    can_leave = {u.number for u in spare(bracket)}
    awaited = spare(rest)  # whoever meets one of these completes the pairing below
    values = {
        i: (u.score, _burden([u], below))
        for i, u in enumerate(bracket)
        if u.number in can_leave and any(legal(u, other) for other in awaited)
    }
    best = min(values.values(), default=None)
    return [i for i, value in values.items() if value == best]


def _ideal(floaters: Sequence[Unit], below: list[list[Unit]], rest: Sequence[Unit]) -> bool:
    """Completion holds, and the next bracket loses nothing by these floaters (C7)."""
    return pairable([*floaters, *rest]) and _burden(floaters, below) in ((), (0,), (1,))


def _burden(floaters: Sequence[Unit], below: list[list[Unit]]) -> tuple[int, ...]:
    """C7: how many would float out of the next bracket, and their scores from the highest; smaller is better."""
    if not below:
        return (len(floaters),) if floaters else ()
    group = [*sorted(floaters, key=lambda u: -u.score), *below[0]]
    left = [group[i] for i in covered_first(graph(group), range(len(group)))]
    scores = sorted((u.score for u in left), reverse=True)
    lowest = below[0][0].score
    if all(s == lowest for s in scores) and len(scores) <= 1:
        return (len(scores),)
    return (len(scores), *scores)


def _best_sets(bracket: list[Unit], count: int, below: list[list[Unit]], rest: Sequence[Unit]) -> list[tuple[int, ...]]:
    """The sets of floaters that are best by C4, C6 and C7, as places in the bracket."""
    best: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    sets: list[tuple[int, ...]] = []
    for chosen in combinations(range(len(bracket)), count):
        floaters = [bracket[i] for i in chosen]
        scores = tuple(sorted((u.score for u in floaters), reverse=True))
        if best is not None and scores > best[0]:
            continue
        away = set(chosen)
        if not pairable([u for i, u in enumerate(bracket) if i not in away]) or not pairable([*floaters, *rest]):
            continue
        value = (scores, _burden(floaters, below))
        if best is None or value < best:
            best, sets = value, []
        if value == best:
            sets.append(chosen)
    return sets


Solution = tuple[list[tuple[Unit, Unit]], list[Unit]]


class _Kind(NamedTuple):
    due: Colour | None
    score: int
    may_float: bool
    is_float: bool = False


def _first_best(bracket: list[Unit], count: int, may_float: Collection[int]) -> Solution | None:
    """C6, C8, then the order: the first best pairing with so many floaters, all of them from `may_float`."""
    n = len(bracket)
    allowed = sum(1 << i for i in may_float)
    stand_ins = ((1 << count) - 1) << n
    neighbours = [mask | (stand_ins if allowed >> i & 1 else 0) for i, mask in enumerate(graph(bracket))]
    neighbours += [allowed] * count
    kinds = [_Kind(u.due, u.score, bool(allowed >> i & 1)) for i, u in enumerate(bracket)]
    kinds += [_Kind(None, 0, False, True)] * count
    base = n + 1
    levels = {score: base ** (i + 1) for i, score in enumerate(sorted({u.score for u in bracket}))}

    def price(a: _Kind, b: _Kind) -> int | None:
        if a.is_float or b.is_float:
            unit = b if a.is_float else a
            return None if unit.is_float or not unit.may_float else levels[Points(unit.score)]
        return int(a.due is not None and a.due is b.due)

    def options(_v: int, free: int) -> list[int]:
        partners = list(bits(free & ~stand_ins))
        partners.reverse()
        return partners + list(bits(free & stand_ins))

    found = first_cheapest(neighbours, kinds, price, options)
    if found is None:
        return None
    mate = found[0]
    pairs = [(bracket[v], bracket[w]) for v, w in enumerate(mate) if v < w < n]
    return pairs, [bracket[mate[n + i]] for i in range(count)]


def _rank(solution: Solution, place: dict[int, int]) -> tuple[int, list[int]]:
    """C8 and the order of `rows`, to compare solutions with different floaters."""
    pairs, floaters = solution
    partner = {u.number: len(place) for u in floaters}
    partner |= {a.number: -place[b.number] for a, b in pairs}
    clashes = sum(a.due is not None and a.due is b.due for a, b in pairs)
    return clashes, [partner[n] for n in sorted(partner, key=place.__getitem__)]
