"""Burstein, the older text (C.04.4.2).

    article    function            what it says
    1.3        (Unit.due)          the colour had less often, else the opposite of the last
    3.2        strengths, ordered  Sonneborn-Berger, Buchholz, median Buchholz, rating
    3.3        field_of            a virtual point for the top half in rounds 1 and 2
    4          bye_candidates      lowest score, lowest in the order of 3.2; nobody with an unplayed point
    5          allocate            colours
    6.1-6.5    pair_group          the first combination that grants the most colours; who floated in stays
    6.6        _bracket            a floater without an opponent goes back; two groups become one

The combinations are not listed when a round is paired: the first best one is found by matching (`search`).

Silent points and what is done: the top half of an odd field is rounded down, and a late entry
joins it by rank while its last member stays; unplayed rounds count as the event's
tie-breaks count them; where neither player has a colour, as in round 1, the higher-ranked one's number
decides; a floater is only sent on if the next group can then be paired and everyone else too, otherwise the groups are
joined; there is no waiver of colour limits in the last round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from arbitro.matching.largest import bits
from arbitro.matching.ordered import covered_first, first_cheapest
from arbitro.model import Colour, Tournament, show
from arbitro.standings.ranking import ground_of
from arbitro.standings.tiebreak import parse_tiebreak
from arbitro.standings.values import Ground
from arbitro.swiss.acceleration import entered_for_round_1
from arbitro.swiss.account import (
    ByeRule,
    Convention,
    Made,
    Note,
    RoundAccount,
    Say,
    convention,
    label,
    note,
    without_bye,
)
from arbitro.swiss.allocation import alternating, by_due, equalising, granted, seated
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

RULES = Rules("5.2, 5.3", Groups.LEAVING, "6.3", "6.6", "6.1, 6.2, 6.4", counts=(Count(UNMET, "6.5"),))
ACCELERATED_ROUNDS = 2  # 3.3


def seeding_rounds(rounds: int | None) -> int:
    """No round is left to another system."""
    return 0


class Strength(NamedTuple):
    """3.2: what orders a group, highest first."""

    sonneborn_berger: Fraction
    buchholz: Fraction
    median: Fraction
    rating: int


def field_of(tournament: Tournament) -> Field:
    """The field, with the virtual point of the first two rounds (3.3).

    4.1 bars everyone from the bye who has had a point without playing, as all systems do since 2026.
    """
    field = of_players(tournament, bye_bar="2026")
    return with_virtual_points(field, [player.number for player in entered_for_round_1(tournament)])


def with_virtual_points(field: Field, initial: Collection[int]) -> Field:
    """3.3: one point for each of the top half of the initial list, in rounds 1 and 2 only.

    The last one of the top half stays the last one, whoever enters later.
    """
    ranks = sorted(field.units[n].rank for n in initial)
    top = ranks[: len(ranks) // 2]
    if field.round > ACCELERATED_ROUNDS or not top:
        return field
    return field.with_scores(lambda u: 2 * field.draw if u.rank <= top[-1] else 0)


def made_round(tournament: Tournament) -> RoundAccount:
    """The next round, with its account."""
    field = field_of(tournament)
    return pair(field, strengths(field, ground_of(tournament)[0]))


def strengths(field: Field, ground: Ground) -> dict[int, Strength]:
    """3.2 for everyone, from the tie-breaks of the event as its standings have them."""
    values = tie_breaks(ground, "SB", "BH", "BH/M1")
    return {n: Strength(sb, bh, median, field.units[n].rating) for n, (sb, bh, median) in values.items()}


def tie_breaks(ground: Ground, *codes: str) -> dict[int, list[Fraction]]:
    """The values of some tie-breaks, by number."""
    columns = [ground.column(parse_tiebreak(code)) for code in codes]
    return {n: [Fraction(c.raw[i], c.unit) for c in columns] for i, n in enumerate(ground.numbers)}  # type: ignore[arg-type]


def ordered(units: Sequence[Unit], values: dict[int, Strength]) -> list[Unit]:
    """3.2: the order of a group, floaters included; equal in everything: by pairing number."""
    return sorted(units, key=lambda u: (*(-x for x in values[u.number]), u.rank))


def listed(tournament: Tournament) -> tuple[list[Unit], Callable[[Unit], dict[str, Any]]]:
    """What the list shows of this text: the order of 3.2 and its values."""
    field = field_of(tournament)
    values = strengths(field, ground_of(tournament)[0])

    def row(unit: Unit) -> dict[str, Any]:
        named = values[unit.number]._asdict()
        return named | {key: float(named[key]) for key in ("sonneborn_berger", "buchholz", "median")}

    return sorted(ordered(field.here, values), key=lambda u: -u.score), row


# -- the combinations (6.1-6.5)


class Row(NamedTuple):
    """One combination: pairs of numbers and who floats."""

    pairs: tuple[tuple[int, int], ...]
    floater: int | None = None


def pair_group(units: Sequence[Unit], stay: Collection[int] = ()) -> Row | None:
    """6.5: the first combination with the most colours granted, by pairing numbers; None if there is none.

    `units` are in the order of 3.2. Those in `stay` may not float (6.3).
    """
    may_float = [i for i, u in enumerate(units) if u.number not in stay]
    found = first_best(units, len(units) % 2, may_float, lambda unit: int(unit.due is not None))
    if found is None:
        return None
    pairs, floaters = found
    return Row(tuple((a.number, b.number) for a, b in pairs), floaters[0].number if floaters else None)


class _Kind(NamedTuple):
    """What a price depends on; the stand-in that a floater is matched with has no price of its own."""

    due: Colour | None
    floating: int | None  # what it costs to let the unit float; None: it may not
    is_stand_in: bool = False


Solution = tuple[list[tuple[Unit, Unit]], list[Unit]]  # the pairs and who floats


def first_best(
    bracket: Sequence[Unit], count: int, may_float: Collection[int], price_of: Callable[[Unit], int]
) -> Solution | None:
    """The first cheapest pairing with so many floaters, all of them from the places `may_float`; None: there is none.

    A pair costs one if both are due the same colour, a floater what `price_of` says. In order: the opponent of the
    first, the last one tried first, then of the second …; floating comes last.
    """
    n = len(bracket)
    allowed = sum(1 << i for i in may_float)
    stand_ins = ((1 << count) - 1) << n
    neighbours = [mask | (stand_ins if allowed >> i & 1 else 0) for i, mask in enumerate(graph(bracket))]
    neighbours += [allowed] * count
    kinds = [_Kind(u.due, price_of(u) if allowed >> i & 1 else None) for i, u in enumerate(bracket)]
    kinds += [_Kind(None, None, is_stand_in=True)] * count

    def price(a: _Kind, b: _Kind) -> int | None:
        if a.is_stand_in or b.is_stand_in:
            return (b if a.is_stand_in else a).floating
        return int(a.due is not None and a.due is b.due)

    def options(_v: int, free: int) -> list[int]:
        return [*reversed(list(bits(free & ~stand_ins))), *bits(free & stand_ins)]

    found = first_cheapest(neighbours, kinds, price, options)
    if found is None:
        return None
    mate = found[0]
    pairs = [(bracket[v], bracket[w]) for v, w in enumerate(mate) if v < w < n]
    return pairs, [bracket[mate[n + i]] for i in range(count)]


# -- the round


def bye_candidates(units: Sequence[Unit], values: dict[int, Strength]) -> list[Unit]:
    """4.2, 4.3: from the lowest score and the lowest in the order of 3.2 upwards."""
    return sorted(units, key=lambda u: (u.score, *values[u.number], -u.rank))


def pair(field: Field, values: dict[int, Strength]) -> RoundAccount:
    """All groups from the top; raises NoPairing where no complete pairing exists."""
    units, made = without_bye(field.here, bye_candidates(field.here, values), ByeRule.BURSTEIN, "4.2")
    if not pairable(units):
        raise no_pairing(units)
    groups = score_groups(units)
    incoming: list[Unit] = []
    why: dict[int, Note] = {}
    while groups:
        bracket, row, below = _bracket(field, values, incoming, groups)
        joined = groups[: len(groups) - len(below)]
        where = label(g[0].score for g in joined)
        merged = [note(Say.MERGED, "6.6", scores=where)] if len(joined) > 1 else []
        place = {u.number: i for i, u in enumerate(bracket, 1)}
        for a, b in row.pairs:
            white, black, colour = allocate(field, field.units[a], field.units[b], place)
            ordinary = place[a] + place[b] == len(bracket) + 1
            reason = note(Say.ROW if ordinary else Say.ROW_FIRST, "6.1, 6.5", a=a, b=b, i=place[a], j=place[b])
            floats = [why[x] for x in (a, b) if x in why]
            silent = [convention(Convention.FIRST_COLOURS)] if colour.say is Say.PARITY else []
            made.append(Made(white.number, black.number, where, (reason, *floats, *merged, colour, *silent)))
        incoming = [field.units[row.floater]] if row.floater is not None else []
        for unit in incoming:
            why[unit.number] = note(Say.EVEN_DOWN, "6.3", a=unit.number, score=show(unit.score))
        groups = below
    return RoundAccount(field, made, RULES)


def _bracket(
    field: Field, values: dict[int, Strength], incoming: Sequence[Unit], groups: list[list[Unit]]
) -> tuple[list[Unit], Row, list[list[Unit]]]:
    """6.3-6.6: the next group with its combination, joined with the groups below as far as necessary."""
    group, below = list(groups[0]), groups[1:]
    stay = {u.number for u in incoming}
    while True:
        bracket = ordered([*incoming, *group], values)
        row = _first_row(field, bracket, stay, below)
        if row is not None:
            return bracket, row, below
        if not below:
            raise no_pairing(bracket)
        group += below[0]
        below = below[1:]


def _first_row(field: Field, bracket: Sequence[Unit], stay: Collection[int], below: list[list[Unit]]) -> Row | None:
    """The best combination of a bracket that leaves everyone below, with the floater, pairable."""
    rest = [u for g in below for u in g]
    if len(bracket) % 2 == 0:
        return pair_group(bracket) if pairable(rest) else None
    if not below:
        return None
    awaited = spare(rest)  # whoever meets one of these completes the pairing below

    def finds_opponent(floater: Unit) -> bool:
        """6.6: the next group can be paired with the floater in it, and so can everyone else."""
        group = [floater, *below[0]]
        left = covered_first(graph(group), range(len(group)))
        return len(left) == len(group) % 2 and 0 not in left and any(legal(floater, u) for u in awaited)

    row = pair_group(bracket, stay)
    if row is None or row.floater is None or finds_opponent(field.units[row.floater]):
        return row
    return pair_group(bracket, {*stay, *(u.number for u in bracket if not finds_opponent(u))})


# -- colours (5)


def allocate(field: Field, a: Unit, b: Unit, place: dict[int, int]) -> tuple[Unit, Unit, Note]:
    """5.1, 5.4: White, Black and why; `place` is the order of 3.2."""
    first, second = (a, b) if place[a.number] < place[b.number] else (b, a)
    choice = (
        by_due(field, first, second, first="5.1", due="5.4", limits="5.2, 5.3")
        or equalising(first, second, "5.4")
        or alternating(first, second, "5.4")
        or granted(first, Say.BETTER_TIEBREAK, "5.4")
    )
    return seated(choice, first, second)
