"""The cheapest perfect matching of a graph: Edmonds' primal-dual method on exact integers of any size, O(n³)."""

from __future__ import annotations

from collections.abc import Sequence

FREE = -1  # the partner of a vertex without one


def cheapest_perfect(cost: Sequence[Sequence[int | None]]) -> list[int] | None:
    """Partners of a perfect matching of least total cost, or None if there is no perfect matching.

    `cost` is a symmetric matrix of exact integers, None where there is no edge.
    """
    if len(cost) % 2:
        return None
    return _Blossoms(cost).solve()


class _Blossoms:
    """The primal-dual method. Nodes are vertices (below n) and blossoms (from n on).

    `dual[u] + dual[v] >= weight[u][v]` always holds, with equality on matched edges; weights are -4·cost, so that
    every step of the duals is a whole number.
    """

    def __init__(self, cost: Sequence[Sequence[int | None]]) -> None:
        n = self.n = len(cost)
        self.weight: list[list[int | None]] = [[None if c is None else -4 * c for c in row] for row in cost]
        size = self.size = n + n // 2 + 1
        self.dual = [0] * size
        self.mate = [FREE] * size  # the vertex at the other end of a node's matched edge
        self.top = list(range(n)) + [FREE] * (size - n)  # the outermost node that holds a node; FREE: not in use
        self.label = [FREE] * size  # FREE: not reached, 0: outer, 1: inner
        self.entry = [FREE] * size  # of an inner node: the outer vertex that it was reached from
        self.near = [FREE] * size  # the outer vertex with the least slack to a node
        self.children: list[list[int]] = [[] for _ in range(size)]
        self.child_of: list[list[int]] = [[] for _ in range(size)]  # by blossom and vertex: the child that holds it
        self.edges: list[list[tuple[int, int] | None]] = [[] for _ in range(size)]  # by blossom and node: best edge
        self.stamp = [0] * size
        self.clock = 0
        self.queue: list[int] = []

    def solve(self) -> list[int] | None:
        n, weight, dual, mate = self.n, self.weight, self.dual, self.mate
        for u in range(n):
            best = max((w for w in weight[u] if w is not None), default=None)
            if best is None:
                return None
            dual[u] = best // 2
        for u in range(n):
            if mate[u] == FREE:
                for v in range(n):
                    w = weight[u][v]
                    if w is not None and mate[v] == FREE and v != u and dual[u] + dual[v] == w:
                        mate[u], mate[v] = v, u
                        break
        while True:
            outcome = self.phase()
            if outcome is None:
                return None
            if outcome is False:
                return mate[:n]

    def ends(self, x: int, y: int) -> tuple[int, int] | None:
        """The real edge behind the best edge between two nodes, seen from x."""
        n = self.n
        if x >= n:
            return self.edges[x][y]
        if y >= n:
            edge = self.edges[y][x]
            return None if edge is None else (edge[1], edge[0])
        return (x, y) if self.weight[x][y] is not None else None

    def slack(self, edge: tuple[int, int]) -> int:
        u, v = edge
        return self.dual[u] + self.dual[v] - self.weight[u][v]  # type: ignore[operator]

    def phase(self) -> bool | None:
        """Cover two more vertices. False: all are covered; None: it cannot be done."""
        n, top, label, dual, near = self.n, self.top, self.label, self.dual, self.near
        size = self.size
        for x in range(size):
            label[x] = near[x] = FREE
        self.queue = []
        for x in range(size):
            if top[x] == x and self.mate[x] == FREE:
                label[x] = 0
                self.entry[x] = FREE
                self.push(x)
        if not self.queue:
            return False
        weight = self.weight
        while True:
            queue = self.queue
            while queue:
                u = queue.pop()
                tu = top[u]
                if label[tu] == 1:
                    continue
                du, row = dual[u], weight[u]
                for v in range(n):
                    w = row[v]
                    if w is None:
                        continue
                    tv = top[v]
                    if tv == tu:
                        continue
                    gap = du + dual[v] - w
                    if gap == 0:
                        if self.found(u, v):
                            return True
                        tu = top[u]
                        queue = self.queue
                    else:
                        old = near[tv]
                        if old == FREE:
                            near[tv] = u
                        else:
                            edge = self.ends(old, tv)
                            if edge is None or gap < self.slack(edge):
                                near[tv] = u
            if not self.adjust():
                return None
            for x in range(size):
                if top[x] == x and near[x] != FREE and top[near[x]] != x and label[x] != 1:
                    edge = self.ends(near[x], x)
                    if edge is not None and self.slack(edge) == 0 and self.found(*edge):
                        return True
            for b in range(n, size):
                if top[b] == b and label[b] == 1 and dual[b] == 0:
                    self.expand(b)

    def adjust(self) -> bool:
        """Move the duals as far as they go; False if nothing stops them (no perfect matching)."""
        n, top, label, dual, near = self.n, self.top, self.label, self.dual, self.near
        step: int | None = None
        for x in range(self.size):
            if top[x] != x:
                continue
            kind = label[x]
            if kind == 1:
                if x >= n and (step is None or dual[x] // 2 < step):
                    step = dual[x] // 2
            elif near[x] != FREE and top[near[x]] != x:
                edge = self.ends(near[x], x)
                if edge is None:
                    continue
                gap = self.slack(edge)
                if kind == 0:
                    gap //= 2
                if step is None or gap < step:
                    step = gap
        if step is None:
            return False
        if step:
            for u in range(n):
                kind = label[top[u]]
                if kind == 0:
                    dual[u] -= step
                elif kind == 1:
                    dual[u] += step
            for b in range(n, self.size):
                if top[b] == b:
                    if label[b] == 0:
                        dual[b] += 2 * step
                    elif label[b] == 1:
                        dual[b] -= 2 * step
        return True

    def push(self, x: int) -> None:
        self.queue += self.vertices(x)

    def set_top(self, x: int, b: int) -> None:
        """The node x and everything in it belong to the outermost node b. (Blossoms nest deeper than calls may.)"""
        stack = [x]
        for node in stack:
            self.top[node] = b
            if node >= self.n:
                stack += self.children[node]

    def nearest(self, x: int) -> None:
        """Find again the outer vertex with the least slack to the node x."""
        self.near[x] = FREE
        best: int | None = None
        for u in range(self.n):
            tu = self.top[u]
            if tu != x and self.label[tu] == 0:
                edge = self.ends(u, x)
                if edge is not None:
                    gap = self.slack(edge)
                    if best is None or gap < best:
                        best = gap
                        self.near[x] = u

    def found(self, u: int, v: int) -> bool:
        """A tight edge from the outer vertex u to v: grow the tree, contract a blossom, or augment (True)."""
        top, label = self.top, self.label
        tu, tv = top[u], top[v]
        if tu == tv:
            return False
        if label[tv] == FREE:
            self.entry[tv] = u
            label[tv] = 1
            partner = top[self.mate[tv]]
            self.near[tv] = self.near[partner] = FREE
            label[partner] = 0
            self.push(partner)
        elif label[tv] == 0:
            meet = self.common(tu, tv)
            if meet == FREE:
                self.augment(tu, tv, u, v)
                self.augment(tv, tu, v, u)
                return True
            self.contract(tu, tv, u, v, meet)
        return False

    def common(self, x: int, y: int) -> int:
        """The lowest node that two outer nodes' tree paths share; FREE if they are in different trees."""
        self.clock += 1
        while x != FREE or y != FREE:
            if x != FREE:
                if self.stamp[x] == self.clock:
                    return x
                self.stamp[x] = self.clock
                x = self.up(x)
            x, y = y, x
        return FREE

    def up(self, x: int) -> int:
        """The next outer node towards the root."""
        mate = self.mate[x]
        return FREE if mate == FREE else self.top[self.entry[self.top[mate]]]

    def augment(self, x: int, y: int, u: int, v: int) -> None:
        """Match the outer node x along the edge u-v and flip its path to the root."""
        while True:
            mate = self.mate[x]
            inner = FREE if mate == FREE else self.top[mate]
            self.match(x, u, v)
            if inner == FREE:
                return
            edge = self.ends(self.entry[inner], inner)
            assert edge is not None
            u, v = edge
            x = self.top[u]
            self.match(inner, v, u)

    def match(self, x: int, u: int, v: int) -> None:
        """The node x becomes matched by the edge u-v, u inside x; blossoms rotate."""
        stack = [(x, u, v)]
        while stack:
            x, u, v = stack.pop()
            self.mate[x] = v
            if x < self.n:
                continue
            child = self.child_of[x][u]
            position = self.rotation(x, child)
            children = self.children[x]
            for i in range(position):
                edge = self.ends(children[i], children[i ^ 1])
                assert edge is not None
                stack.append((children[i], *edge))
            stack.append((child, u, v))
            self.children[x] = children[position:] + children[:position]

    def rotation(self, b: int, child: int) -> int:
        """The even place of a child in its blossom, turning the cycle round if need be."""
        children = self.children[b]
        position = children.index(child)
        if position % 2:
            children[1:] = children[:0:-1]
            return len(children) - position
        return position

    def contract(self, x: int, y: int, u: int, v: int, meet: int) -> None:
        """Make a blossom of the cycle through `meet`, closed by the edge u-v between the nodes x and y."""
        n, top = self.n, self.top
        b = n
        while top[b] != FREE:
            b += 1
        children = [meet]
        node = x
        path: list[int] = []
        while node != meet:
            path.append(node)
            inner = top[self.mate[node]]
            path.append(inner)
            node = top[self.entry[inner]]
        children += reversed(path)
        node = y
        while node != meet:
            children.append(node)
            inner = top[self.mate[node]]
            children.append(inner)
            node = top[self.entry[inner]]
        self.children[b] = children
        self.dual[b] = 0
        self.label[b] = 0
        self.mate[b] = self.mate[meet]
        self.entry[b] = self.entry[meet]
        for child in children:
            if self.label[child] == 1:
                self.push(child)
        self.set_top(b, b)
        self.child_of[b] = [FREE] * n
        best: list[tuple[int, int] | None] = [None] * self.size
        gaps: list[int | None] = [None] * self.size
        for child in children:
            for z in range(self.size):
                if z < n or (top[z] != FREE and z != b):
                    edge = self.ends(child, z)
                    if edge is not None:
                        gap = self.slack(edge)
                        old = gaps[z]
                        if old is None or gap < old:
                            gaps[z] = gap
                            best[z] = edge
            for w in self.vertices(child):
                self.child_of[b][w] = child
        self.edges[b] = best
        for z in range(n, self.size):
            if top[z] != FREE and z != b:
                edge = best[z]
                self.edges[z][b] = None if edge is None else (edge[1], edge[0])
        self.nearest(b)

    def vertices(self, x: int) -> list[int]:
        found = []
        stack = [x]
        while stack:
            node = stack.pop()
            if node < self.n:
                found.append(node)
            else:
                stack += reversed(self.children[node])
        return found

    def expand(self, b: int) -> None:
        """Undo an inner blossom whose dual has come to 0; the even path through it stays in the tree."""
        children = self.children[b]
        for child in children:
            self.set_top(child, child)
        edge = self.ends(self.entry[b], b)
        assert edge is not None
        first = self.child_of[b][edge[1]]
        position = self.rotation(b, first)
        children = self.children[b]
        for i in range(0, position, 2):
            inner, outer = children[i], children[i + 1]
            link = self.ends(outer, inner)
            assert link is not None
            self.entry[inner] = link[0]
            self.label[inner] = 1
            self.label[outer] = 0
            self.near[inner] = FREE
            self.nearest(outer)
            self.push(outer)
        self.label[first] = 1
        self.entry[first] = self.entry[b]
        for child in children[position + 1 :]:
            self.label[child] = FREE
            self.nearest(child)
        self.top[b] = FREE
