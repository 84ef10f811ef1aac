"""The text of 2017: brackets from the top to the bottom, with the penultimate and the collapsed last bracket.

    article     function             what it does
    A.9, B      pair_2017            brackets in turn; where none can follow: PPB and collapsed last bracket
    C.2         _last                the last bracket and the bye
    C.4         _penultimate         the PPB: downfloaters must allow the rest to be completed
    C.7         _look_ahead          downfloaters chosen for the next bracket

A bracket is first solved without regard to what follows. If its downfloaters serve the next bracket as well as any
could, nothing else can be better; only otherwise the next bracket joins the search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from arbitro.matching.first import Candidate
from arbitro.matching.largest import FREE, Matching, maximum
from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import (
    COLLAPSED,
    LAST,
    NORMAL,
    PENULTIMATE,
    REJECTED,
    Bracket,
    PairedBracket,
    PairedBrackets,
    paired_bracket,
    score_groups,
)
from arbitro.swiss.dutch.bracket_classes import Outside
from arbitro.swiss.dutch.completion import Completion
from arbitro.swiss.dutch.criteria import C, Marks

TOLD = 64  # players of two brackets up to which a candidate that is rejected anyway is worked out for the account


def pair_2017(arena: Arena) -> PairedBrackets | None:
    """A.9 and B: bracket after bracket; the first one that leaves no completion becomes the penultimate."""
    players = arena.players
    odd = bool(len(players) % 2)
    completion = Completion(arena, lambda v: players[v].may_have_bye)
    if not completion.possible((), 0, odd):
        return None
    groups = score_groups(arena)
    done: list[PairedBracket] = []
    rejected: Callable[[], PairedBracket] | None = None
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
            kept = _look_ahead(bracket, candidate, next_group, is_last, odd, completion)
        if kept is not None:
            floaters = [bracket.vertices[i] for i in kept[1]]
            if completion.possible(floaters, lower.start, odd):
                done.append(paired_bracket(NORMAL, bracket, kept))
                mdps = done[-1].floaters
                continue
        if kept is None and bracket.size + len(next_group) <= TOLD:
            rejected = partial(_rejected, bracket, candidate, next_group)
        done.append(paired_bracket(REJECTED, bracket, kept or candidate))
        done.append(paired_bracket(PENULTIMATE, bracket, _penultimate(bracket, lower, odd)))
        mdps = done[-1].floaters
        done.append(_last(COLLAPSED, Bracket(arena, [*mdps, *lower], len(mdps)), odd))
        break
    left = done[-1].floaters if done else ()
    return PairedBrackets(tuple(done), left[0] if left else None, rejected)


def _rejected(bracket: Bracket, candidate: Candidate, next_group: Sequence[int]) -> PairedBracket:
    """What the bracket would have been, had the completion test not rejected it."""
    best = _best_for_next(bracket, candidate, next_group, True, len(candidate[1]) + len(next_group))
    return paired_bracket(REJECTED, bracket, best or candidate)


def _last(kind: str, bracket: Bracket, odd: bool) -> PairedBracket:
    """The last bracket: everybody is paired; if the field is odd, one who may have it gets the bye (C.2)."""
    players = bracket.arena.players
    takers = sum(1 << k for k, v in enumerate(bracket.vertices) if players[v].may_have_bye) if odd else None
    candidate = bracket.best(int(odd), takers)
    assert candidate is not None
    return paired_bracket(kind, bracket, candidate)


def _look_ahead(
    bracket: Bracket,
    candidate: Candidate,
    next_group: Sequence[int],
    is_last: bool,
    odd: bool,
    completion: Completion,
) -> Candidate | None:
    """C.7: the candidate whose downfloaters serve the next bracket best; None if no completion can follow.

    The next bracket is looked at alone: most pairs, then least PSD. If it is the last one it must be paired
    completely, the bye included; where no best candidate allows that, this bracket is the penultimate.
    """
    floaters = [bracket.vertices[i] for i in candidate[1]]
    with_bye = is_last and odd
    if completion.serves_easily(floaters, next_group, with_bye):
        return candidate
    if _serves_fully(bracket.arena, floaters, next_group, with_bye, 0 if is_last else 1):
        return candidate
    if is_last:
        voids = int(odd)
    else:
        voids = maximum(bracket.arena.adjacency([*floaters, *next_group], len(floaters)))[1]
    return _best_for_next(bracket, candidate, next_group, is_last, voids)


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
    scarce = arena.scarce([*floaters, *group])
    matching.greedy(order, scarce)
    for v in order:
        if matching.mate[v] == FREE and not matching.augment(v):
            return False
    matching.greedy(sorted(range(count, size), key=lambda v: graph[v].bit_count()), scarce)
    return matching.grow(spare) <= spare


def _best_for_next(
    bracket: Bracket, candidate: Candidate, group: Sequence[int], is_last: bool, voids: int
) -> Candidate | None:
    """C.7 with this bracket and the next one, where at most `voids` stay unpaired, in one search."""
    arena = bracket.arena
    players, score, vertices = arena.players, arena.score, bracket.vertices
    lowest = score[group[0]]

    def unpaired(v: int) -> Marks:
        return [(C.NEXT_FLOATERS, 1), (C.NEXT_SCORES, score[v] - lowest + arena.unit)]

    scores = {score[v] - lowest for v in vertices}
    found = bracket.best_with(
        Outside(
            near=group,
            far=(),
            places=voids,
            takers=(lambda v: players[v].may_have_bye) if is_last else (lambda v: True),
            to_near=lambda i: [*bracket.float_marks(i), (C.NEXT_SCORES, score[vertices[i]] - lowest)],
            to_far=lambda i: [],
            to_place=lambda i: bracket.float_marks(i) + unpaired(vertices[i]),
            leaves=unpaired,
            next_values=tuple(sorted(scores | {s + arena.unit for s in scores} | {arena.unit})),
        )
    )
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
    players = bracket.arena.players
    found = bracket.best_with(
        Outside(
            near=(),
            far=lower,
            places=int(odd),
            takers=lambda v: players[v].may_have_bye,
            to_near=bracket.float_marks,
            to_far=bracket.float_marks,
            to_place=bracket.float_marks,
            leaves=lambda v: [],
        )
    )
    assert found is not None
    return found
