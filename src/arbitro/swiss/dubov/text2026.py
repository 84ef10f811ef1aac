"""Dubov, the text of 2026 (C.04.4.1): brackets grow by upfloaters, sides by shifters.

    C.04.4.1 (2026)      function              what it says
    definitions          average_opposition    ARO as a whole number, halves up; 0 before the first game
    definitions          preference_of         as in the Dutch system; before the first game mildly Black
    definitions          most_upfloats         2 and one more for every five rounds of the event
    bye                  bye_order             lowest score, most games played, largest number
    C1-C4                brackets              no second meeting, a legal bye, no equal absolute colours, all pairable
    C5-C10               _judge                fewest upfloaters, best scores, colours, upfloats so far (not last round)
    G1, G2               _sides                who seeks White, who does not
    shifters             shifter_order         from the middle outwards; who changes sides, and how many
    transposition        pair_bracket          the first arrangement of G2 by number that is legal
    colours              allocate              five steps

There is no waiver of colour limits in the last round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from arbitro.matching.largest import FREE, Matching, bits, maximum
from arbitro.matching.ordered import in_order, least_cost
from arbitro.model import Colour, Float, FloatRule, Tournament, show
from arbitro.swiss.account import ByeRule, Made, Note, RoundAccount, Say, label, note, without_bye
from arbitro.swiss.allocation import Choice, seated
from arbitro.swiss.colours import Preference, Strength, alternate_difference, grant_both, grant_stronger
from arbitro.swiss.passed_over import UNMET, Count, Groups, Rules
from arbitro.swiss.units import Field, Unit, graph, of_players
from arbitro.swiss.upfloat import Judge, brackets, bye_order

NO_GAME = Preference(Strength.MILD, Colour.BLACK, 0, False)

Item = TypeVar("Item")


def field_of(tournament: Tournament) -> Field:
    return of_players(tournament, "2026", float_rule=FloatRule.WORTH_MORE_THAN_LOSS)


def average_opposition(field: Field, unit: Unit) -> int:
    """The mean rating of the opponents met over the board, rounded to a whole number, halves up."""
    met = unit.opponents
    total = sum(field.units[o].rating for o in met)
    return (2 * total + len(met)) // (2 * len(met)) if met else 0


def preference_of(unit: Unit) -> Preference:
    """Absolute, strong or mild; a player without a game mildly prefers Black."""
    return unit.wish if unit.games else NO_GAME


RULES = Rules(
    "C3",
    Groups.TAKING,
    "C5-C10",
    "C4",
    "C.04.4.1",
    counts=(Count(UNMET, "C7"),),
    kind=lambda unit, _rises: preference_of(unit).colour,
)


def rises(field: Field, unit: Unit) -> list[int]:
    """The rounds in which the unit floated up."""
    return [k for k, drift in enumerate(unit.floats, 1) if drift is Float.UP]


def most_upfloats(field: Field) -> int:
    """How often a player may rise: 2, and one more for every five rounds of the event."""
    return 2 + (field.rounds or field.round) // 5


def shifter_order(players: Sequence[Item]) -> list[Item]:
    """From the middle outwards, the upper one first where two are equally near.

    >>> shifter_order("ABCDEFG")
    ['D', 'C', 'E', 'B', 'F', 'A', 'G']
    """
    n = len(players)
    return [players[i] for i in sorted(range(n), key=lambda i: (abs(2 * i - (n - 1)), i))]


# -- the round


def pair(field: Field) -> RoundAccount:
    """The bye first, then bracket after bracket."""
    units, made = without_bye(field.here, bye_order(field.here), ByeRule.DUBOV_2026, "C2")
    aro = {u.number: average_opposition(field, u) for u in units}
    for bracket in brackets(units, _judge(field), colours=True):
        up = {u.number for u in bracket.upfloaters}
        where = label(u.score for u in bracket.residents)
        for i, (a, b) in enumerate(pair_bracket([*bracket.residents, *bracket.upfloaters], aro), 1):
            white, black, colour = allocate(field, a, b)
            names = {"a": a.number, "b": b.number, "aro": aro[a.number], "rating": b.rating}
            reasons = [note(Say.COLUMNS, "C.04.4.1, transposition", i=i, **names)]
            reasons += [
                note(Say.UPFLOATER, "C5, C6", a=u.number, score=show(u.score)) for u in (a, b) if u.number in up
            ]
            made.append(Made(white.number, black.number, where, (*reasons, colour)))
    return RoundAccount(field, made, RULES)


def _judge(field: Field) -> Judge:
    """C7, then, except in the last round, C8-C10."""
    most = most_upfloats(field)

    def history(chosen: Sequence[Unit]) -> tuple[int, int, int]:
        if field.is_last:
            return (0, 0, 0)
        maximum_upfloaters = [u for u in chosen if u.upfloats >= most]
        return (
            len(maximum_upfloaters),
            sum(u.upfloats for u in maximum_upfloaters),
            sum(u.last_float is Float.UP for u in chosen),
        )

    def least(residents: Sequence[Unit], chosen: Sequence[Unit]) -> tuple[int, ...]:
        white = sum(_seeks_white(u) for u in [*residents, *chosen])
        return (abs(2 * white - len(residents) - len(chosen)) // 2, *history(chosen))

    def value(residents: Sequence[Unit], chosen: Sequence[Unit], rest: Sequence[Unit]) -> tuple[int, ...]:
        unmet = unmet_preferences([*residents, *chosen])
        assert unmet is not None
        return (unmet, *history(chosen))

    return Judge(least, value)


def unmet_preferences(units: Sequence[Unit]) -> int | None:
    """C7 for the best pairing of these players; None if they cannot be paired."""
    return least_cost(graph(units), [_seeks_white(u) for u in units], lambda a, b: int(a == b))


def _seeks_white(unit: Unit) -> bool:
    return preference_of(unit).colour is Colour.WHITE


# -- one bracket


class _Sides(NamedTuple):
    """G1 in the order of S1, G2 in the order of numbers."""

    first: list[Unit]
    second: list[Unit]


def pair_bracket(units: Sequence[Unit], aro: dict[int, int]) -> list[tuple[Unit, Unit]]:
    """G1 by rising ARO against the first legal arrangement of G2 by number."""
    sides = _sides(units, aro)
    both = [*sides.first, *sides.second]
    k = len(sides.first)
    neighbours = _between(graph(both), k)
    mate, left = maximum(neighbours)
    assert not left
    mate = in_order(neighbours, mate, lambda _v, free: bits(free))
    return [(both[v], both[mate[v]]) for v in range(k)]


def _between(neighbours: Sequence[int], k: int) -> list[int]:
    """Only the pairs between the first k vertices and the others."""
    first = (1 << k) - 1
    return [mask & (~first if v < k else first) for v, mask in enumerate(neighbours)]


def _sides(units: Sequence[Unit], aro: dict[int, int]) -> _Sides:
    """Two sides of equal size with a legal pairing between them and as few preferences unmet as possible."""
    by_number = sorted(units, key=lambda u: u.rank)
    if not any(u.games for u in units):
        half = len(units) // 2
        upper, lower = by_number[:half], by_number[half:]
        if maximum(_between(graph(by_number), half))[1] == 0:
            return _Sides(_by_aro(upper, aro), lower)
    white = [u for u in by_number if _seeks_white(u)]
    black = [u for u in by_number if not _seeks_white(u)]
    unmet = unmet_preferences(units)
    assert unmet is not None
    surplus = abs(len(white) - len(black)) // 2
    inner = (unmet - surplus) // 2  # pairs inside the smaller group
    white_order, black_order = shifter_order(_by_aro(white, aro)), shifter_order(black)
    smaller, larger = (white_order, black_order) if len(white) <= len(black) else (black_order, white_order)
    if inner == 0:
        leave: tuple[Sequence[Unit], Sequence[Unit]] = ((), _shifters(smaller, larger, surplus))
    else:
        leave = next(_shifter_sets(smaller, larger, inner, surplus + inner))
    moved = {u.number for part in leave for u in part}
    first = [u for u in white if u.number not in moved] + [u for u in black if u.number in moved]
    second = [u for u in black if u.number not in moved] + [u for u in white if u.number in moved]
    return _Sides(_by_aro(first, aro), sorted(second, key=lambda u: u.rank))


def _by_aro(units: Sequence[Unit], aro: dict[int, int]) -> list[Unit]:
    return sorted(units, key=lambda u: (aro[u.number], u.rank))


def _shifters(smaller: Sequence[Unit], larger: Sequence[Unit], count: int) -> list[Unit]:
    """The first set of the larger group whose change of side leaves a legal pairing.

    Without pairs inside the smaller group, every pairing has exactly `count` pairs inside the larger one; in each, one
    player changes sides. So a player may shift who can be in such a pair: each in turn is tried and then held to it.
    """
    units = [*larger, *smaller]
    k = len(larger)
    inside = (1 << k) - 1
    neighbours = graph(units)
    neighbours = [mask if v < k else mask & inside for v, mask in enumerate(neighbours)]
    mate, _ = maximum(neighbours)
    shifted = 0
    chosen: list[Unit] = []
    for v in range(k):
        if len(chosen) == count:
            break
        trial = _restricted(neighbours, v, inside & ~shifted)
        again = _repaired(trial, mate, v)
        if again is not None:
            neighbours, mate = trial, again
            shifted |= 1 << v
            chosen.append(larger[v])
        else:  # they stay, so a partner of their own group is a shifter: one chosen already or one still to come
            stay = neighbours[v] & (~inside | shifted | ~((1 << (v + 1)) - 1))
            neighbours = _restricted(neighbours, v, stay)
    return chosen


def _restricted(neighbours: list[int], v: int, allowed: int) -> list[int]:
    """The graph in which v has only the allowed neighbours."""
    gone = neighbours[v] & ~allowed
    if not gone:
        return neighbours
    cut = list(neighbours)
    cut[v] &= allowed
    for w in bits(gone):
        cut[w] &= ~(1 << v)
    return cut


def _repaired(neighbours: list[int], mate: list[int], v: int) -> list[int] | None:
    """A perfect matching of a graph that has just lost edges of v; None if there is none."""
    w = mate[v]
    if neighbours[v] >> w & 1:
        return mate
    matching = Matching(neighbours, list(mate))
    matching.mate[v] = matching.mate[w] = FREE
    return matching.mate if matching.augment(v) else None


def _shifter_sets(
    smaller: Sequence[Unit], larger: Sequence[Unit], few: int, many: int
) -> Iterator[tuple[Sequence[Unit], Sequence[Unit]]]:
    """Sets of shifters from both groups, in order, that leave a legal pairing."""
    for out in combinations(smaller, few):
        for back in combinations(larger, many):
            one = [u for u in smaller if u not in out] + list(back)
            other = [u for u in larger if u not in back] + list(out)
            if maximum(_between(graph([*one, *other]), len(one)))[1] == 0:
                yield out, back


# -- colours


def higher_ranked(a: Unit, b: Unit) -> tuple[Unit, Unit]:
    """By score, then by number."""
    return (a, b) if (-a.score, a.rank) < (-b.score, b.rank) else (b, a)


def allocate(field: Field, a: Unit, b: Unit) -> tuple[Unit, Unit, Note]:
    """White, Black and why."""
    higher, lower = higher_ranked(a, b)
    return by_five_steps(field, higher, lower, preference_of(higher), preference_of(lower))


def by_five_steps(
    field: Field, higher: Unit, lower: Unit, mine: Preference, theirs: Preference
) -> tuple[Unit, Unit, Note]:
    """No games yet, both preferences, the stronger one, the latest difference, the higher-ranked one's preference.

    `mine` is what the higher-ranked prefers, by whatever ranking the system has.
    """
    if not higher.games and not lower.games:
        choice = Choice(higher, field.by_parity(higher), Say.PARITY, "colours 1")
    elif (colour := grant_both(mine, theirs)) is not None:
        choice = Choice(higher, colour, Say.BOTH_DUE, "colours 2")
    elif (colour := grant_stronger(mine, theirs)) is not None:
        choice = Choice(higher, colour, Say.STRONGER, "colours 3")
    elif (colour := alternate_difference(higher.games, lower.games)) is not None:
        choice = Choice(higher, colour, Say.ALTERNATE, "colours 4")
    else:
        assert mine.colour is not None
        choice = Choice(higher, mine.colour, Say.HIGHER, "colours 5")
    return seated(choice, higher, lower)
