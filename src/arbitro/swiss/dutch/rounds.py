"""The pairing of a whole round by the production engine: brackets from the top to the bottom.

    article            function             what it does
    A.9, B             pair_2017            brackets in turn; where none can follow: PPB and collapsed last bracket
    C.4                _penultimate         the PPB: downfloaters must allow the rest to be completed
    C.7                _look_ahead          downfloaters chosen for the next bracket
    2026 art. 2-3      pair_2026            completion (C4) and the bye's score (C5) bind every bracket
    2026 C8            _general             downfloaters chosen for the next bracket and for completion

A bracket is first solved without regard to what follows. If its downfloaters serve the next bracket as well as any
could, and leave a completion, nothing else can be better; only otherwise what follows joins the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import Bracket
from arbitro.swiss.dutch.completion import Completion
from arbitro.swiss.dutch.criteria import C, Marks
from arbitro.swiss.dutch.exact import Edges, first_best
from arbitro.swiss.dutch.first import Candidate
from arbitro.swiss.dutch.matching import FREE, Matching, bits, maximum
from arbitro.swiss.dutch.state import Field

NORMAL, REJECTED, PENULTIMATE, COLLAPSED, LAST = "normal", "rejected", "ppb", "clb", "last"


class PairedBracket(NamedTuple):
    """What was made of a bracket; players by their place in the field."""

    kind: str  # normal, rejected (by the completion test), ppb, clb or last
    mdps: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]  # the higher-ranked player first
    floaters: tuple[int, ...]  # in the last bracket: who has the bye


class PairedRound(NamedTuple):
    """A paired round, bracket by bracket."""

    brackets: tuple[PairedBracket, ...]
    bye: int | None

    def pairs(self) -> list[tuple[int, int]]:
        """All pairs that stand."""
        return [pair for bracket in self.brackets if bracket.kind != REJECTED for pair in bracket.pairs]


def pair(field: Field, arena: Arena | None = None) -> PairedRound | None:
    """The round's pairing, or None if no legal one exists."""
    arena = arena or Arena(field)
    return pair_2017(arena) if field.edition == "2017" else pair_2026(arena)


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


def _paired(kind: str, bracket: Bracket, candidate: Candidate) -> PairedBracket:
    v, mdps = bracket.vertices, bracket.mdps
    return PairedBracket(
        kind,
        tuple(v[:mdps]),
        tuple(v[mdps:]),
        tuple((v[i], v[j]) for i, j in candidate[0]),
        tuple(v[i] for i in candidate[1]),
    )


# -- 2017


def pair_2017(arena: Arena) -> PairedRound | None:
    """A.9 and B: bracket after bracket; the first one that leaves no completion becomes the penultimate."""
    players = arena.players
    odd = bool(len(players) % 2)
    completion = Completion(arena, lambda v: players[v].may_have_bye)
    if not completion.possible(range(len(players)), odd):
        return None
    groups = score_groups(arena)
    done: list[PairedBracket] = []
    mdps: tuple[int, ...] = ()
    for g, residents in enumerate(groups):
        lower = range(residents[-1] + 1, len(players))
        bracket = Bracket(arena, [*mdps, *residents], len(mdps))
        if not lower:
            done.append(_last(LAST, bracket, odd))
            break
        candidate = bracket.best()
        assert candidate is not None
        next_group = groups[g + 1]
        is_last = g + 2 == len(groups)
        kept: Candidate | None = candidate
        if candidate[1]:
            kept = _look_ahead(bracket, candidate, next_group, is_last, odd)
        if kept is not None:
            floaters = [bracket.vertices[i] for i in kept[1]]
            if completion.possible([*floaters, *lower], odd):
                done.append(_paired(NORMAL, bracket, kept))
                mdps = done[-1].floaters
                continue
        done.append(_paired(REJECTED, bracket, kept or candidate))
        done.append(_paired(PENULTIMATE, bracket, _penultimate(bracket, lower, odd)))
        mdps = done[-1].floaters
        done.append(_last(COLLAPSED, Bracket(arena, [*mdps, *lower], len(mdps)), odd))
        break
    left = done[-1].floaters if done else ()
    return PairedRound(tuple(done), left[0] if left else None)


def _last(kind: str, bracket: Bracket, odd: bool) -> PairedBracket:
    """The last bracket: everybody is paired; if the field is odd, one who may have it gets the bye (C.2)."""
    players = bracket.arena.players
    takers = sum(1 << k for k, v in enumerate(bracket.vertices) if players[v].may_have_bye) if odd else None
    candidate = bracket.best(int(odd), takers)
    assert candidate is not None
    return _paired(kind, bracket, candidate)


def _look_ahead(
    bracket: Bracket, candidate: Candidate, next_group: Sequence[int], is_last: bool, odd: bool
) -> Candidate | None:
    """C.7: the candidate whose downfloaters serve the next bracket best; None if no completion can follow.

    The next bracket is looked at alone: most pairs, then least PSD. If it is the last one it must be paired
    completely, the bye included; where no best candidate allows that, this bracket is the penultimate.
    """
    floaters = [bracket.vertices[i] for i in candidate[1]]
    if _serves_fully(bracket.arena, floaters, next_group, is_last and odd, 0 if is_last else 1):
        return candidate
    return _best_for_next(bracket, candidate, next_group, is_last, odd)


def _serves_fully(arena: Arena, floaters: Sequence[int], group: Sequence[int], with_bye: bool, spare: int) -> bool:
    """Can all downfloaters be paired with players of the next group, and the group be paired but for `spare`?

    With `with_bye` a player of the group who may have the bye stays out.
    """
    players = arena.players
    count = len(floaters)
    graph = arena.adjacency([*floaters, *group], count)
    size = len(graph)
    if with_bye:
        takers = 0
        for k in range(count, size):
            if players[group[k - count]].may_have_bye:
                takers |= 1 << k
                graph[k] |= 1 << size
        graph.append(takers)
    matching = Matching(graph)
    order = list(range(count))
    if with_bye:
        order.append(size)
    for v in order:
        if matching.mate[v] == FREE and not matching.augment(v):
            return False
    matching.greedy(sorted(range(count, size), key=lambda v: graph[v].bit_count()))
    return matching.grow(spare) <= spare


def _next_marks(arena: Arena, v: int, lowest: int) -> Marks:
    """C.7: what an unpaired player costs the next bracket."""
    return [(C.NEXT_FLOATERS, 1), (C.NEXT_SCORES, arena.score[v] - lowest + arena.unit)]


def _best_for_next(
    bracket: Bracket, candidate: Candidate, group: Sequence[int], is_last: bool, odd: bool
) -> Candidate | None:
    """C.7 exactly: this bracket and the next one in one search."""
    arena = bracket.arena
    players, score = arena.players, arena.score
    size, count = bracket.size, len(group)
    lowest = score[group[0]]
    if is_last:
        voids = int(odd)
    else:
        floaters = [bracket.vertices[i] for i in candidate[1]]
        voids = maximum(arena.adjacency([*floaters, *group], len(floaters)))[1]
    edges = bracket.inner_edges()
    graph = arena.adjacency([*bracket.vertices, *group], 0)
    first_void = size + count
    for i, v in enumerate(bracket.vertices):
        floats = bracket.float_marks(i)
        for j in bits(graph[i] >> size << size):
            edges[i, j] = [*floats, (C.NEXT_SCORES, score[v] - lowest)]
        if not is_last or players[v].may_have_bye:
            for x in range(first_void, first_void + voids):
                edges[i, x] = floats + _next_marks(arena, v, lowest)
    for i in range(size, first_void):
        v = group[i - size]
        for j in bits(graph[i] >> i + 1 << i + 1):
            edges[i, j] = []
        if not is_last or players[v].may_have_bye:
            for x in range(first_void, first_void + voids):
                edges[i, x] = _next_marks(arena, v, lowest)
    for x in range(first_void, first_void + voids):
        for y in range(x + 1, first_void + voids):
            edges[x, y] = []
    arena.stats["exact"] += 1
    arena.stats["largest"] = max(arena.stats["largest"], first_void + voids)
    found = first_best(first_void + voids, size, [score[v] for v in bracket.vertices[: bracket.mdps]], edges)
    if found is None or _psd(bracket, found) != _psd(bracket, candidate):
        return None
    return found


def _psd(bracket: Bracket, candidate: Candidate) -> list[int]:
    """C.6 of a candidate, longer for fewer pairs."""
    score, v = bracket.arena.score, bracket.vertices
    differences = [score[v[i]] - score[v[j]] for i, j in candidate[0]]
    differences += [score[v[i]] - bracket.lowest + bracket.arena.unit for i in candidate[1]]
    return sorted(differences, reverse=True)


def _penultimate(bracket: Bracket, lower: Sequence[int], odd: bool) -> Candidate:
    """C.4: the best candidate among those that leave a completion; C.7 does not apply."""
    arena = bracket.arena
    players = arena.players
    size = bracket.size
    edges = bracket.inner_edges()
    _add_outside(edges, bracket, lower, odd, lambda v: players[v].may_have_bye)
    arena.stats["exact"] += 1
    arena.stats["largest"] = max(arena.stats["largest"], size + len(lower) + odd)
    found = first_best(size + len(lower) + odd, size, [arena.score[v] for v in bracket.vertices[: bracket.mdps]], edges)
    assert found is not None
    return found


def _add_outside(edges: Edges, bracket: Bracket, lower: Sequence[int], odd: bool, bye) -> None:  # type: ignore[no-untyped-def]
    """Whoever could take this bracket's downfloaters: all lower players and the bye."""
    arena, size = bracket.arena, bracket.size
    everyone = [*bracket.vertices, *lower]
    graph = arena.adjacency(everyone, 0)
    end = len(everyone)
    for i, v in enumerate(everyone):
        floats: Marks = bracket.float_marks(i) if i < size else []
        start = max(size, i + 1)
        for j in bits(graph[i] >> start << start):
            edges[i, j] = floats
        if odd and bye(v):
            edges[i, end] = floats


# -- 2026


def pair_2026(arena: Arena) -> PairedRound | None:
    """2026 articles 2 and 3: in every bracket the rest must stay completable, with the bye at the lowest score."""
    players, score = arena.players, arena.score
    count = len(players)
    odd = bool(count % 2)
    star: int | None = None
    if odd:
        for s in sorted({p.score for p in players if p.may_have_bye}):
            takers = {v for v in range(count) if score[v] == s and players[v].may_have_bye}
            completion = Completion(arena, takers.__contains__)
            if completion.possible(range(count), True):
                star = s
                break
        else:
            return None
    else:
        takers = set()
        completion = Completion(arena, takers.__contains__)
        if not completion.possible(range(count), False):
            return None
    groups = score_groups(arena)
    done: list[PairedBracket] = []
    mdps: tuple[int, ...] = ()
    for g, residents in enumerate(groups):
        bracket = Bracket(arena, [*mdps, *residents], len(mdps))
        next_group = groups[g + 1] if g + 1 < len(groups) else []
        below = range(next_group[-1] + 1 if next_group else count, count)
        candidate = _relaxed_2026(bracket, next_group, below, star, takers, completion)
        if candidate is None:
            candidate = _general(bracket, next_group, below, star, takers)
        done.append(_paired(NORMAL if next_group else LAST, bracket, candidate))
        mdps = done[-1].floaters
    return PairedRound(tuple(done), mdps[0] if mdps else None)


def _relaxed_2026(
    bracket: Bracket,
    next_group: Sequence[int],
    below: Sequence[int],
    star: int | None,
    takers: set[int],
    completion: Completion,
) -> Candidate | None:
    """The bracket on its own, if that is certainly the answer; None if what follows must join the search."""
    arena, vertices = bracket.arena, bracket.vertices
    odd = star is not None
    here = star is not None and star >= bracket.lowest  # the bye's holder is in this bracket
    least = bracket.bound()
    allowed = None
    if here and least <= 1:
        if least == 0:
            return None
        allowed = sum(1 << k for k, v in enumerate(vertices) if v in takers)
    candidate = bracket.best_if_easy(least, allowed, here and least == 1)
    if candidate is None:
        pairs = bracket.max_pairs()
        if not pairs:
            return [], list(range(bracket.size))
        floaters = bracket.size - 2 * pairs
        allowed = None
        if here and floaters <= 1:
            if floaters == 0:
                return None
            allowed = sum(1 << k for k, v in enumerate(vertices) if v in takers)
        candidate = bracket.best(floaters, allowed, None, here and floaters == 1)
        if candidate is None:
            return None
    floating = [vertices[i] for i in candidate[1]]
    if not floating:
        return candidate if completion.possible([*next_group, *below], odd) else None
    if not next_group:
        return candidate
    return candidate if _serves_ideally(arena, floating, next_group, below, star, takers, completion) else None


def _serves_ideally(
    arena: Arena,
    floaters: Sequence[int],
    group: Sequence[int],
    below: Sequence[int],
    star: int | None,
    takers: set[int],
    completion: Completion,
) -> bool:
    """C8: can the next bracket pair everybody (but one of its residents, or the bye's holder) and be completed?"""
    count = len(floaters)
    graph = arena.adjacency([*floaters, *group], count)
    size = len(graph)
    above = star is not None and star > arena.score[group[0]]  # the bye's holder is among the floaters
    order = list(range(count))
    if above:
        mask = 0
        for k, v in enumerate(floaters):
            if v in takers:
                mask |= 1 << k
                graph[k] |= 1 << size
        graph.append(mask)
        order.insert(0, size)
    matching = Matching(graph)
    for v in order:
        if matching.mate[v] == FREE and not matching.augment(v):
            return False
    matching.greedy(sorted(range(count, size), key=lambda v: graph[v].bit_count()))
    if matching.grow(1) > 1:
        return False
    spare = [group[k - count] for k in range(count, size) if matching.mate[k] == FREE]
    return completion.possible([*spare, *below], star is not None and not above)


def _general(
    bracket: Bracket, next_group: Sequence[int], below: Sequence[int], star: int | None, takers: set[int]
) -> Candidate:
    """C4, C6-C9 exactly: this bracket and all players below it in one search."""
    here = star is not None and star >= bracket.lowest
    found = _general_with(bracket, next_group, below, star is not None, takers, here)
    if here and len(found[1]) != 1:
        found = _general_with(bracket, next_group, below, True, takers, False)
    return found


def _general_with(
    bracket: Bracket, next_group: Sequence[int], below: Sequence[int], odd: bool, takers: set[int], unplayed: bool
) -> Candidate:
    arena, size = bracket.arena, bracket.size
    score = arena.score
    everyone = [*bracket.vertices, *next_group, *below]
    near = size + len(next_group)
    end = len(everyone)
    graph = arena.adjacency(everyone, 0)
    edges = bracket.inner_edges()
    for i, v in enumerate(everyone):
        leaves: Marks = [(C.NEXT_FLOATERS, 1), (C.NEXT_SCORES, score[v])] if i < near else []
        floats: Marks = bracket.float_marks(i) if i < size else []
        start = max(size, i + 1)
        for j in bits(graph[i] >> start << start):
            edges[i, j] = floats + leaves if j >= near else floats
        if odd and v in takers:
            extra: Marks = [(C.UNPLAYED, arena.players[v].unplayed)] if unplayed and i < size else []
            edges[i, end] = floats + leaves + extra
    arena.stats["exact"] += 1
    arena.stats["largest"] = max(arena.stats["largest"], end + odd)
    found = first_best(end + odd, size, [score[v] for v in bracket.vertices[: bracket.mdps]], edges)
    assert found is not None
    return found
