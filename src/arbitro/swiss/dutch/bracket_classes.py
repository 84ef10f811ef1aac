"""The classes of a bracket's players, and what pairs of classes cost; with whoever may take the downfloaters.

What a pair or a downfloater costs depends on a few things only (colour due, floats, score); players who have them in
common form a class. `classes` finds the cheapest pairings of classes; here is what it works on, and the way back to
players: who may meet whom at no more than the duals allow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro.frozen import NamedTuple
from arbitro.matching.classes import Costs
from arbitro.matching.largest import Matching, bits
from arbitro.model import Colour
from arbitro.swiss.dutch.arena import LIMBO, Scale
from arbitro.swiss.dutch.criteria import C, Marks, exempt_marks, suffered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbitro.swiss.dutch.bracket import Bracket


class Outside(NamedTuple):
    """Whoever can take a bracket's downfloaters: the next group, players further below, places (the bye, or voids).

    Marks by what happens: a member of the bracket (by its place there) goes to the next group, further below or to a
    place; a player of the next group leaves it. `takers` are the players who may take a place.
    """

    near: Sequence[int]
    far: Sequence[int]
    places: int
    takers: Callable[[int], bool]
    to_near: Callable[[int], Marks]
    to_far: Callable[[int], Marks]
    to_place: Callable[[int], Marks]
    leaves: Callable[[int], Marks]
    next_values: tuple[int, ...] = ()
    unplayed: bool = False


class Classes:
    """The classes of a bracket's players, with what pairs of classes cost; the last class are the floaters' places."""

    __slots__ = (
        "below",
        "bracket",
        "codes",
        "cost",
        "inexact",
        "members",
        "of",
        "one_by_one",
        "sample",
        "scale",
        "sizes",
    )

    def __init__(
        self,
        bracket: Bracket,
        floaters: int,
        allowed: int,
        flags: Sequence[int] | None,
        unplayed: bool,
        scale: Scale | None = None,
        one_by_one: int = 0,
    ) -> None:
        """With a `scale` of its own the last class is left to `add_outside`.

        `one_by_one` makes every player of the bracket, and of the next group if they are no more than so many
        together, a class of their own, so that whom they have met counts too.
        """
        self.bracket = bracket
        self.one_by_one = one_by_one
        self.scale = scale or bracket.scale
        self.below: dict[int, list[int]] = {}  # by class: the players outside the bracket
        arena, vertices, mdps = bracket.arena, bracket.vertices, bracket.mdps
        players, score = arena.players, arena.score
        if bracket.mixed:
            resident_code = arena.code_both
        elif floaters:
            resident_code = arena.code_both if mdps else arena.code_down
        else:
            resident_code = arena.code_up if mdps else arena.code
        everybody = (1 << bracket.size) - 1
        limited = allowed != everybody
        exemptions = arena.exemptions
        index: dict[tuple[int, ...] | int, int] = {}
        of = self.of = [0] * bracket.size
        members: list[int] = []
        sizes: list[int] = []
        sample: list[int] = []
        codes: list[int] = []
        plain = not (mdps or bracket.mixed or limited or exemptions or flags is not None or unplayed or one_by_one)
        for k, v in enumerate(vertices):
            key: tuple[int, ...] | int
            if plain:
                code = key = resident_code[v]
            else:
                code = arena.code_down[v] if k < mdps else resident_code[v]
                extra = 0
                if exemptions and arena.absolute[v]:
                    p = players[v]
                    extra = 1 + p.topscorer + 2 * p.wish.repeated + 4 * (p.wish.difference + 100)
                may = allowed >> k & 1
                key = (
                    code,
                    score[v] if k < mdps or bracket.mixed else 0,
                    k < mdps,
                    extra,
                    may,
                    flags[k] if flags is not None and may else 0,
                    players[v].unplayed if unplayed and may else 0,
                    k if one_by_one else 0,
                )
            c = index.get(key)
            if c is None:
                c = index[key] = len(sizes)
                sizes.append(0)
                members.append(0)
                sample.append(k)
                codes.append(code)
            of[k] = c
            sizes[c] += 1
            members[c] |= 1 << k
        self.sizes, self.members, self.sample, self.codes = sizes, members, sample, codes
        self.inexact: dict[tuple[int, int], tuple[int, int]] = {}
        self.cost: Costs = self._costs()
        if floaters and scale is None:
            self._add_floaters(floaters, allowed, flags, unplayed)

    def _costs(self) -> Costs:
        bracket = self.bracket
        arena, scale, vertices, mdps = bracket.arena, self.scale, bracket.vertices, bracket.mdps
        players, absolute, score = arena.players, arena.absolute, arena.score
        k = len(self.sizes)
        cost: Costs = [[None] * k for _ in range(k)]
        memo, codes, sample = scale.memo, self.codes, self.sample
        for c in range(k):
            x = vertices[sample[c]]
            line = cost[c]
            down = sample[c] < mdps
            for d in range(c, k):
                if c == d and self.sizes[c] == 1:
                    continue
                if down and sample[d] < mdps:
                    continue
                y = vertices[sample[d]]
                if self.one_by_one and arena.number[y] in arena.met[x]:
                    continue
                higher, lower, swap = (x, y, False) if score[x] >= score[y] else (y, x, True)
                if absolute[x] and absolute[x] == absolute[y]:
                    a, b = players[higher], players[lower]
                    if not (a.topscorer or b.topscorer):
                        continue
                    price = self._exempt_price(c, d, higher, lower)
                else:
                    key = (codes[d], codes[c], score[higher] - score[lower])
                    if not swap:
                        key = (codes[c], codes[d], key[2])
                    known = memo.get(key)
                    if known is None:
                        known = memo[key] = scale.total(arena.marks_of_pair(players[higher], players[lower]))
                    price = known
                line[d] = price
                cost[d][c] = price
        return cost

    def _exempt_price(self, c: int, d: int, higher: int, lower: int) -> int:
        """C.8-C.9: the least that two classes with the same absolute preference can cost (one has topscorers).

        Who is denied may depend on the two histories; then the dearer pairs are struck out one by one (`tight_graph`).
        """
        arena, scale = self.bracket.arena, self.scale
        a, b = arena.players[higher], arena.players[lower]
        marks = [m for m in arena.marks_of_pair(a, b) if m[0] not in (C.DIFFERENCE, C.THIRD_COLOUR)]
        if abs(a.wish.difference) == abs(b.wish.difference):
            outcomes = sorted({suffered(a, b, Colour.WHITE), suffered(a, b, Colour.BLACK)})
            if len(outcomes) > 1:
                self.inexact[c, d] = self.inexact[d, c] = outcomes[0]
            excess, third = outcomes[0]
        else:
            excess, third = exempt_marks(a, b)
        return scale.total([*marks, (C.DIFFERENCE, excess), (C.THIRD_COLOUR, third)])

    def _add_floaters(self, floaters: int, allowed: int, flags: Sequence[int] | None, unplayed: bool) -> None:
        bracket = self.bracket
        scale, mdps = self.scale, bracket.mdps
        memo = scale.memo
        line: list[int | None] = []
        for c, k in enumerate(self.sample):
            price: int | None = None
            if allowed >> k & 1:
                score = bracket.arena.score[bracket.vertices[k]]
                if flags is None and not unplayed:
                    key = (-1 - self.codes[c], k < mdps, score - bracket.lowest)
                    price = memo.get(key)
                    if price is None:
                        price = memo[key] = self._float_price(k, None, False)
                else:
                    price = self._float_price(k, flags, unplayed)
            line.append(price)
            self.cost[c].append(price)
        line.append(None)
        self.cost.append(line)
        self.sizes.append(floaters)

    def _float_price(self, k: int, flags: Sequence[int] | None, unplayed: bool) -> int:
        bracket = self.bracket
        return self.scale.total(bracket.float_marks(k, flags, unplayed)) + self._limbo_price(k)

    def add_outside(self, outside: Outside) -> None:
        """Classes of the players below and of the places, with what the bracket's classes cost with them."""
        arena = self.bracket.arena
        players, absolute = arena.players, arena.absolute
        inner = len(self.members)
        crowd = self.bracket.size + len(outside.near)
        index: dict[tuple[int, int, bool, bool, int], int] = {}
        keys: list[tuple[int, int, bool, bool, int]] = []  # zone, colour due, exempt, taker, number if on their own
        for zone, group in enumerate((outside.near, outside.far)):
            for v in group:
                p = players[v]
                may = bool(outside.places) and outside.takers(v)
                own = 0 if zone or crowd > self.one_by_one else p.number
                key = (zone, absolute[v], p.topscorer and absolute[v] > 0, may, own)
                c = index.get(key)
                if c is None:
                    c = index[key] = inner + len(keys)
                    keys.append(key)
                    self.sizes.append(0)
                    self.below[c] = []
                self.sizes[c] += 1
                self.below[c].append(v)
        if outside.places:
            self.sizes.append(outside.places)
        total = self.scale.total
        count = len(self.sizes)
        cost = self.cost
        for line in cost:
            line += [None] * (count - inner)
        cost += [[None] * count for _ in range(count - inner)]
        place = count - 1 if outside.places else -1

        def put(c: int, d: int, price: int) -> None:
            cost[c][d] = cost[d][c] = price

        for c, k in enumerate(self.sample):
            v = self.bracket.vertices[k]
            limbo = self._limbo_price(k)
            near, far = total(outside.to_near(k)) + limbo, total(outside.to_far(k)) + limbo
            for d, (zone, due, exempt, _may, own) in enumerate(keys, inner):
                if own and own in arena.met[v]:
                    continue
                if not (due and due == absolute[v] and not exempt and not players[v].topscorer):
                    put(c, d, far if zone else near)
            if place >= 0 and outside.takers(v):
                put(c, place, total(outside.to_place(k)) + limbo)
        leaving = total(outside.leaves(outside.near[0])) if outside.near else 0
        for d, (zone, due, exempt, may, own) in enumerate(keys, inner):
            for e in range(d, inner + len(keys)):
                zone_e, due_e, exempt_e, _may, own_e = keys[e - inner]
                if due and due == due_e and not exempt and not exempt_e:
                    continue
                if own and own_e and own_e in arena.met[self.below[d][0]]:
                    continue
                if d != e or self.sizes[d] > 1:
                    put(d, e, leaving if zone != zone_e else 0)
            if may:
                put(d, place, 0 if zone else leaving)
        if outside.places > 1:
            put(place, place, 0)

    def _limbo_price(self, k: int) -> int:
        bracket = self.bracket
        if k >= bracket.mdps:
            return 0
        score = bracket.arena.score[bracket.vertices[k]]
        bottom = score - bracket.lowest + bracket.arena.unit if bracket.arena.text.by_differences else score
        return self.scale.units[LIMBO, bottom]

    def outside_serves(self, outside: Outside, floaters: Sequence[int], tight: Sequence[Sequence[int]]) -> bool:
        """Can everybody outside and these downfloaters be matched along tight pairs?"""
        arena, inner = self.bracket.arena, len(self.members)
        vertices = [self.bracket.vertices[k] for k in floaters]
        classes = [self.of[k] for k in floaters]
        for c, group in self.below.items():
            vertices += group
            classes += [c] * len(group)
        count = len(floaters)
        size = len(vertices) + outside.places
        masks = [0] * len(self.sizes)
        for k, c in enumerate(classes):
            masks[c] |= 1 << k
        if outside.places:
            masks[-1] = (1 << size) - (1 << len(vertices))
        allowed = []
        for c, others in enumerate(tight):
            mask = 0
            for d in others:
                if d >= inner or c >= inner:
                    mask |= masks[d]
            allowed.append(mask)
        graph = [allowed[c] & ~row for c, row in zip(classes, arena.barred(vertices), strict=True)]
        graph += [allowed[-1] & ~(1 << k) for k in range(len(vertices), size)]
        matching = Matching(graph)
        scarce = arena.scarce(vertices)
        matching.greedy(range(count), scarce)
        matching.greedy(sorted(range(size), key=lambda k: graph[k].bit_count()), scarce)
        return matching.grow() == 0

    def tight_graph(self, tight: Sequence[Sequence[int]]) -> list[int]:
        """Who may meet whom at no more than the duals allow."""
        members = self.members
        count = len(members)
        masks = []
        for c in range(count):
            mask = 0
            for d in tight[c]:
                if d < count:
                    mask |= members[d]
            masks.append(mask)
        graph = [masks[c] & ~row for c, row in zip(self.of, self.bracket.barred(), strict=True)]
        for (c, d), outcome in self.inexact.items():
            if d in tight[c]:
                self._strike_dearer(graph, c, d, outcome)
        return graph

    def _strike_dearer(self, graph: list[int], c: int, d: int, outcome: tuple[int, int]) -> None:
        players, vertices = self.bracket.arena.players, self.bracket.vertices
        for i in bits(self.members[c]):
            for j in bits(graph[i] & self.members[d] & ~((2 << i) - 1)):
                if exempt_marks(players[vertices[i]], players[vertices[j]]) != outcome:
                    graph[i] &= ~(1 << j)
                    graph[j] &= ~(1 << i)

    def floatable(self, tight: Sequence[Sequence[int]]) -> int:
        """Who may float at no more than the duals allow."""
        mask = 0
        for c in tight[len(self.members)]:
            mask |= self.members[c]
        return mask
