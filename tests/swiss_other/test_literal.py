"""The real engines against slow ones that list every candidate in the order of the text, in brackets of up to 8."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest

from arbitro.matching.ordered import covered_first
from arbitro.model import Colour, Points
from arbitro.swiss import club, lim, team, upfloat
from arbitro.swiss.burstein import text2017 as burstein
from arbitro.swiss.burstein import text2026 as burstein2026
from arbitro.swiss.colours import Strength
from arbitro.swiss.dubov import text1997 as dubov
from arbitro.swiss.dubov import text2026 as dubov2026
from arbitro.swiss.units import Unit, graph, legal
from arbitro.swiss.upfloat import Bracket, Judge, brackets, next_group_suffers
from tests.engines import burstein as literal
from tests.swiss_other.make import random_bracket, unit

SAMPLE = range(150)
ALL = range(150, 3000)
seeds = pytest.mark.parametrize(
    "tries", [pytest.param(SAMPLE, id="sample"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
)


def pairings(units: Sequence[Unit]) -> Iterator[list[tuple[Unit, Unit]]]:
    """Every complete pairing."""
    if not units:
        yield []
        return
    first, others = units[0], units[1:]
    for i, other in enumerate(others):
        for rest in pairings([*others[:i], *others[i + 1 :]]):
            yield [(first, other), *rest]


def numbers(pairs: Sequence[tuple[Unit, Unit]]) -> list[tuple[int, int]]:
    return [(a.number, b.number) for a, b in pairs]


def ordered_sets(pairs: Sequence[tuple[Unit, Unit]]) -> set[frozenset[int]]:
    return {frozenset((a.number, b.number)) for a, b in pairs}


# -- Burstein


@seeds
def test_burstein_takes_the_first_row_with_the_most_colours(tries: range) -> None:  # C.04.4.2 6.2-6.5
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, rng.randrange(2, 9), met=rng.choice((0.1, 0.3, 0.6)))
        stay = {u.number for u in units if rng.random() < 0.15}
        by_number = {u.number: u for u in units}
        best: tuple[int, literal.Row] | None = None
        for row in literal.rows([u.number for u in units]):
            if row.floater in stay or not all(legal(by_number[a], by_number[b]) for a, b in row.pairs):
                continue
            granted = 0
            for a, b in row.pairs:
                dues = [by_number[x].due for x in (a, b) if by_number[x].due is not None]
                granted += len(set(dues))
            if best is None or granted > best[0]:
                best = (granted, row)
        assert burstein.pair_group(units, stay) == (best[1] if best else None), seed


@seeds
def test_burstein_2026_takes_the_first_best_row(tries: range) -> None:  # C.04.4.2 (2026) C4-C8
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, rng.randrange(2, 8), met=rng.choice((0.1, 0.4, 0.7)), scores=(4, 3))
        below = random_bracket(rng, 8, met=0.3, scores=(2,))
        below = [unit(u.number + 10, history="WB", score=2, met=[x + 10 for x in u.barred]) for u in below]
        crossed = {u.number: {v.number for v in below if rng.random() < 0.5} for u in units}
        units = [
            unit(u.number, score=u.score / 10, met=u.barred | crossed[u.number], history=_history(u)) for u in units
        ]
        below = [
            unit(v.number, score=2, met=v.barred | {n for n, met in crossed.items() if v.number in met}, history="WB")
            for v in below
        ]
        groups = [below[: 8 - len(units) % 2]]
        best: tuple[object, list[tuple[int, int]]] | None = None
        n = len(units)
        for pairs in range(n // 2, -1, -1):
            for row in literal.rows_2026(n, pairs):
                made = [(units[a - 1], units[b - 1]) for a, b in row if b]
                out = [units[a - 1] for a, b in row if not b]
                if not all(legal(a, b) for a, b in made) or not _complete([*out, *groups[0]]):
                    continue
                left = _fewest_left([*out, *groups[0]])
                clashes = sum(a.due is not None and a.due is b.due for a, b in made)
                value = (sorted((u.score for u in out), reverse=True), left, clashes)
                if best is None or value < best[0]:  # type: ignore[operator]
                    best = (value, numbers(made))
            if best is not None:
                break
        if best is None:
            continue
        made, _ = burstein2026._pair_bracket(units, groups)
        assert numbers(made) == best[1], seed


def _history(u: Unit) -> str:
    return "".join(c.value.upper() for c in u.games)


def _complete(units: Sequence[Unit]) -> bool:
    return len(units) % 2 == 0 and any(all(legal(a, b) for a, b in p) for p in pairings(units))


def _fewest_left(units: Sequence[Unit]) -> tuple[int, list[Points]]:
    """C7: how many the next bracket would let float, and their scores, by trying all sets."""
    for size in range(len(units) % 2, len(units) + 1, 2):
        found = []
        for out in combinations(units, size):
            stay = [u for u in units if u not in out]
            if _complete(stay):
                found.append(sorted((u.score for u in out), reverse=True))
        if found:
            return size, min(found)
    raise AssertionError


# -- Dubov


def seats(units: Sequence[Unit]) -> list[dubov.Seat]:
    return [dubov.Seat(u, Fraction(2000 + 7 * u.number % 50)) for u in units]


@seeds
def test_dubov_takes_the_first_arrangement_of_the_black_column(tries: range) -> None:  # C.04.4.1 6.3
    for seed in tries:
        rng = Random(seed)
        n = rng.randrange(1, 5)
        units = random_bracket(rng, 2 * n, met=rng.choice((0.2, 0.5)))
        white, black = dubov.columns(seats(units[:n]), seats(units[n:]))
        first = next(
            (p for p in permutations(black) if all(legal(a.unit, b.unit) for a, b in zip(white, p, strict=True))), None
        )
        found = dubov.pair_columns(white, black)
        if first is not None:
            assert found == list(zip(white, first, strict=True)), seed
            continue
        assert (found is not None) == _complete(units), seed
        if found is not None:  # pairs of one side, but as few as can be
            side = {s.unit.number: s in white for s in [*white, *black]}
            fewest = min(
                sum(side[a.number] is side[b.number] for a, b in p)
                for p in pairings(units)
                if all(legal(a, b) for a, b in p)
            )
            assert sum(side[a.unit.number] is side[b.unit.number] for a, b in found) == fewest, seed


@seeds
def test_dubov_2026_shifts_and_transposes_as_listed(tries: range) -> None:  # C.04.4.1 (2026), shifters, transposition
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, 2 * rng.randrange(1, 5), met=rng.choice((0.1, 0.3, 0.5)))
        if not _complete(units) or not any(u.games for u in units):
            continue
        aro = {u.number: 2000 + rng.randrange(5) for u in units}
        assert numbers(dubov2026.pair_bracket(units, aro)) == _listed_dubov(units, aro), seed


def _listed_dubov(units: Sequence[Unit], aro: dict[int, int]) -> list[tuple[int, int]]:
    wish = {u.number: dubov2026.preference_of(u).colour for u in units}
    unmet = min(
        sum(wish[a.number] is wish[b.number] for a, b in p) for p in pairings(units) if all(legal(a, b) for a, b in p)
    )
    white = sorted((u for u in units if wish[u.number] is Colour.WHITE), key=lambda u: (aro[u.number], u.rank))
    black = sorted((u for u in units if wish[u.number] is Colour.BLACK), key=lambda u: u.rank)
    small, large = (white, black) if len(white) <= len(black) else (black, white)
    surplus = (len(large) - len(small)) // 2
    inner = (unmet - surplus) // 2
    for out in combinations(dubov2026.shifter_order(small), inner):
        for back in combinations(dubov2026.shifter_order(large), surplus + inner):
            one = [u for u in small if u not in out] + list(back)
            two = [u for u in large if u not in back] + list(out)
            g1, g2 = (one, two) if small is white else (two, one)
            s1 = sorted(g1, key=lambda u: (aro[u.number], u.rank))
            for t2 in permutations(sorted(g2, key=lambda u: u.rank)):
                if all(legal(a, b) for a, b in zip(s1, t2, strict=True)):
                    return [(a.number, b.number) for a, b in zip(s1, t2, strict=True)]
    raise AssertionError


# -- Lim


def lim_search(
    units: list[Unit], fits: Callable[[Unit, Unit], bool], order: Callable[[Unit, list[Unit]], list[Unit]]
) -> list[tuple[Unit, Unit]] | None:
    """The exchange search of 4.2-4.4, depth first, as one would do it by hand."""
    if not units:
        return []
    first, rest = units[0], units[1:]
    for other in order(first, rest):
        if fits(first, other):
            below = lim_search([u for u in rest if u is not other], fits, order)
            if below is not None:
                return [(first, other), *below]
    return None


def by_hand(first: Unit, rest: list[Unit]) -> list[Unit]:
    """Half plus one, down to the last, then back up; those due another colour before those due the same."""
    half = len(rest) // 2
    tried = rest[half:] + rest[:half][::-1]
    return sorted(tried, key=lambda u: first.due is not None and first.due is u.due)


@seeds
@pytest.mark.parametrize("downward", [True, False], ids=["down", "up"])
def test_lim_exchanges_as_by_hand(tries: range, downward: bool) -> None:  # C.04.4.3 4, 5.2
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, 2 * rng.randrange(1, 5), met=rng.choice((0.1, 0.3, 0.5)))
        order = sorted(units, key=lambda u: u.rank if downward else -u.rank)
        expected = lim_search(order, legal, by_hand)
        if expected is None:
            assert not _complete(units)
            continue
        session = lim._Session(_field(units), units, True, False)
        found = session._pair_group([], units, units[0].score, downward)
        assert [(p.first.number, p.second.number) for p in found] == numbers(expected), seed


def _field(units: Sequence[Unit]):  # type: ignore[no-untyped-def]
    from tests.swiss_other.make import field

    return field(units)


# -- club Swiss


@seeds
def test_club_cards_are_exchanged_as_by_hand(tries: range) -> None:  # rule 6
    for seed in tries:
        rng = Random(seed)
        cards = random_bracket(rng, 2 * rng.randrange(1, 5), met=rng.choice((0.1, 0.3)))
        half = len(cards) // 2

        def fits(a: Unit, b: Unit) -> bool:
            return b.number not in a.barred

        def exchange(first: Unit, rest: list[Unit], lower: list[Unit]) -> list[Unit]:
            return sorted((u for u in rest if u in lower), key=lambda u: club.clash(first, u))

        swapped = [*cards[: half - 1], cards[half], cards[half - 1], *cards[half + 1 :]]
        for deck in (cards, swapped):
            lower = deck[half:]
            expected = lim_search(deck, fits, lambda first, rest, low=lower: exchange(first, rest, low))  # type: ignore[misc]
            if expected is not None:
                assert [(a.number, b.number) for a, b, _ in club.pair_cards(cards)] == numbers(expected), seed
                break


# -- team Swiss and Double-Swiss


def first_identified(
    units: Sequence[Unit], cost: Callable[[Unit, Unit], tuple[int, ...]]
) -> set[frozenset[int]] | None:
    best = None
    for pairs in pairings(sorted(units, key=lambda u: u.rank)):
        if any(b.number in a.barred for a, b in pairs):
            continue
        costs = [cost(a, b) for a, b in pairs]
        value = ([sum(c) for c in zip(*costs, strict=True)], upfloat.identifier(numbers(pairs)))
        if best is None or value < best[0]:
            best = (value, ordered_sets(pairs))
    return best[1] if best else None


@seeds
def test_team_brackets_follow_the_list_of_identifiers(tries: range) -> None:  # C.04.6, C8-C10
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, 2 * rng.randrange(1, 5), met=rng.choice((0.1, 0.3, 0.5)), floats=0.4)
        up = rng.sample(units, rng.randrange(0, len(units) // 2 + 1))
        bracket = Bracket([u for u in units if u not in up], up)
        wishes = {u.number: team.type_b(u.games) for u in units}

        def cost(a: Unit, b: Unit) -> tuple[int, int, int]:
            x, y = wishes[a.number], wishes[b.number]  # noqa: B023
            same = x.colour is not None and x.colour is y.colour
            strong = same and x.strength is y.strength is Strength.STRONG
            return same, strong, (a in up and b.floated) + (b in up and a.floated)  # noqa: B023

        expected = first_identified(units, cost)
        if expected is not None:
            assert ordered_sets(upfloat.pair_bracket(bracket, wishes)) == expected, seed


@seeds
def test_double_swiss_brackets_follow_the_list_of_identifiers(tries: range) -> None:  # C.04.5, C8
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, 2 * rng.randrange(1, 5), met=rng.choice((0.1, 0.3, 0.5)), floats=0.4)
        up = rng.sample(units, rng.randrange(0, len(units) // 2 + 1))
        bracket = Bracket([u for u in units if u not in up], up)
        expected = first_identified(
            units,
            lambda a, b: ((a in up and b.floated) + (b in up and a.floated),),  # noqa: B023
        )
        if expected is not None:
            assert ordered_sets(upfloat.pair_bracket(bracket)) == expected, seed


@seeds
def test_upfloaters_are_few_high_and_the_best_set(tries: range) -> None:  # C.04.5, C.04.6, C4-C7
    judge = Judge(
        least=lambda _r, chosen: (0, sum(u.floated for u in chosen)),
        value=lambda _r, chosen, rest: (next_group_suffers(rest), sum(u.floated for u in chosen)),
    )
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, 8, met=rng.choice((0.2, 0.4)), scores=(3, 2.5, 2, 1), floats=0.4)
        if not _unmet(units):
            continue
        first = next(brackets(units, judge, colours=False))
        top = max(u.score for u in units)
        residents = [u for u in units if u.score == top]
        below = [u for u in units if u.score < top]
        best = None
        for size in range(len(below) + 1):
            for chosen in combinations(sorted(below, key=lambda u: (-u.score, u.rank)), size):
                rest = [u for u in below if u not in chosen]
                if not _unmet([*residents, *chosen]) or not _unmet(rest):
                    continue
                value = (
                    size,
                    [-s for s in sorted(u.score for u in chosen)],
                    _suffers(rest),
                    sum(u.floated for u in chosen),
                    [u.rank for u in chosen],
                )
                if best is None or value < best:
                    best = value
            if best is not None:
                break
        assert best is not None
        assert [u.rank for u in first.upfloaters] == best[-1], seed


def _unmet(units: Sequence[Unit]) -> bool:
    return len(units) % 2 == 0 and any(all(b.number not in a.barred for a, b in p) for p in pairings(units))


def _suffers(rest: Sequence[Unit]) -> int:
    if not rest:
        return 0
    group = [u for u in rest if u.score == max(x.score for x in rest)]
    if len(group) % 2 == 0:
        return int(not _unmet(group))
    return int(not any(_unmet([u for u in group if u is not out]) for out in group))


# -- who is left over


@seeds
def test_the_largest_pairing_serves_the_given_order_first(tries: range) -> None:
    for seed in tries:
        rng = Random(seed)
        units = random_bracket(rng, rng.randrange(1, 8), met=0.6)
        order = rng.sample(range(len(units)), len(units))
        left = covered_first(graph(units), order)
        best = None
        for size in range(len(units) % 2, len(units) + 1, 2):
            for out in combinations(range(len(units)), size):
                if _complete([u for i, u in enumerate(units) if i not in out]):
                    served = [i not in out for i in order]
                    best = max(best or served, served)
            if best is not None:
                break
        assert best is not None
        assert sorted(left) == sorted(i for i, ok in zip(order, best, strict=True) if not ok), seed
