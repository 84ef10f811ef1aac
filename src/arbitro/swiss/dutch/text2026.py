"""The text of 2026: in every bracket the rest must stay completable (C4), with the bye at the lowest score (C5).

    article     function             what it does
    2, 3        pair_2026            brackets in turn
    C6, C7      _relaxed_2026        a bracket on its own, where that is certainly the answer
    C8          _serves_ideally      downfloaters whom no others could serve better
    C4-C9       _general             a bracket and all players below it in one search

There is no penultimate or collapsed bracket any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.bracket import Bracket
from arbitro.swiss.dutch.bracket_classes import Outside
from arbitro.swiss.dutch.completion import Completion
from arbitro.swiss.dutch.criteria import C, Marks
from arbitro.swiss.dutch.first import Candidate
from arbitro.swiss.dutch.matching import FREE, Matching, bits
from arbitro.swiss.dutch.paired import LAST, NORMAL, PairedBracket, PairedRound, paired_bracket, score_groups


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
            if completion.possible((), 0, True):
                star = s
                break
        else:
            return None
    else:
        takers = set()
        completion = Completion(arena, takers.__contains__)
        if not completion.possible((), 0, False):
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
            candidate = _general(bracket, next_group, below, star, takers, completion)
        done.append(paired_bracket(NORMAL if next_group else LAST, bracket, candidate))
        mdps = done[-1].floaters
    return PairedRound(tuple(done), mdps[0] if mdps else None)


def _relaxed_2026(
    bracket: Bracket,
    next_group: Sequence[int],
    below: range,
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
        return candidate if completion.possible((), below.start - len(next_group), odd) else None
    if not next_group:
        return candidate
    if _serves_ideally(arena, floating, next_group, below, star, takers, completion):
        return candidate
    if len(floating) > 1:
        return None
    return _one_who_serves(bracket, candidate, next_group, below, star, takers, here)


def _serves_ideally(
    arena: Arena,
    floaters: Sequence[int],
    group: Sequence[int],
    below: range,
    star: int | None,
    takers: set[int],
    completion: Completion,
) -> bool:
    """C8: could no downfloaters serve the next bracket better, with a completion to follow?"""
    if _pairs_everybody(arena, floaters, group, below, star, takers, completion):
        return True
    above = star is not None and star > arena.score[group[0]]
    return (
        bool(below) and FREE not in _next_bracket(arena, floaters, group, below, takers, star is not None, above).mate
    )


def _pairs_everybody(
    arena: Arena,
    floaters: Sequence[int],
    group: Sequence[int],
    below: range,
    star: int | None,
    takers: set[int],
    completion: Completion,
) -> bool:
    """Can the next bracket pair everybody (but one of its residents, or the bye's holder) and be completed?"""
    count = len(floaters)
    above = star is not None and star > arena.score[group[0]]  # the bye's holder is among the floaters
    if not above and not (len(group) - count) % 2 and completion.serves_easily(floaters, group, False):
        return completion.possible((), below.start, star is not None)
    graph = arena.adjacency([*floaters, *group], count)
    size = len(graph)
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
    scarce = arena.scarce([*floaters, *group])
    matching.greedy(order, scarce)
    for v in order:
        if matching.mate[v] == FREE and not matching.augment(v):
            return False
    matching.greedy(sorted(range(count, size), key=lambda v: graph[v].bit_count()), scarce)
    if matching.grow(1) > 1:
        return False
    spare = [group[k - count] for k in range(count, size) if matching.mate[k] == FREE]
    return completion.possible(spare, below.start, star is not None and not above)


def _next_bracket(
    arena: Arena,
    floaters: Sequence[int],
    group: Sequence[int],
    below: range,
    takers: set[int],
    odd: bool,
    above: bool,
) -> Matching:
    """C8 at its best: a largest matching of the next bracket with those further below who cannot do without it.

    A largest matching of the players below (and the bye) leaves some over, whatever is done: at least that many must
    come down to them. By Gallai and Edmonds they form odd components behind a separator; everything else below pairs
    up by itself. If nobody is left free here, the next bracket pairs all but those needed, and no set of downfloaters
    could serve better. Vertices: floaters, next group, players below (components by their first member), the bye.
    """
    lower = list(below)
    graph = arena.adjacency(lower)
    last = len(lower)
    if odd and not above:
        mask = sum(1 << k for k, v in enumerate(lower) if v in takers)
        for k in bits(mask):
            graph[k] |= 1 << last
        graph.append(mask)
    needy = Matching(graph)
    needy.greedy(sorted(range(len(graph)), key=lambda k: graph[k].bit_count()), arena.scarce(lower))
    needy.grow()
    separator = needy.dead & ~needy.outer
    count, size = len(floaters), len(floaters) + len(group)
    whole = arena.adjacency([*floaters, *group, *lower], count) + [0] * odd
    bye = 1 << size + last
    for k, v in enumerate([*floaters, *group]):
        if odd and v in takers and above == (k < count):
            whole[k] |= bye
            whole[-1] |= 1 << k
    residents = (1 << size) - (1 << count)
    kept = (1 << size) - 1 | separator << size | (bye if above else 0)
    joined = [row & (kept & ((1 << size) - 1) | (bye if above else 0)) for row in whole[:size]] + [0] * (last + odd)
    if above:
        joined[-1] = whole[-1]
    alone = sum(1 << k for k in bits(needy.outer) if not graph[k] & needy.outer)
    kept |= alone << size
    for k in range(count, size):
        joined[k] |= whole[k] & alone << size
    for k in bits(separator):
        joined[size + k] |= (graph[k] & alone) << size
    for k in bits(alone):
        joined[size + k] |= whole[size + k] & residents | (graph[k] & separator) << size
    left = needy.outer & ~alone
    while left:
        component = behind = met = 0
        fresh = left & -left
        while fresh:
            low = fresh & -fresh
            left &= ~low
            component |= low
            k = low.bit_length() - 1
            behind |= graph[k] & separator
            met |= whole[size + k] & residents
            fresh = (fresh | graph[k] & left) & ~low
        name = size + (component & -component).bit_length() - 1
        kept |= 1 << name
        joined[name] = met | behind << size
        for k in bits(joined[name]):
            joined[k] |= 1 << name
    matching = Matching(joined, [FREE if kept >> k & 1 else k for k in range(len(joined))])
    matching.greedy(sorted(bits(kept), key=lambda k: joined[k].bit_count()), arena.scarce([*floaters, *group]))
    matching.grow()
    return matching


def _one_who_serves(
    bracket: Bracket,
    candidate: Candidate,
    next_group: Sequence[int],
    below: range,
    star: int | None,
    takers: set[int],
    unplayed: bool,
) -> Candidate | None:
    """C8 with one downfloater who does not serve: the best candidate that floats one who does.

    Without him the next bracket must miss exactly one opponent, and he must be able to meet one of the players that it
    can leave over. None if no such player has the same score: then the general search decides.
    """
    arena, vertices = bracket.arena, bracket.vertices
    odd = star is not None
    if star is not None and star > arena.score[next_group[0]]:
        return None
    matching = _next_bracket(arena, (), next_group, below, takers, odd, False)
    if matching.mate.count(FREE) != 1:
        return None
    wanted = [v for k, v in enumerate(next_group) if matching.outer >> k & 1]
    graph = arena.adjacency([*vertices, *wanted])
    allowed = sum(1 << k for k in range(bracket.size) if graph[k] >> bracket.size)
    if unplayed:
        allowed &= sum(1 << k for k, v in enumerate(vertices) if v in takers)
    if not allowed:
        return None
    found = bracket.best_if_easy(1, allowed, unplayed)
    if found is None:
        return None
    same = arena.score[vertices[found[1][0]]] == arena.score[vertices[candidate[1][0]]]
    return found if same else None


def _general(
    bracket: Bracket,
    next_group: Sequence[int],
    below: range,
    star: int | None,
    takers: set[int],
    completion: Completion,
) -> Candidate:
    """C4, C6-C9: this bracket and all players below it in one search."""
    here = star is not None and star >= bracket.lowest
    outside = _everybody_below(bracket, next_group, below, star is not None, takers, here)
    found = bracket.best_by_classes(outside)
    if found is None:
        found = _with_anybody_below(bracket, outside, below, star, takers, completion) or bracket.exactly_with(outside)
    assert found is not None
    if here and len(found[1]) != 1:
        found = bracket.best_with(_everybody_below(bracket, next_group, below, True, takers, False))
        assert found is not None
    return found


def _everybody_below(
    bracket: Bracket, next_group: Sequence[int], below: Sequence[int], odd: bool, takers: set[int], unplayed: bool
) -> Outside:
    """C8: whoever leaves the next bracket costs; C9 (`unplayed`): the bye's holder costs his unplayed rounds."""
    score, vertices = bracket.arena.score, bracket.vertices

    def leaves(v: int) -> Marks:
        return [(C.NEXT_FLOATERS, 1), (C.NEXT_SCORES, score[v])]

    return Outside(
        near=next_group,
        far=below,
        places=int(odd),
        takers=takers.__contains__,
        to_near=bracket.float_marks,
        to_far=lambda i: bracket.float_marks(i) + leaves(vertices[i]),
        to_place=lambda i: bracket.float_marks(i, None, unplayed) + leaves(vertices[i]),
        leaves=leaves,
        next_values=tuple(sorted({score[v] for v in vertices} | {score[v] for v in next_group[:1]})),
        unplayed=unplayed,
    )


def _with_anybody_below(
    bracket: Bracket,
    outside: Outside,
    below: range,
    star: int | None,
    takers: set[int],
    completion: Completion,
) -> Candidate | None:
    """The general search with a few players below who meet anybody instead of the many real ones.

    It can only be better than the real one; if its downfloaters let the next bracket pair everybody and a completion
    follows, it is the real one.
    """
    arena, group = bracket.arena, outside.near
    places = bracket.size + len(group)
    if not group or len(below) <= places or (star is not None and star >= arena.score[group[0]]):
        return None
    found = bracket.exactly_with(
        outside._replace(far=(), places=places, takers=lambda v: True, to_place=outside.to_far, unplayed=False)
    )
    if found is None or not found[1]:
        return None
    floaters = [bracket.vertices[i] for i in found[1]]
    return found if _pairs_everybody(arena, floaters, group, below, star, takers, completion) else None
