"""Brackets made by upfloaters only: Dubov 2026 (C.04.4.1), Double-Swiss (C.04.5) and team Swiss (C.04.6).

The highest scoregroup not yet paired takes as few players as possible from any lower ones, the highest-scored first,
so that all of it can be paired and so can everyone left. Which of the sets with the best scores is taken is up to the
system (`Judge`): the best one by its criteria, and among equals the first in the order of `upfloater_sets`.

    function          what it does
    bye_order         lowest score, most rounds played, largest number
    best_profile      the best scores that the fewest upfloaters may have
    upfloater_sets    all sets with given scores, in the order of pairing numbers
    brackets          the brackets of a round, one after another
    pair_bracket      teams and Double-Swiss: the first identifier that is best by C8-C10
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from types import MappingProxyType
from typing import Any, NamedTuple

from arbitro.matching.largest import bits, maximum
from arbitro.matching.ordered import first_cheapest
from arbitro.model import Colour, Points, show
from arbitro.swiss.account import Made, Note, Say, label, note
from arbitro.swiss.colours import Strength
from arbitro.swiss.passed_over import FLOATED, STRONG, UNMET, Count, Groups, Rules
from arbitro.swiss.units import Unit, graph, no_pairing, pairable, ranked, score_groups

_SORTED_SETS = 20_000  # up to so many sets are tried in the order of their lower bounds, more of them as they come


class Judge(NamedTuple):
    """How a system compares sets of upfloaters: smaller is better, as tuples."""

    least: Callable[[Sequence[Unit], Sequence[Unit]], tuple[int, ...]]  # residents, upfloaters: a lower bound
    value: Callable[[Sequence[Unit], Sequence[Unit], Sequence[Unit]], tuple[int, ...]]  # … and those left: the value


class Bracket(NamedTuple):
    """A scoregroup with its upfloaters; all of them are paired."""

    residents: list[Unit]
    upfloaters: list[Unit]


def bye_order(units: Sequence[Unit], last: Callable[[Unit], Any] = lambda u: -u.rank) -> list[Unit]:
    """Candidates for the bye: lowest score, most rounds played, then the largest number (or another last key)."""
    return sorted(units, key=lambda u: (u.score, -len(u.opponents), last(u)))


def upfloater_sets(groups: Sequence[Sequence[Unit]], profile: Sequence[Points]) -> Iterator[list[Unit]]:
    """All sets with these scores: members by score, then number; sets compared by their numbers from the front."""
    wanted = [(sorted(g, key=lambda u: u.rank), profile.count(g[0].score)) for g in groups if g[0].score in profile]
    wanted.sort(key=lambda part: -part[0][0].score)
    for parts in product(*(combinations(group, n) for group, n in wanted)):
        yield [unit for part in parts for unit in part]


def brackets(units: Sequence[Unit], judge: Judge, *, colours: bool) -> Iterator[Bracket]:
    """The brackets from the top. Raises NoPairing where not all can be paired."""
    if not pairable(units, colours=colours):
        raise no_pairing(units, colours=colours)
    groups = score_groups(units)
    while groups:
        residents, below = groups[0], groups[1:]
        upfloaters = _upfloaters(residents, below, judge, colours)
        taken = {u.number for u in upfloaters}
        yield Bracket(residents, upfloaters)
        groups = [kept for g in below if (kept := [u for u in g if u.number not in taken])]


def _upfloaters(residents: list[Unit], below: list[list[Unit]], judge: Judge, colours: bool) -> list[Unit]:
    """The fewest upfloaters, with the best scores; of these sets the best one by the system's criteria."""
    lonely = maximum(graph(residents, colours=colours))[1]  # so many at least have no partner among themselves
    nearest = sorted(u.score for u in ranked(u for g in below for u in g)[:lonely])
    best = _best_set(residents, below, nearest, judge, colours) if len(nearest) == lonely else None
    if best is None:  # the nearest scores do not serve: find those that do
        best = _best_set(residents, below, best_profile(residents, below, colours=colours), judge, colours)
    assert best is not None
    return best


def best_profile(
    residents: Sequence[Unit], below: Sequence[Sequence[Unit]], *, colours: bool = True
) -> tuple[Points, ...]:
    """The scores of the fewest upfloaters that leave all pairable; the lowest of them is as high as can be, and so on.

    With the fewest, each of them meets a resident: two who meet each other could stay where they are. So they are
    the partners of residents in a pairing of everyone that is cheapest when a resident's partner costs one, and the
    more of a low group, the more besides.
    """
    units = [*residents, *(u for g in below for u in g)]
    kinds = [0] * len(residents) + [i for i, g in enumerate(below, 1) for _ in g]
    base = len(residents) + 1

    def price(a: int, b: int) -> int:
        group = max(a, b)
        return 0 if min(a, b) or not group else base ** len(below) + base ** (group - 1)

    found = first_cheapest(graph(units, colours=colours), kinds, price, lambda _v, free: bits(free))
    if found is None:
        raise no_pairing(units, colours=colours)
    partners = (found[0][v] for v in range(len(residents)))
    return tuple(sorted(units[w].score for w in partners if kinds[w]))


def _best_set(
    residents: list[Unit], below: list[list[Unit]], profile: Sequence[Points], judge: Judge, colours: bool
) -> list[Unit] | None:
    sets = upfloater_sets(below, profile)
    number = prod(comb(len(g), profile.count(g[0].score)) for g in below)
    bounded = ((judge.least(residents, chosen), i, chosen) for i, chosen in enumerate(sets))
    ordered = sorted(bounded, key=lambda item: item[:2]) if number <= _SORTED_SETS else bounded
    everyone = [u for g in below for u in g]
    best: tuple[tuple[int, ...], int, list[Unit]] | None = None
    for bound, i, chosen in ordered:
        if best is not None and best[0] <= bound and (best[0] < bound or best[1] < i):
            if number <= _SORTED_SETS or not any(best[0]):
                break
            continue
        if not pairable([*residents, *chosen], colours=colours):
            continue
        taken = {u.number for u in chosen}
        rest = [u for u in everyone if u.number not in taken]
        if not pairable(rest, colours=colours):
            continue
        value = judge.value(residents, chosen, rest)
        if best is None or (value, i) < best[:2]:
            best = (value, i, chosen)
    return best[2] if best else None


def next_group_suffers(rest: Sequence[Unit]) -> int:
    """Does the next scoregroup need more upfloaters than its parity asks for? 1 if so."""
    return int(left_in_next_group(rest) > 1)


def left_in_next_group(rest: Sequence[Unit]) -> int:
    """How many of the next scoregroup a largest pairing of it leaves over."""
    return maximum(graph(score_groups(rest)[0], colours=False))[1] if rest else 0


# -- pairing a bracket by the first identifier: teams and Double-Swiss


class Wish(NamedTuple):
    """A preference for a colour: of board 1, where units are teams."""

    colour: Colour | None
    strength: Strength


NO_WISH = Wish(None, Strength.NONE)


def floats_judge(burden: Callable[[Sequence[Unit]], int], *, floats_count: bool) -> Judge:
    """C6: what a set leaves to the next group; C7: how many of it floated in the last round."""

    def floated(chosen: Sequence[Unit]) -> int:
        return sum(u.floated for u in chosen) if floats_count else 0

    return Judge(
        least=lambda _residents, chosen: (0, floated(chosen)),
        value=lambda _residents, chosen, rest: (burden(rest), floated(chosen)),
    )


class Measured(NamedTuple):
    """What the price of a pair depends on."""

    wish: Wish
    upfloater: bool
    floated: bool


def price(a: Measured, b: Measured) -> tuple[int, int, int]:
    """C8-C10: a preference unmet, a strong one, who floated and meets an upfloater."""
    same = a.wish.colour is not None and a.wish.colour is b.wish.colour
    strong = same and a.wish.strength is b.wish.strength is Strength.STRONG
    return int(same), int(strong), (a.upfloater and b.floated) + (b.upfloater and a.floated)


def pair_bracket(
    bracket: Bracket, wishes: Mapping[int, Wish] = MappingProxyType({}), *, floats_count: bool = True
) -> list[tuple[Unit, Unit]]:
    """C8-C10: fewest preferences unmet, fewest strong ones, fewest floaters met again; the first identifier."""
    units = sorted([*bracket.residents, *bracket.upfloaters], key=lambda u: u.rank)
    up = {u.number for u in bracket.upfloaters}
    kinds = [Measured(wishes.get(u.number, NO_WISH), u.number in up, floats_count and u.floated) for u in units]
    base = len(units) + 1

    def total(a: Measured, b: Measured) -> int:
        unmet, strong, again = price(a, b)
        return (unmet * base + strong) * base + again

    found = first_cheapest(graph(units, colours=False), kinds, total)
    assert found is not None
    return [(units[v], units[w]) for v, w in enumerate(found[0]) if v < w]


def identifier(pairs: Iterable[Sequence[int]]) -> list[int]:
    """The smaller numbers of the pairs in ascending order, then their partners in the same order.

    >>> identifier([(16, 6), (4, 8)])
    [4, 6, 8, 16]
    """
    ordered = sorted((min(p), max(p)) for p in pairs)
    return [a for a, _ in ordered] + [b for _, b in ordered]


Colours = Callable[[Unit, Unit], tuple[Unit, Unit, Note]]


def boards(bracket: Bracket, pairs: Sequence[tuple[Unit, Unit]], colours: Colours, article: str) -> list[Made]:
    """The boards of a bracket with their reasons; `article` is that of the system."""
    up = {u.number for u in bracket.upfloaters}
    where = label(u.score for u in bracket.residents)
    order = " ".join(map(str, identifier([(a.rank, b.rank) for a, b in pairs])))
    made = []
    for a, b in pairs:
        white, black, colour = colours(a, b)
        reasons = [note(Say.IDENTIFIER, f"{article}, identifier", a=a.number, b=b.number, identifier=order)]
        reasons += [note(Say.UPFLOATER, "C4, C5", a=u.number, score=show(u.score)) for u in (a, b) if u.number in up]
        made.append(Made(white.number, black.number, where, (*reasons, colour)))
    return made


def rules(article: str, wish: Callable[[Unit], Wish], *, floats_count: bool, criteria: Sequence[str]) -> Rules:
    """What is said of pairs that are not made; `criteria` are the numbers of the three counts."""
    return Rules(
        "",
        Groups.TAKING,
        "C4-C7",
        "C3",
        article,
        counts=tuple(map(Count, (UNMET, STRONG, FLOATED), criteria)),
        kind=lambda unit, rises: Measured(wish(unit), rises, floats_count and unit.floated),
        price=price,
    )
