"""Burstein, the text of 2026 (C.04.4.2): seeding rounds, then an Index instead of the score.

    C.04.4.2 (2026)     function          what it says
    seeding rounds      seeding_rounds    half the rounds, at most four, by the Dutch system
    Index               indices           Buchholz, Sonneborn-Berger, pairing number; unplayed rounds neutralised
    bye                 pair              lowest score, most games played, lowest Index
    C1-C4               _pair_bracket     no second meeting, no equal absolute colours, everyone pairable
    C5-C8               _pair_bracket     most pairs, scores of floaters, the next bracket, colours
    order               _first_best       the opponent of the first, largest first; floating comes last
    colours             allocate          five steps, the higher Index deciding

Not listed one by one: the first best pairing is found by matching (`search`). Players moved down may meet each other;
nobody's float history counts, and there are no topscorers. Where the number of rounds is not known, four seeding
rounds are assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from arbitro.matching.largest import maximum
from arbitro.matching.ordered import covered_first
from arbitro.model import FloatRule, Tournament
from arbitro.standings.book import book_of
from arbitro.standings.edition import EDITIONS
from arbitro.standings.values import Ground
from arbitro.swiss.account import ByeRule, Made, Note, RoundAccount, Say, label, note, without_bye
from arbitro.swiss.burstein.text2017 import Solution, first_best, tie_breaks
from arbitro.swiss.dubov.text2026 import by_five_steps
from arbitro.swiss.passed_over import UNMET, Count, Groups, Rules
from arbitro.swiss.units import (
    Field,
    Unit,
    graph,
    legal,
    no_pairing,
    of_players,
    pairable,
    score_groups,
    spare,
)
from arbitro.swiss.upfloat import bye_order

RULES = Rules("C3", Groups.LEAVING, "C5, C6", "C4", "C.04.4.2", counts=(Count(UNMET, "C8"),))
MOST_SEEDING_ROUNDS = 4


def seeding_rounds(rounds: int | None) -> int:
    """How many rounds the Dutch system pairs: half of them, at most four."""
    return MOST_SEEDING_ROUNDS if rounds is None else min(rounds // 2, MOST_SEEDING_ROUNDS)


def field_of(tournament: Tournament) -> Field:
    return of_players(tournament, "2026", float_rule=FloatRule.WORTH_MORE_THAN_LOSS)


# -- the Index


class Index(NamedTuple):
    """What ranks players of a bracket, highest first, before the pairing number."""

    buchholz: Fraction
    sonneborn_berger: Fraction


def indices(tournament: Tournament, field: Field) -> dict[int, Index]:
    """Buchholz and Sonneborn-Berger from current scores, virtual points left out.

    An unplayed round counts as a game against oneself with the result that its points are worth; absences that go on
    in this round count as draws for the opponents.
    """
    ground = Ground(book_of(tournament, EDITIONS["2024"], here=field.present))
    return {number: Index(*values) for number, values in tie_breaks(ground, "BH", "SB").items()}


def ordered(units: Sequence[Unit], values: dict[int, Index]) -> list[Unit]:
    """By Index, then by pairing number; the score does not count."""
    return sorted(units, key=lambda u: (*(-x for x in values[u.number]), u.rank))


def listed(tournament: Tournament) -> tuple[list[Unit], Callable[[Unit], dict[str, Any]]]:
    """What the list shows of this text: the order of the Index and its values."""
    field = field_of(tournament)
    values = indices(tournament, field)

    def row(unit: Unit) -> dict[str, Any]:
        return {key: float(value) for key, value in values[unit.number]._asdict().items()}

    return sorted(ordered(field.here, values), key=lambda u: -u.score), row


# -- the round


def made_round(tournament: Tournament) -> RoundAccount:
    """The next round, with its account; no seeding round."""
    field = field_of(tournament)
    return pair(field, indices(tournament, field))


def pair(field: Field, values: dict[int, Index]) -> RoundAccount:
    """The bye first, then bracket after bracket; floaters go down."""
    units = field.here
    place = {u.number: i for i, u in enumerate(ordered(units, values))}
    candidates = bye_order(units, lambda u: -place[u.number])
    units, made = without_bye(units, candidates, ByeRule.BURSTEIN_2026, "C2")
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
    return RoundAccount(field, made, RULES)


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


def _first_best(bracket: list[Unit], count: int, may_float: Collection[int]) -> Solution | None:
    """C6, C8, then the order: the first best pairing with so many floaters, all of them from `may_float`."""
    base = len(bracket) + 1
    levels = {score: base ** (i + 1) for i, score in enumerate(sorted({u.score for u in bracket}))}
    return first_best(bracket, count, may_float, lambda unit: levels[unit.score])


def _rank(solution: Solution, place: dict[int, int]) -> tuple[int, list[int]]:
    """C8 and the order, to compare solutions with different floaters."""
    pairs, floaters = solution
    partner = {u.number: len(place) for u in floaters}
    partner |= {a.number: -place[b.number] for a, b in pairs}
    clashes = sum(a.due is not None and a.due is b.due for a, b in pairs)
    return clashes, [partner[n] for n in sorted(partner, key=place.__getitem__)]
