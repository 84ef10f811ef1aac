"""One bracket of the production engine: the best candidate, by classes if they prove it, else exactly.

best          M pairs, the rest float: the first of the best candidates
max_pairs     C.5: how many pairs are possible
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro.frozen import NamedTuple
from arbitro.matching.classes import duals, tight_classes
from arbitro.matching.first import Candidate, Kinds, first_candidate
from arbitro.matching.largest import bits, maximum
from arbitro.swiss.dutch.arena import Arena, Scale, scale_of
from arbitro.swiss.dutch.bracket_classes import Classes, Outside
from arbitro.swiss.dutch.criteria import C, Marks
from arbitro.swiss.dutch.exact import Edges, first_best

NORMAL, REJECTED, PENULTIMATE, COLLAPSED, LAST = "normal", "rejected", "ppb", "clb", "last"
ONE_BY_ONE = 60  # above many others: so many players may be classes of their own, where larger ones prove nothing


class Bracket:
    """Players of a bracket in rank order, the first `mdps` of them moved down."""

    __slots__ = (
        "_barred",
        "_graph",
        "_max_pairs",
        "arena",
        "lowest",
        "mdps",
        "mixed",
        "scale",
        "size",
        "vertices",
    )

    def __init__(self, arena: Arena, vertices: Sequence[int], mdps: int) -> None:
        self.arena = arena
        self.vertices = vertices
        self.mdps = mdps
        self.size = len(vertices)
        score = arena.score
        self.lowest = score[vertices[-1]]
        self.mixed = self.size > mdps and score[vertices[mdps]] != self.lowest  # residents of several scores (CLB)
        differences, scores = arena.differences(vertices, mdps)
        self.scale: Scale = scale_of(differences, scores, (), arena.text.name, arena.unit)
        self._barred: list[int] | None = None
        self._graph: list[int] | None = None
        self._max_pairs: int | None = None
        arena.stats["brackets"] += 1

    # -- C.5

    def graph(self) -> list[int]:
        """Who may meet whom."""
        if self._graph is None:
            self._graph = self.arena.adjacency(self.vertices, self.mdps)
        return self._graph

    def barred(self) -> list[int]:
        """Whom everybody has met (C.1)."""
        if self._barred is None:
            self._barred = self.arena.barred(self.vertices)
        return self._barred

    def bound(self) -> int:
        """The least number of downfloaters that head counts allow."""
        return max(self.size % 2, 2 * self.mdps - self.size)

    def max_pairs(self) -> int:
        """C.5: the most pairs that the bracket allows."""
        if self._max_pairs is None:
            self._max_pairs = (self.size - maximum(self.graph())[1]) // 2
        return self._max_pairs

    # -- the best candidate

    def best(
        self,
        floaters: int | None = None,
        floatable: int | None = None,
        flags: Sequence[int] | None = None,
        unplayed: bool = False,
    ) -> Candidate | None:
        """The first of the best candidates with so many downfloaters (None: as few as possible).

        Only players in the bit set `floatable` may float; `flags` are marks for C.7 by player; `unplayed` counts the
        rounds without a game of the downfloater (2026 C9).
        """
        allowed = (1 << self.size) - 1 if floatable is None else floatable
        if floaters is None:
            floaters = self.bound()
            found = self._by_classes(floaters, allowed, flags, unplayed)
            if found is None:
                true = self.size - 2 * self.max_pairs()
                if true != floaters:
                    floaters = true
                    found = self._by_classes(floaters, allowed, flags, unplayed)
        else:
            found = self._by_classes(floaters, allowed, flags, unplayed)
        if found is not None:
            self.arena.stats["classes"] += 1
            return found
        self.arena.stats["exact"] += 1
        self.arena.stats["largest"] = max(self.arena.stats["largest"], self.size)
        return self._exactly(floaters, allowed, flags, unplayed)

    def best_if_easy(self, floaters: int, floatable: int | None = None, unplayed: bool = False) -> Candidate | None:
        """As `best`, but None where classes prove nothing."""
        allowed = (1 << self.size) - 1 if floatable is None else floatable
        found = self._by_classes(floaters, allowed, None, unplayed)
        if found is not None:
            self.arena.stats["classes"] += 1
        return found

    def _by_classes(self, floaters: int, allowed: int, flags: Sequence[int] | None, unplayed: bool) -> Candidate | None:
        everybody = (1 << self.size) - 1
        if floaters == self.size and allowed == everybody:
            return [], list(range(self.size))
        classes = Classes(self, floaters, allowed, flags, unplayed)
        solved = duals(classes.sizes, classes.cost)
        if solved is None:
            return None
        tight = tight_classes(solved[0], classes.cost)
        return first_candidate(
            classes.tight_graph(tight),
            self.mdps,
            floaters,
            classes.floatable(tight) if floaters else 0,
            self.mdp_scores(),
            Kinds(classes.of, tight, len(classes.members)),
        )

    def _exactly(self, floaters: int, allowed: int, flags: Sequence[int] | None, unplayed: bool) -> Candidate | None:
        players, size = self.arena.players, self.size
        edges = self.inner_edges()
        for i in bits(allowed) if floaters else ():
            marks = self.float_marks(i, flags, unplayed)
            for d in range(size, size + floaters):
                edges[i, d] = marks
        return first_best(size + floaters, size, [players[v].score for v in self.vertices[: self.mdps]], edges)

    # -- the best candidate together with what follows

    def best_with(self, outside: Outside) -> Candidate | None:
        """The first of the best candidates when downfloaters go to real players below; None if there is none."""
        return self.best_by_classes(outside) or self.exactly_with(outside)

    def best_by_classes(self, outside: Outside) -> Candidate | None:
        """As `best_with`, but None where classes prove nothing."""
        found = self._by_classes_with(outside)
        many = len(outside.near) + len(outside.far) > ONE_BY_ONE
        if found is None and many and self.size <= ONE_BY_ONE:
            found = self._by_classes_with(outside, one_by_one=ONE_BY_ONE)
        if found is not None:
            self.arena.stats["classes"] += 1
        return found

    def _by_classes_with(self, outside: Outside, one_by_one: int = 0) -> Candidate | None:
        takers = sum(1 << k for k, v in enumerate(self.vertices) if outside.takers(v)) if outside.places else 0
        differences, scores = self.arena.differences(self.vertices, self.mdps)
        scale = scale_of(differences, scores, outside.next_values, self.arena.text.name, self.arena.unit)
        classes = Classes(self, 1, takers, None, outside.unplayed, scale, one_by_one)
        classes.add_outside(outside)
        solved = duals(classes.sizes, classes.cost)
        if solved is None:
            return None
        values = solved[0]
        twice = sum(size * value for size, value in zip(classes.sizes, values, strict=True))
        if twice % 2:
            return None
        floaters = scale.digit(twice // 2, C.FLOATERS)
        if (self.size - floaters) % 2 or floaters > self.size:
            return None
        tight = tight_classes(values, classes.cost)
        floatable = 0
        for c, others in enumerate(tight[: len(classes.members)]):
            if any(d >= len(classes.members) for d in others):
                floatable |= classes.members[c]
        candidate = first_candidate(
            classes.tight_graph(tight),
            self.mdps,
            floaters,
            floatable if floaters else 0,
            self.mdp_scores(),
            Kinds(classes.of, tight, len(classes.members)),
        )
        if candidate is None or not classes.outside_serves(outside, candidate[1], tight):
            return None
        return candidate

    def exactly_with(self, outside: Outside) -> Candidate | None:
        arena, size = self.arena, self.size
        below = [*outside.near, *outside.far]
        edges = self.inner_edges()
        graph = arena.adjacency([*self.vertices, *below], 0)
        near, end = size + len(outside.near), size + len(below)
        places = range(end, end + outside.places)
        for i, v in enumerate(self.vertices):
            rest = graph[i] >> size
            if rest:
                to_near, to_far = outside.to_near(i), outside.to_far(i)
                for j in bits(rest):
                    edges[i, size + j] = to_near if size + j < near else to_far
            if outside.places and outside.takers(v):
                marks = outside.to_place(i)
                for x in places:
                    edges[i, x] = marks
        for i in range(size, end):
            v = below[i - size]
            leaves = outside.leaves(v) if i < near else []
            for j in bits(graph[i] >> i + 1 << i + 1):
                edges[i, j] = leaves if j >= near else []
            if outside.places and outside.takers(v):
                for x in places:
                    edges[i, x] = leaves
        for x in places:
            for y in range(x + 1, end + outside.places):
                edges[x, y] = []
        arena.stats["exact"] += 1
        arena.stats["largest"] = max(arena.stats["largest"], end + outside.places)
        return first_best(end + outside.places, size, [arena.score[v] for v in self.vertices[: self.mdps]], edges)

    def mdp_scores(self) -> list[int]:
        """Scores of the moved-down players: C.6 settles how many of each stay unpaired (one resident score only)."""
        score = self.arena.score
        return [] if self.mixed else [score[v] for v in self.vertices[: self.mdps]]

    def inner_edges(self) -> Edges:
        """The marks of every pair that the bracket allows."""
        players, marks = self.arena.players, self.arena.marks_of_pair
        edges: Edges = {}
        for i, row in enumerate(self.graph()):
            higher = players[self.vertices[i]]
            for j in bits(row >> i + 1 << i + 1):
                edges[i, j] = marks(higher, players[self.vertices[j]])
        return edges

    def float_marks(self, i: int, flags: Sequence[int] | None = None, unplayed: bool = False) -> Marks:
        """The marks of a downfloater."""
        player = self.arena.players[self.vertices[i]]
        marks = self.arena.marks_of_floater(player, self.lowest, i < self.mdps)
        if flags is not None and flags[i]:
            marks.append((C.NEXT_FLOATERS, flags[i]))
        if unplayed:
            marks.append((C.UNPLAYED, player.unplayed))
        return marks


# -- what was made of brackets


class PairedBracket(NamedTuple):
    """What was made of a bracket; players by their place in the field."""

    kind: str  # normal, rejected (by the completion test), ppb, clb or last
    mdps: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]  # the higher-ranked player first
    floaters: tuple[int, ...]  # in the last bracket: who has the bye


class PairedBrackets(NamedTuple):
    """A paired round, bracket by bracket.

    Where the completion test rejected what a bracket would have been, `rejected` works that out exactly, for the
    account alone.
    """

    brackets: tuple[PairedBracket, ...]
    bye: int | None
    rejected: Callable[[], PairedBracket] | None = None

    def pairs(self) -> list[tuple[int, int]]:
        """All pairs that stand."""
        return [pair for bracket in self.brackets if bracket.kind != REJECTED for pair in bracket.pairs]

    def told(self) -> list[PairedBracket]:
        """All brackets, a rejected one as the text would have paired it."""
        return [self.rejected() if self.rejected and b.kind == REJECTED else b for b in self.brackets]


def score_groups(arena: Arena) -> list[list[int]]:
    """A.3: the players of each score, highest first."""
    groups: list[list[int]] = []
    last: int | None = None
    for v, score in enumerate(arena.score):
        if score != last:
            groups.append([])
            last = score
        groups[-1].append(v)
    return groups


def paired_bracket(kind: str, bracket: Bracket, candidate: Candidate) -> PairedBracket:
    """What a candidate makes of a bracket."""
    v, mdps = bracket.vertices, bracket.mdps
    return PairedBracket(
        kind,
        tuple(v[:mdps]),
        tuple(v[mdps:]),
        tuple((v[i], v[j]) for i, j in candidate[0]),
        tuple(v[i] for i in candidate[1]),
    )
