"""The Lim system (C.04.4.3): groups are paired from both ends towards the median, exchanges keep the order.

    article        function              what it says
    1.1            bye_candidates        lowest-ranked of the lowest score
    2.2            group_order           top down to the median, bottom up to it, the median last
    2.3, 3.2-3.10  floater_to_even       who leaves a group to make it even
    2.3, 3.9, 4.4  _leave                who leaves because no opponent is left
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

from arbitro.matching.largest import bits, maximum
from arbitro.matching.ordered import covered_first, in_order, is_pairable
from arbitro.model import Colour, Float, Points, Tournament, show
from arbitro.swiss.account import (
    ByeRule,
    Convention,
    Made,
    Note,
    Round,
    Say,
    Where,
    bye_note,
    convention,
    note,
)
from arbitro.swiss.allocation import alternating, by_due, granted, seated
from arbitro.swiss.passed_over import UNMET, Count, Groups, Rules
from arbitro.swiss.units import Field, Unit, choose_bye, graph, legal, no_pairing, of_players, pairable

RULES = Rules("2.1, 5.1", Groups.LEAVING, "2.2, 2.3", "3.1", "2.4, 4.1-4.3", counts=(Count(UNMET, "5.2"),))
MAXI_LIMIT = 100  # rating points, in maxi-tournaments (3.2, 3.8, 5.7)


def made_round(tournament: Tournament, edition: str, *, maxi: bool = False) -> Round:
    """The next round by the Lim system, with its account; the edition says who may have the bye."""
    return pair(of_players(tournament, edition), maxi=maxi)


# -- the round


def pair(field: Field, *, maxi: bool = False, limits: bool = True) -> Round:
    """All groups in their order; raises NoPairing where no complete pairing exists."""
    colours = limits and not field.is_last
    units = field.here
    made: list[Made] = []
    if len(units) % 2:
        bye = choose_bye(units, bye_candidates(units), colours=colours)
        units = [u for u in units if u is not bye]
        made.append(Made(bye.number, None, show(bye.score), (bye_note(ByeRule.LIM, "1.1", bye.number),)))
    if not pairable(units, colours=colours):
        raise no_pairing(units, colours=colours)
    rules = RULES if colours else RULES._replace(limits="")
    return Round(field, made + _Session(field, units, colours, maxi).run(), rules)


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
        upper = [Points(s) for s in order if s > self.median]
        lower = [Points(s) for s in order if s < self.median]
        down_pairs, downfloaters = self._half(upper, downward=True)
        up_pairs, upfloaters = self._half(lower, downward=False)
        pairs = self._pair_median(downfloaters, upfloaters, down_pairs, up_pairs)
        return [self._coloured(p) for p in pairs]

    def _half(self, scores: Sequence[Points], *, downward: bool) -> tuple[list[_Pairing], list[Unit]]:
        """2.2: the groups of one half, floaters handed on towards the median."""
        pairs: list[_Pairing] = []
        floaters: list[Unit] = []
        for i, score in enumerate(scores):
            after = scores[i + 1] if i + 1 < len(scores) else self.median
            following = self.groups.get(after, [])
            stay, floaters = self._leave(self.groups[score], floaters, following, score, downward)
            incoming = [u for u in stay if u.score != score]
            pairs += self._pair_group(incoming, [u for u in stay if u.score == score], score, downward)
        return pairs, floaters

    # -- floaters (2.3, 3)

    def _leave(
        self, residents: Sequence[Unit], incoming: Sequence[Unit], following: Sequence[Unit], score: Points, down: bool
    ) -> tuple[list[Unit], list[Unit]]:
        """Who stays in a group and who floats on: nobody stays who cannot be paired there."""
        pool = [*incoming, *residents]
        neighbours = graph(pool, colours=self.colours)
        gone = [u for u, mask in zip(pool, neighbours, strict=True) if not mask]
        for unit in gone:
            self._say(unit, note(Say.UNPAIRABLE, "2.3", a=unit.number, score=show(score)))
        left = [u for u in pool if u not in gone]
        chosen = None
        came = {u.number for u in incoming}
        if len(left) % 2:
            chosen = floater_to_even(
                left,
                downward=down,
                incoming=came,
                has_opponent=self._opponent_after(gone, following),
                floated=self._floated,
                maxi=self.maxi,
            )
        away = self._unpairable(left, chosen, came, following, down)
        for unit in away:
            if unit is chosen:
                self._say(unit, note(Say.EVEN_DOWN, "2.3 d, 3.2", a=unit.number, score=show(score)))
            else:
                self._say(unit, note(Say.UNPAIRABLE, "3.1, 4.4", a=unit.number, score=show(score)))
                self._say(unit, convention(Convention.LEFT_OVER))
        floaters = gone + away
        return [u for u in left if u not in away], _floater_order(floaters, down)

    def _unpairable(
        self, left: Sequence[Unit], chosen: Unit | None, came: Collection[int], following: Sequence[Unit], down: bool
    ) -> list[Unit]:
        """3.9, 4.4: the worst floaters are avoided first, then the review order is served.

        The one chosen to make the number even floats unless somebody cannot be paired without him: then the first of
        these changes places with him (4.4 a).
        """
        has_opponent = self._opponent_after([], following)

        def priority(unit: Unit) -> tuple[int, int]:
            return (-floater_type(unit, came, has_opponent), unit.rank if down else -unit.rank)

        def left_over(units: Sequence[Unit], last: Unit | None = None) -> list[Unit]:
            order = sorted(range(len(units)), key=lambda i: (units[i] is last, *priority(units[i])))
            return [units[i] for i in covered_first(graph(units, colours=self.colours), order)]

        if chosen is None:
            return left_over(left)
        unpaired = left_over([u for u in left if u is not chosen])
        for unit in unpaired or [chosen]:
            if pairable([u for u in left if u is not unit], colours=self.colours):
                return [unit]
        return left_over(left, chosen)

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
        if not ordered:
            return []
        neighbours = graph(ordered, colours=self.colours)
        mate, _ = maximum(neighbours)
        first: dict[int, int] = {}  # whom a unit would have met before exchanges
        k = len(incoming)

        def options(v: int, free: int) -> Iterator[int]:
            rest = list(bits(free))
            tried = _floater_options(rest, k) if v < k else exchange_order(rest)
            tried = [w for w in tried if neighbours[v] >> w & 1]
            if tried:
                first[v] = exchange_order(rest)[0] if v >= k else tried[0]
            return iter(colour_order(ordered, v, tried, maxi=self.maxi))

        mate = in_order(neighbours, mate, options)
        pairs = []
        for v, w in enumerate(mate):
            if v < w:
                notes = self._pair_notes(ordered, v, w, first.get(v, w), v < k)
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

    def _pair_median(
        self, down: list[Unit], up: list[Unit], down_pairs: list[_Pairing], up_pairs: list[_Pairing]
    ) -> list[_Pairing]:
        """The median last; while it is blocked, the pairs made last next to it are taken back."""
        residents = self.groups.get(self.median, [])
        undone = False
        while not is_pairable(graph([*down, *up, *residents], colours=self.colours)):
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


def floater_to_even(
    pool: Sequence[Unit],
    *,
    downward: bool,
    incoming: Collection[int] = (),
    has_opponent: Callable[[Unit], bool] = lambda unit: True,
    floated: Callable[[Unit], bool] = lambda unit: False,
    maxi: bool = False,
) -> Unit:
    """3.2-3.5, 3.9, 3.10: who leaves an odd group.

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

    chosen = min(pool, key=key)
    if maxi:
        extreme = max(pool, key=lambda u: u.rank if downward else -u.rank)
        if abs(chosen.rating - extreme.rating) > MAXI_LIMIT:
            return extreme
    return chosen


def _floater_order(floaters: Sequence[Unit], downward: bool) -> list[Unit]:
    """3.6, 3.7: downfloaters from the highest score and rank, upfloaters from the lowest."""
    return sorted(floaters, key=lambda u: (-u.score, u.rank) if downward else (u.score, -u.rank))


def _floater_options(rest: Sequence[int], incoming: int) -> list[int]:
    """3.8: the players of the group in the order of review, other floaters only after them."""
    return [w for w in rest if w >= incoming] + [w for w in rest if w < incoming]


# -- exchanges


def exchange_order(rest: Sequence[int]) -> list[int]:
    """4.2, 4.3: the opponents of the first player, tried in this order.

    `rest` are the others in the order of review; with the first player they make m, and he meets number m/2 + 1,
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


def pair_group(
    players: Sequence[int],
    incompatible: Collection[frozenset[int]],
    *,
    downward: bool = True,
    floater: int | None = None,
) -> tuple[list[tuple[int, int]], list[int]]:
    """A group by exchanges alone, colours left out: the first pairing in the order of 4.1-4.3, and who floats (4.4).

    `floater` has left the group to make its number even; he comes back for the first who cannot be paired (4.4 a).
    """
    order = sorted(players, reverse=not downward)
    floaters = [order[v] for v in covered_first(_compatible(order, incompatible), range(len(order)))]
    if floater is not None and floaters:
        order = sorted([p for p in [*order, floater] if p != floaters[0]], reverse=not downward)
        left = [order[v] for v in covered_first(_compatible(order, incompatible), range(len(order)))]
        floaters = [floaters[0], *left]
    elif floater is not None:
        floaters = [floater]
    order = [p for p in order if p not in floaters]
    neighbours = _compatible(order, incompatible)
    mate, _ = maximum(neighbours)
    mate = in_order(neighbours, mate, lambda _v, rest: exchange_order(list(bits(rest))))
    pairs = sorted((min(order[v], order[w]), max(order[v], order[w])) for v, w in enumerate(mate) if v < w)
    return pairs, floaters


def _compatible(order: Sequence[int], incompatible: Collection[frozenset[int]]) -> list[int]:
    return [
        sum(1 << j for j, b in enumerate(order) if a != b and frozenset((a, b)) not in incompatible) for a in order
    ]  # fmt: skip


def exchange_sequence(
    players: Sequence[int], incompatible: Collection[frozenset[int]], player: int, *, downward: bool = True
) -> list[list[tuple[int, int]]]:
    """4.2, 4.3: the pairings tried one after another while an opponent for one player is sought."""
    barred = set(incompatible)
    rows: list[list[tuple[int, int]]] = []
    while True:
        row, floaters = pair_group(players, barred, downward=downward)
        if floaters:
            return rows
        rows.append(row)
        barred.add(next(frozenset(p) for p in row if player in p))


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
