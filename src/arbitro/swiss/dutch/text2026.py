"""The text of 2026: in every bracket the rest must stay completable (C4), with the bye at the lowest score (C5).

    article     method               what it does
    2, 3        pair                 brackets in turn
    C5          __init__             the lowest score at which the bye can be given
    C6, C7      relaxed              a bracket on its own, where that is certainly the answer
    C8          serves_ideally       downfloaters whom no others could better
    C4-C9       general              a bracket and all players below it in one search

There is no penultimate or collapsed bracket any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.frozen import NamedTuple
from arbitro.matching.first import Candidate
from arbitro.matching.largest import FREE, Matching, bits, components
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import (
    LAST,
    NORMAL,
    Bracket,
    PairedBracket,
    PairedBrackets,
    paired_bracket,
    score_groups,
)
from arbitro.swiss.dutch.bracket_classes import Outside
from arbitro.swiss.dutch.completion import Completion
from arbitro.swiss.dutch.criteria import C, Marks


def pair_2026(arena: Arena) -> PairedBrackets | None:
    """The round's pairing, or None if no legal one exists."""
    return _Round(arena).pair()


class _Below(NamedTuple):
    """Who follows a bracket: the next group, and everybody further below."""

    group: Sequence[int]
    rest: range


class _Round:
    """One round: `takers` are those who may have the bye at its lowest possible score `star` (None: an even field)."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        players = arena.players
        self.odd = bool(len(players) % 2)
        self.star: int | None = None
        self.takers: set[int] = set()
        self.completion = Completion(arena, self.takers.__contains__)
        self.possible = not self.odd and self.completion.possible((), 0, False)
        for s in sorted({p.score for p in players if p.may_have_bye}) if self.odd else ():
            self.star = s
            self.takers = {v for v, p in enumerate(players) if p.score == s and p.may_have_bye}
            self.completion = Completion(arena, self.takers.__contains__)
            self.possible = self.completion.possible((), 0, True)
            if self.possible:
                break

    def pair(self) -> PairedBrackets | None:
        """2 and 3: bracket after bracket, each with what follows in view."""
        if not self.possible:
            return None
        groups = score_groups(self.arena)
        count = len(self.arena.players)
        done: list[PairedBracket] = []
        mdps: tuple[int, ...] = ()
        for g, residents in enumerate(groups):
            bracket = Bracket(self.arena, [*mdps, *residents], len(mdps))
            group = groups[g + 1] if g + 1 < len(groups) else []
            below = _Below(group, range(group[-1] + 1 if group else count, count))
            candidate = self.relaxed(bracket, below)
            if candidate is None:
                candidate = self.general(bracket, below)
            done.append(paired_bracket(NORMAL if group else LAST, bracket, candidate))
            mdps = done[-1].floaters
        return PairedBrackets(tuple(done), mdps[0] if mdps else None)

    def holds_bye(self, bracket: Bracket) -> bool:
        """Is the bye's holder in this bracket?"""
        return self.star is not None and self.star >= bracket.lowest

    def bye_above(self, group: Sequence[int]) -> bool:
        """Does the bye's holder come down to this group from above?"""
        return self.star is not None and self.star > self.arena.score[group[0]]

    def takers_among(self, vertices: Sequence[int]) -> int:
        """Who of some players may have the bye, as a bit set by their place in the list."""
        return sum(1 << k for k, v in enumerate(vertices) if v in self.takers)

    # -- a bracket on its own

    def relaxed(self, bracket: Bracket, below: _Below) -> Candidate | None:
        """The bracket on its own, if that is certainly the answer; None if what follows must join the search."""
        here = self.holds_bye(bracket)
        least = bracket.bound()
        if here and least == 0:
            return None
        alone = here and least == 1  # one player leaves the bracket, and has the bye
        allowed = self.takers_among(bracket.vertices) if alone else None
        candidate = bracket.best_if_easy(least, allowed, alone)
        if candidate is None:
            pairs = bracket.max_pairs()
            if not pairs:
                return [], list(range(bracket.size))
            floaters = bracket.size - 2 * pairs
            if here and floaters == 0:
                return None
            alone = here and floaters == 1
            allowed = self.takers_among(bracket.vertices) if alone else None
            candidate = bracket.best(floaters, allowed, None, alone)
            if candidate is None:
                return None
        if not candidate[0]:  # everybody floats: there is no choice
            return candidate
        floating = [bracket.vertices[i] for i in candidate[1]]
        if not floating:
            start = below.rest.start - len(below.group)
            return candidate if self.completion.possible((), start, self.odd) else None
        if not below.group or self.serves_ideally(floating, below):
            return candidate
        return self.one_who_serves(bracket, candidate, below) if len(floating) == 1 else None

    def serves_ideally(self, floaters: Sequence[int], below: _Below) -> bool:
        """C8: could no downfloaters serve the next bracket better, with a completion to follow?"""
        if self.pairs_everybody(floaters, below):
            return True
        return bool(below.rest) and FREE not in self.next_bracket(floaters, below).mate

    def pairs_everybody(self, floaters: Sequence[int], below: _Below) -> bool:
        """Can the next bracket pair everybody (but one of its residents, or the bye's holder) and be completed?"""
        arena, completion, group, start = self.arena, self.completion, below.group, below.rest.start
        count = len(floaters)
        above = self.bye_above(group)
        if not above and not (len(group) - count) % 2 and completion.serves_easily(floaters, group, False):
            return completion.possible((), start, self.odd)
        graph = arena.adjacency([*floaters, *group], count)
        size = len(graph)
        order = list(range(count))
        if above:
            mask = self.takers_among(floaters)
            for k in bits(mask):
                graph[k] |= 1 << size
            graph.append(mask)
            order.insert(0, size)
        matching = Matching(graph)
        scarce = arena.scarce([*floaters, *group])
        matching.greedy(order, scarce)
        for v in order:
            if matching.mate[v] == FREE and not matching.augment(v):
                return False
        matching.greedy(sorted(range(count, size), key=lambda v: graph[v].bit_count()), scarce)
        if matching.grow(1) > 1:
            return False
        spare = [group[k - count] for k in range(count, size) if matching.mate[k] == FREE]
        return completion.possible(spare, start, self.odd and not above)

    def next_bracket(self, floaters: Sequence[int], below: _Below) -> Matching:
        """C8 at its best: a largest matching of the next bracket with those further below who cannot do without it.

        A largest matching of the players below (and the bye) leaves some over, whatever is done: at least that many
        must come down to them. By Gallai and Edmonds they form odd components behind a separator; everything else below
        pairs up by itself. If nobody is left free here, the next bracket pairs all but those needed, and no set of
        downfloaters could serve better. Vertices: floaters, next group, players below (components by their first
        member), the bye.
        """
        arena, lower = self.arena, list(below.rest)
        top = [*floaters, *below.group]
        above = self.bye_above(below.group)
        needy = self.needy(lower, with_bye=self.odd and not above)
        graph = needy.adjacent
        separator = needy.dead & ~needy.outer
        count, size, last = len(floaters), len(top), len(lower)
        whole = arena.adjacency([*top, *lower], count) + [0] * self.odd
        bye = 1 << size + last
        for k, v in enumerate(top):
            if self.odd and v in self.takers and above == (k < count):
                whole[k] |= bye
                whole[-1] |= 1 << k
        residents = (1 << size) - (1 << count)
        kept = (1 << size) - 1 | (bye if above else 0)
        joined = [row & kept for row in whole[:size]] + [0] * (last + self.odd)
        if above:
            joined[-1] = whole[-1]
        kept |= separator << size
        alone = sum(1 << k for k in bits(needy.outer) if not graph[k] & needy.outer)
        kept |= alone << size
        for k in range(count, size):
            joined[k] |= whole[k] & alone << size
        for k in bits(separator):
            joined[size + k] |= (graph[k] & alone) << size
        for k in bits(alone):
            joined[size + k] |= whole[size + k] & residents | (graph[k] & separator) << size
        for component in components(graph, needy.outer & ~alone):
            behind = met = 0
            for k in bits(component):
                behind |= graph[k] & separator
                met |= whole[size + k] & residents
            name = size + (component & -component).bit_length() - 1
            kept |= 1 << name
            joined[name] = met | behind << size
            for k in bits(joined[name]):
                joined[k] |= 1 << name
        matching = Matching(joined, [FREE if kept >> k & 1 else k for k in range(len(joined))])
        matching.greedy(sorted(bits(kept), key=lambda k: joined[k].bit_count()), arena.scarce(top))
        matching.grow()
        return matching

    def needy(self, lower: Sequence[int], *, with_bye: bool) -> Matching:
        """A largest matching of the players below; the vertex after them is the bye, if it is theirs."""
        graph = self.arena.adjacency(lower)
        if with_bye:
            mask = self.takers_among(lower)
            for k in bits(mask):
                graph[k] |= 1 << len(lower)
            graph.append(mask)
        matching = Matching(graph)
        matching.greedy(sorted(range(len(graph)), key=lambda k: graph[k].bit_count()), self.arena.scarce(lower))
        matching.grow()
        return matching

    def one_who_serves(self, bracket: Bracket, candidate: Candidate, below: _Below) -> Candidate | None:
        """C8 with one downfloater who does not serve: the best candidate that floats one who does.

        Without them the next bracket must miss exactly one opponent, and they must be able to meet one of the players
        that it can leave over. None if no such player has the same score: then the general search decides.
        """
        if self.bye_above(below.group):
            return None
        matching = self.next_bracket((), below)
        if matching.mate.count(FREE) != 1:
            return None
        arena, vertices = self.arena, bracket.vertices
        alone = self.holds_bye(bracket)
        wanted = [v for k, v in enumerate(below.group) if matching.outer >> k & 1]
        graph = arena.adjacency([*vertices, *wanted])
        allowed = sum(1 << k for k in range(bracket.size) if graph[k] >> bracket.size)
        if alone:
            allowed &= self.takers_among(vertices)
        if not allowed:
            return None
        found = bracket.best_if_easy(1, allowed, alone)
        if found is None:
            return None
        same = arena.score[vertices[found[1][0]]] == arena.score[vertices[candidate[1][0]]]
        return found if same else None

    # -- a bracket with what follows

    def general(self, bracket: Bracket, below: _Below) -> Candidate:
        """C4, C6-C9: this bracket and all players below it in one search."""
        here = self.holds_bye(bracket)
        outside = self.everybody_below(bracket, below, unplayed=here)
        found = bracket.best_by_classes(outside)
        if found is None:
            found = self.with_anybody_below(bracket, outside, below) or bracket.exactly_with(outside)
        assert found is not None
        if here and len(found[1]) != 1:
            found = bracket.best_with(self.everybody_below(bracket, below, unplayed=False))
            assert found is not None
        return found

    def everybody_below(self, bracket: Bracket, below: _Below, *, unplayed: bool) -> Outside:
        """C8: whoever leaves the next bracket costs; C9 (`unplayed`): the bye's holder costs their unplayed rounds."""
        score, vertices = self.arena.score, bracket.vertices

        def leaves(v: int) -> Marks:
            return [(C.NEXT_FLOATERS, 1), (C.NEXT_SCORES, score[v])]

        return Outside(
            near=below.group,
            far=below.rest,
            places=int(self.odd),
            takers=self.takers.__contains__,
            to_near=bracket.float_marks,
            to_far=lambda i: bracket.float_marks(i) + leaves(vertices[i]),
            to_place=lambda i: bracket.float_marks(i, None, unplayed) + leaves(vertices[i]),
            leaves=leaves,
            next_values=tuple(sorted({score[v] for v in vertices} | {score[v] for v in below.group[:1]})),
            unplayed=unplayed,
        )

    def with_anybody_below(self, bracket: Bracket, outside: Outside, below: _Below) -> Candidate | None:
        """The general search with a few players below who meet anybody instead of the many real ones.

        It can only be better than the real one; if its downfloaters let the next bracket pair everybody and a
        completion follows, it is the real one.
        """
        group = below.group
        places = bracket.size + len(group)
        if not group or len(below.rest) <= places:
            return None
        if self.star is not None and self.star >= self.arena.score[group[0]]:
            return None
        found = bracket.exactly_with(
            outside._replace(far=(), places=places, takers=lambda v: True, to_place=outside.to_far, unplayed=False)
        )
        if found is None or not found[1]:
            return None
        floaters = [bracket.vertices[i] for i in found[1]]
        return found if self.pairs_everybody(floaters, below) else None
