"""The Lim system (C.04.4.3): groups are paired from both ends towards the median, exchanges keep the order.

    article        function              what it says
    1.1            bye_candidates        lowest-ranked of the lowest score
    2.2            group_order           top down to the median, bottom up to it, the median last
    2.3, 3.2-3.10  floaters_to_even      who leaves a group to make it even
    2.3, 3.9, 4.4  _leave, who_floats    who leaves because no opponent is left
    3.4, 3.5       _exchanged_floaters   a floater whom nobody waits for is exchanged before pairs are taken back
    2.4, 4.1-4.4   exchange_order        i against i + n/2; the order in which opponents are tried
    2.6            _pair_median          a blocked median takes back the pairs next to it
    3.6-3.8        _floater_options      floaters first, against the nearest player due the other colour
    5.1-5.7        allocate              colours; section 6 sets the limits aside in the last round
    7              (the same rules)      round 1 is one group: halves, colours by number

Silent points and what is done: who floats among several unpairable players (those whom a largest pairing, serving the
review order first, leaves over); a float of the last round is a game against another score on the side of the median
where that makes one a floater; exchanges for colour are tried player by player in the review order; the pair taken
back for a blocked median is the last one made. "Maxi-tournament" is a switch (`maxi`). The 2026 text changes nothing
but the bar on byes. `limits=False` drops the colour limits: the Olympiad's lighter demands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from arbitro.matching.largest import bits, maximum
from arbitro.matching.ordered import covered_first, in_order, is_pairable
from arbitro.model import Colour, Float, Points, Tournament, show
from arbitro.swiss.account import (
    ByeRule,
    Convention,
    Made,
    Note,
    RoundAccount,
    Say,
    Where,
    convention,
    note,
    without_bye,
)
from arbitro.swiss.allocation import alternating, by_due, granted, seated
from arbitro.swiss.passed_over import UNMET, Count, Groups, Rules
from arbitro.swiss.units import Field, Unit, graph, legal, no_pairing, of_players, pairable

RULES = Rules("2.1, 5.1", Groups.LEAVING, "2.2, 2.3", "3.1", "2.4, 4.1-4.3", counts=(Count(UNMET, "5.2"),))
MAXI_LIMIT = 100  # rating points, in maxi-tournaments (3.2, 3.8, 5.7)


def made_round(tournament: Tournament, edition: str, *, maxi: bool = False) -> RoundAccount:
    """The next round by the Lim system, with its account; the edition says who may have the bye."""
    return pair(of_players(tournament, edition), maxi=maxi)


# -- the round


def pair(field: Field, *, maxi: bool = False, limits: bool = True) -> RoundAccount:
    """All groups in their order; raises NoPairing where no complete pairing exists."""
    colours = limits and not field.is_last
    units, made = without_bye(field.here, bye_candidates(field.here), ByeRule.LIM, "1.1", colours=colours)
    if not pairable(units, colours=colours):
        raise no_pairing(units, colours=colours)
    rules = RULES if colours else RULES._replace(limits="")
    return RoundAccount(field, made + _Session(field, units, colours, maxi).run(), rules)


def bye_candidates(units: Sequence[Unit]) -> list[Unit]:
    """1.1: the lowest-ranked of the lowest score, then upwards."""
    return sorted(units, key=lambda u: (u.score, -u.rank))


def median_score(field: Field) -> Points:
    """2.2: half the points that the rounds played could have brought."""
    return Points((field.round - 1) * field.draw)


def group_order(scores: Iterable[int], median: int) -> list[int]:
    """2.2: from the top to just above the median, from the bottom to just below it, the median last."""
    ordered = sorted(set(scores), reverse=True)
    upper = [s for s in ordered if s > median]
    lower = [s for s in reversed(ordered) if s < median]
    return upper + lower + [s for s in ordered if s == median]


class _Pairing:
    """A pair of the round before colours are given."""

    __slots__ = ("above", "first", "group", "notes", "second")

    def __init__(self, first: Unit, second: Unit, group: Points, above: bool, notes: list[Note]) -> None:
        self.first, self.second, self.group, self.above, self.notes = first, second, group, above, notes


class _Group(NamedTuple):
    """A group when its floaters are known."""

    score: Points
    stay: list[Unit]
    floaters: list[Unit]  # all who float on
    order: list[Unit]  # candidates for making the number even, best first; empty if it was even
    away: list[Unit]  # who floats besides those without any opponent


class _Half:
    """The groups on one side of the median; those next to it can still be paired otherwise."""

    def __init__(self, downward: bool) -> None:
        self.downward = downward
        self.finished: list[_Pairing] = []
        self.nearest: list[_Pairing] = []  # of the group next to the median
        self.floaters: list[Unit] = []
        self.last: _Group | None = None

    @property
    def pairs(self) -> list[_Pairing]:
        return self.finished + self.nearest


class _Session:
    """One round in the making: floaters and pairs of both halves."""

    def __init__(self, field: Field, units: Sequence[Unit], colours: bool, maxi: bool) -> None:
        self.field, self.colours, self.maxi = field, colours, maxi
        self.median = median_score(field)
        self.groups: dict[Points, list[Unit]] = {}
        for unit in units:
            self.groups.setdefault(unit.score, []).append(unit)
        self.why: dict[int, list[Note]] = {}  # how a floater came to float

    def run(self) -> list[Made]:
        order = group_order(self.groups, self.median)
        upper = self._half([Points(s) for s in order if s > self.median], (), downward=True)
        lower = self._half([Points(s) for s in order if s < self.median], upper.floaters, downward=False)
        return [self._coloured(p) for p in self._pair_median(upper, lower)]

    def _half(self, scores: Sequence[Points], waiting: Sequence[Unit], *, downward: bool) -> _Half:
        """2.2: the groups of one half, floaters handed on towards the median, where some may wait already (3.4)."""
        half = _Half(downward)
        for i, score in enumerate(scores):
            last = i + 1 == len(scores)
            following = [*self.groups.get(self.median, []), *waiting] if last else self.groups[scores[i + 1]]
            half.last = self._leave(self.groups[score], half.floaters, following, score, downward)
            half.floaters = half.last.floaters
            half.finished, half.nearest = half.pairs, self._paired(half.last, downward)
        return half

    def _paired(self, group: _Group, downward: bool) -> list[_Pairing]:
        incoming = [u for u in group.stay if u.score != group.score]
        return self._pair_group(incoming, [u for u in group.stay if u.score == group.score], group.score, downward)

    # -- floaters (2.3, 3)

    def _leave(
        self, residents: Sequence[Unit], incoming: Sequence[Unit], following: Sequence[Unit], score: Points, down: bool
    ) -> _Group:
        """Who stays in a group and who floats on: nobody stays who cannot be paired there."""
        pool = [*incoming, *residents]
        neighbours = graph(pool, colours=self.colours)
        gone = [u for u, mask in zip(pool, neighbours, strict=True) if not mask]
        for unit in gone:
            self._say(unit, note(Say.UNPAIRABLE, "2.3", a=unit.number, score=show(score)))
        left = [u for u in pool if u not in gone]
        came = {u.number for u in incoming}
        order: list[Unit] = []
        if len(left) % 2:
            order = floaters_to_even(
                left,
                downward=down,
                incoming=came,
                has_opponent=self._opponent_after(gone, following),
                floated=self._floated,
                maxi=self.maxi,
            )
        has_opponent = self._opponent_after([], following)

        def priority(unit: Unit) -> tuple[int, int]:
            return (-floater_type(unit, came, has_opponent), unit.rank if down else -unit.rank)

        chosen = order[0] if order else None
        away = who_floats(left, chosen, priority, colours=self.colours)
        for unit in away:
            if unit is chosen:
                self._say(unit, note(Say.EVEN_DOWN, "2.3 d, 3.2", a=unit.number, score=show(score)))
            elif chosen is not None and chosen not in away:
                names = {"a": unit.number, "first": chosen.number, "score": show(score)}
                self._say(unit, note(Say.FLOATS_INSTEAD, "4.4 a", **names))
            else:
                self._say(unit, note(Say.LEFT_OVER, "3.1, 4.4", a=unit.number, score=show(score)))
                self._say(unit, convention(Convention.LEFT_OVER))
        return _Group(score, [u for u in left if u not in away], _floater_order(gone + away, down), order, away)

    def _opponent_after(self, floaters: Sequence[Unit], following: Sequence[Unit]) -> Callable[[Unit], bool]:
        """3.3, 3.4: a compatible opponent in the next group, those that other floaters need set aside."""

        def has_opponent(unit: Unit) -> bool:
            options = [u for u in following if legal(unit, u, colours=self.colours)]
            if len(options) > len(floaters) or not options:
                return bool(options)
            movers = [*floaters, unit]
            n = len(movers)
            rows = [
                sum(1 << n + j for j, u in enumerate(following) if legal(m, u, colours=self.colours)) for m in movers
            ]
            columns = [sum(1 << i for i, row in enumerate(rows) if row >> n + j & 1) for j in range(len(following))]
            mate, _ = maximum(rows + columns)
            return all(mate[i] >= 0 for i, row in enumerate(rows) if row)

        return has_opponent

    def _floated(self, unit: Unit) -> bool:
        """3.10: did the unit float in the round before? Towards the median of that round, over the board."""
        if not unit.record or not unit.record[-1].outcome.played:
            return False
        before = Points(self.median - self.field.draw)
        score = unit.scores[-1]
        return (unit.last_float is Float.DOWN and score > before) or (unit.last_float is Float.UP and score < before)

    def _say(self, unit: Unit, reason: Note) -> None:
        self.why.setdefault(unit.number, []).append(reason)

    # -- pairing a group

    def _pair_group(
        self, incoming: Sequence[Unit], residents: Sequence[Unit], score: Points, downward: bool
    ) -> list[_Pairing]:
        """Floaters first, then the rest by halves and exchanges; all of them can be paired."""
        ordered = list(incoming) + sorted(residents, key=lambda u: u.rank if downward else -u.rank)
        pairs = []
        for v, w, first in first_pairing(ordered, len(incoming), colours=self.colours, maxi=self.maxi):
            notes = self._pair_notes(ordered, v, w, first, v < len(incoming))
            pairs.append(_Pairing(ordered[v], ordered[w], score, score >= self.median, notes))
        return pairs

    def _pair_notes(self, ordered: Sequence[Unit], v: int, w: int, first: int, floater: bool) -> list[Note]:
        a, b, expected = ordered[v], ordered[w], ordered[first]
        names = {"a": a.number, "b": b.number, "first": expected.number}
        if floater:
            pair_note = note(Say.FLOATER_PAIR, "3.6-3.8", **names)
        elif expected is b:
            pair_note = note(Say.HALVES, "2.4", **names)
        elif legal(a, expected, colours=self.colours) and a.due is not None and a.due is expected.due:
            pair_note = note(Say.COLOUR_EXCHANGE, "5.2", **names)
        else:
            pair_note = note(Say.EXCHANGED, "4.2, 4.3", **names)
        return [pair_note, *self.why.get(a.number, []), *self.why.get(b.number, [])]

    # -- the median (2.6)

    def _pair_median(self, upper: _Half, lower: _Half) -> list[_Pairing]:
        """The median last; while it is blocked, floaters are exchanged, then the pairs next to it are taken back."""
        residents = self.groups.get(self.median, [])

        def blocked(down: Sequence[Unit], up: Sequence[Unit]) -> bool:
            return not is_pairable(graph([*down, *up, *residents], colours=self.colours))

        if blocked(upper.floaters, lower.floaters):
            self._exchanged_floaters(lower, lambda floaters: not blocked(upper.floaters, floaters))
        if blocked(upper.floaters, lower.floaters):
            self._exchanged_floaters(upper, lambda floaters: not blocked(floaters, lower.floaters))
        undone = False
        down, up, down_pairs, up_pairs = upper.floaters, lower.floaters, upper.pairs, lower.pairs
        while blocked(down, up):
            undone = True
            below = len(down) > len(up)
            source = up_pairs if (below and up_pairs) or not down_pairs else down_pairs
            pair = source.pop()
            (up if source is up_pairs else down).extend((pair.first, pair.second))
        incoming = [*_floater_order(down, True), *_floater_order(up, False)]
        pairs = self._pair_group(incoming, residents, self.median, downward=True)
        if undone:
            for pair in pairs:
                pair.notes += [note(Say.UNDONE, "2.6"), convention(Convention.LAST_MADE)]
        return down_pairs + pairs + up_pairs

    def _exchanged_floaters(self, half: _Half, serves: Callable[[Sequence[Unit]], bool]) -> None:
        """3.5: the floater that made the group next to the median even is exchanged for the next one who serves there.

        The group itself must be paired completely without the new floater.
        """
        group = half.last
        if group is None or len(group.away) != 1 or not group.order:
            return
        (old,) = group.away
        members = [old, *group.stay]
        for unit in group.order:
            floaters = _floater_order([unit if u is old else u for u in group.floaters], half.downward)
            stay = [u for u in members if u is not unit]
            if unit is not old and serves(floaters) and pairable(stay, colours=self.colours):
                self.why.pop(old.number, None)
                names = {"a": unit.number, "first": old.number, "score": show(group.score)}
                self._say(unit, note(Say.EXCHANGED_FLOATER, "3.5", **names))
                half.last = _Group(group.score, stay, floaters, group.order, [unit])
                half.floaters, half.nearest = floaters, self._paired(half.last, half.downward)
                return

    def _coloured(self, pair: _Pairing) -> Made:
        white, black, reason = allocate(self.field, pair.first, pair.second, above=pair.above)
        side = Where.MEDIAN if pair.group == self.median else Where.ABOVE if pair.above else Where.BELOW
        group = note(Say.DIRECTION, "2.2", score=show(pair.group), median=show(self.median), where=side.value)
        notes = [*pair.notes, group, reason]
        if self.field.is_last:
            notes.append(note(Say.LAST_ROUND, "6"))
        return Made(white.number, black.number, show(pair.group), tuple(notes))


# -- choosing a floater


def floater_type(unit: Unit, incoming: Collection[int], has_opponent: Callable[[Unit], bool]) -> int:
    """3.9, how bad a floater would be: 3 (type a) floated in and has no opponent next … 0 (type d) has one."""
    return (2 if unit.number in incoming else 0) + (0 if has_opponent(unit) else 1)


def floaters_to_even(
    pool: Sequence[Unit],
    *,
    downward: bool,
    incoming: Collection[int] = (),
    has_opponent: Callable[[Unit], bool] = lambda unit: True,
    floated: Callable[[Unit], bool] = lambda unit: False,
    maxi: bool = False,
) -> list[Unit]:
    """3.2-3.5, 3.9, 3.10: who leaves an odd group, best first.

    The least harmful type; not again whoever floated in the last round; one of the colour that more are due; then the
    lowest-ranked going down, the highest-ranked going up.
    """
    white = sum(u.due is Colour.WHITE for u in pool)
    black = sum(u.due is Colour.BLACK for u in pool)
    majority = None if white == black else Colour.WHITE if white > black else Colour.BLACK

    def key(unit: Unit) -> tuple[int, bool, bool, int]:
        return (
            floater_type(unit, incoming, has_opponent),
            floated(unit),
            majority is not None and unit.due is not majority,
            -unit.rank if downward else unit.rank,
        )

    order = sorted(pool, key=key)
    if maxi:
        extreme = max(pool, key=lambda u: u.rank if downward else -u.rank)
        if abs(order[0].rating - extreme.rating) > MAXI_LIMIT:
            return [extreme, *(u for u in order if u is not extreme)]
    return order


def who_floats(
    units: Sequence[Unit], chosen: Unit | None, priority: Callable[[Unit], tuple[int, ...]], *, colours: bool
) -> list[Unit]:
    """3.9, 4.4: the one chosen to make the number even, or those who cannot be paired even so.

    The worst floaters are avoided first, then the review order is served (`priority`). The chosen one stays if
    somebody cannot be paired otherwise: the first of these changes places with the chosen one (4.4 a).
    """

    def left_over(some: Sequence[Unit], last: Unit | None = None) -> list[Unit]:
        order = sorted(range(len(some)), key=lambda i: (some[i] is last, *priority(some[i])))
        return [some[i] for i in covered_first(graph(some, colours=colours), order)]

    if chosen is None:
        return left_over(units)
    unpaired = left_over([u for u in units if u is not chosen])
    for unit in unpaired or [chosen]:
        if pairable([u for u in units if u is not unit], colours=colours):
            return [unit]
    return left_over(units, chosen)


def _floater_order(floaters: Sequence[Unit], downward: bool) -> list[Unit]:
    """3.6, 3.7: downfloaters from the highest score and rank, upfloaters from the lowest."""
    return sorted(floaters, key=lambda u: (-u.score, u.rank) if downward else (u.score, -u.rank))


def _floater_options(rest: Sequence[int], incoming: int) -> list[int]:
    """3.8: the players of the group in the order of review, other floaters only after them."""
    return [w for w in rest if w >= incoming] + [w for w in rest if w < incoming]


# -- exchanges


def exchange_order(rest: Sequence[int]) -> list[int]:
    """4.2, 4.3: the opponents of the first player, tried in this order.

    `rest` are the others in the order of review; with the first player they make m, who meets number m/2 + 1,
    then the next ones to the end, then the ones before it upwards.

    >>> exchange_order([2, 3, 4, 5, 6])
    [4, 5, 6, 3, 2]
    """
    half = len(rest) // 2
    return [*rest[half:], *reversed(rest[:half])]


def colour_order(units: Sequence[Unit], v: int, tried: Sequence[int], *, maxi: bool = False) -> list[int]:
    """5.2: opponents who are not due the same colour come first; in maxi-tournaments only within 100 points."""
    if not tried:
        return []
    base = units[tried[0]].rating

    def clash(w: int) -> int:
        a, b = units[v], units[w]
        same = a.due is not None and a.due is b.due
        if not same:
            return 1 if maxi and abs(b.rating - base) > MAXI_LIMIT else 0
        return 2 if a.absolute and b.absolute else 1

    return sorted(tried, key=clash)


def first_pairing(
    ordered: Sequence[Unit], floaters: int = 0, *, colours: bool = True, maxi: bool = False
) -> list[tuple[int, int, int]]:
    """3.8, 4.1-4.3, 5.2: the first complete pairing in the order of exchanges, by places in the order of review.

    The first ones are `floaters`. Each pair comes with the place of whom its first member would have met before
    exchanges.
    """
    neighbours = graph(ordered, colours=colours)
    mate, _free = maximum(neighbours)
    proposed: dict[int, int] = {}

    def options(v: int, free: int) -> Iterator[int]:
        rest = list(bits(free))
        tried = _floater_options(rest, floaters) if v < floaters else exchange_order(rest)
        tried = [w for w in tried if neighbours[v] >> w & 1]
        if tried:
            proposed[v] = exchange_order(rest)[0] if v >= floaters else tried[0]
        return iter(colour_order(ordered, v, tried, maxi=maxi))

    mate = in_order(neighbours, mate, options)
    return [(v, w, proposed.get(v, w)) for v, w in enumerate(mate) if v < w]


# -- colours


def allocate(field: Field, a: Unit, b: Unit, *, above: bool) -> tuple[Unit, Unit, Note]:
    """5.3-5.6: White, Black and why. `above`: the group is the median or above it."""
    higher, lower = (a, b) if a.rank < b.rank else (b, a)
    choice = (
        by_due(field, higher, lower, first="7.2", due="5.1", limits="5.3")
        or alternating(higher, lower, "5.4")
        or (granted(higher, Say.HIGHER, "5.4") if above else granted(lower, Say.LOWER, "5.4"))
    )
    return seated(choice, higher, lower)
