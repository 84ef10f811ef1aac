"""Largest matchings in general graphs: Edmonds' augmenting paths with blossoms, on bit sets of Python integers.

The cheapest perfect matching is found by `cheapest`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arbitro.matching.cheapest import FREE, cheapest_perfect

__all__ = ["FREE", "Matching", "bits", "cheapest_perfect", "components", "maximum"]


def bits(mask: int) -> Iterable[int]:
    """The members of a bit set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Matching:
    """A matching that grows; vertices once covered stay covered.

    `augment(v)` looks for an augmenting path from the free vertex v. When there is none, the vertices of its
    alternating tree can never help another search, so they are left out from then on (`dead`); the outer ones among
    them, `outer`, are exactly the vertices that some largest matching leaves free (Gallai-Edmonds).
    """

    __slots__ = ("adjacent", "dead", "end", "mate", "outer")

    def __init__(self, adjacent: Sequence[int], mate: list[int] | None = None) -> None:
        self.adjacent = adjacent
        self.mate = mate if mate is not None else [FREE] * len(adjacent)
        self.dead = 0
        self.outer = 0
        self.end = FREE

    def join(self, a: int, b: int) -> None:
        self.mate[a] = b
        self.mate[b] = a

    def greedy(self, order: Iterable[int], scarce: int = 0) -> None:
        """Match free vertices in the given order with their first free neighbour, if possible one of `scarce`."""
        mate, adjacent = self.mate, self.adjacent
        free = 0
        for v, partner in enumerate(mate):
            if partner == FREE:
                free |= 1 << v
        for v in order:
            if mate[v] == FREE:
                choice = adjacent[v] & free
                if choice:
                    choice = choice & scarce or choice
                    low = choice & -choice
                    u = low.bit_length() - 1
                    mate[v], mate[u] = u, v
                    free &= ~(low | 1 << v)

    def grow(self, enough: int = 0) -> int:
        """Make the matching a largest one; the answer is how many vertices it leaves free.

        It stops early once no more than `enough` are free (or one less: the parity of their number is fixed).
        """
        mate = self.mate
        ends = 0
        for v, partner in enumerate(mate):
            if partner == FREE:
                ends |= 1 << v
        left = ends.bit_count()
        for v in bits(ends):
            if left <= enough:
                break
            if mate[v] == FREE:
                ends &= ~(1 << v)
                if self.augment(v, 0, ends):
                    ends &= ~(1 << self.end)
                    left -= 2
        return left

    def augment(self, root: int, avoid: int = 0, ends: int = 0) -> bool:
        """Cover the free vertex `root` by an augmenting path that avoids some vertices; False if there is none.

        `ends` may name other free vertices: paths to them are then seen one step ahead. `end` says where it led.
        """
        adjacent, mate = self.adjacent, self.mate
        unseen = ~((avoid or self.dead) | 1 << root)
        outer = 1 << root
        parent: dict[int, int] = {}  # of an inner vertex: the outer one before it
        base: dict[int, int] = {root: root}  # of an outer vertex: towards the base of its blossom
        members: dict[int, int] = {root: outer}  # by base: the outer vertices of its blossom
        queue = [root]
        ends &= unseen
        at_once = adjacent[root] & ends
        if at_once:
            self.end = (at_once & -at_once).bit_length() - 1
            self.join(root, self.end)
            return True
        for v in queue:
            row = adjacent[v]
            while True:
                fresh = row & unseen
                if not fresh:
                    break
                low = fresh & -fresh
                u = low.bit_length() - 1
                w = mate[u]
                parent[u] = v
                if w == FREE:
                    self._flip(u, parent)
                    return True
                one = 1 << w
                at_once = adjacent[w] & ends
                if at_once:
                    u = (at_once & -at_once).bit_length() - 1
                    parent[u] = w
                    self._flip(u, parent)
                    return True
                unseen &= ~(low | one)
                outer |= one
                base[w] = w
                members[w] = one
                queue.append(w)
            while True:
                odd = row & outer & ~members[_base(base, v)]
                if not odd:
                    break
                u = (odd & -odd).bit_length() - 1
                outer |= self._shrink(v, u, parent, base, members, queue)
        if not avoid:
            inner = 0
            for u in parent:
                inner |= 1 << u
            self.dead |= inner | outer
            self.outer |= outer
        return False

    def _flip(self, end: int, parent: dict[int, int]) -> None:
        """Exchange matched and unmatched edges along the path that ends in the free vertex `end`."""
        mate = self.mate
        self.end = end
        while True:
            v = parent[end]
            before = mate[v]
            mate[v], mate[end] = end, v
            if before == FREE:
                return
            end = before

    def _shrink(
        self,
        a: int,
        b: int,
        parent: dict[int, int],
        base: dict[int, int],
        members: dict[int, int],
        queue: list[int],
    ) -> int:
        """Contract the blossom that the edge between the outer vertices a and b closes; its inner ones become outer."""
        mate = self.mate
        seen = set()
        v = a
        while True:
            v = _base(base, v)
            seen.add(v)
            if mate[v] == FREE:
                break
            v = parent[mate[v]]
        v = _base(base, b)
        while v not in seen:
            v = _base(base, parent[mate[v]])
        root = v
        inside = members[root]
        gained = 0
        absorbed: list[int] = []
        for start, other in ((a, b), (b, a)):
            v, child = start, other
            while _base(base, v) != root:
                parent[v] = child
                child = mate[v]
                for end in (v, child):
                    if end not in base:  # an inner vertex becomes outer
                        gained |= 1 << end
                        base[end] = end
                        members[end] = 0
                        queue.append(end)
                    stem = _base(base, end)
                    if stem != root:
                        inside |= members[stem]
                        absorbed.append(stem)
                v = parent[child]
        for stem in absorbed:
            base[stem] = root
        members[root] = inside | gained
        return gained


def _base(base: dict[int, int], v: int) -> int:
    """The base of the blossom that holds an outer vertex; the way to it gets shorter with every question."""
    root = v
    while base[root] != root:
        root = base[root]
    while base[v] != root:
        base[v], v = root, base[v]
    return root


def maximum(adjacent: Sequence[int], mate: list[int] | None = None) -> tuple[list[int], int]:
    """A largest matching (as partners, FREE = -1) and the number of vertices that it leaves free."""
    matching = Matching(adjacent, mate)
    matching.greedy(sorted(range(len(adjacent)), key=lambda v: adjacent[v].bit_count()))
    return matching.mate, matching.grow()


def components(adjacent: Sequence[int], left: int) -> Iterator[int]:
    """The connected parts of some vertices, as bit sets."""
    while left:
        part = 0
        fresh = left & -left
        while fresh:
            low = fresh & -fresh
            part |= low
            fresh = (fresh | adjacent[low.bit_length() - 1] & left & ~part) & ~low
        left &= ~part
        yield part
