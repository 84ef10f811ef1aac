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
from arbitro.swiss.dutch.bracket import Bracket, Outside
from arbitro.swiss.dutch.completion import Completion
from arbitro.swiss.dutch.criteria import C, Marks
from arbitro.swiss.dutch.first import Candidate
from arbitro.swiss.dutch.matching import FREE, Matching, bits, maximum
from arbitro.swiss.dutch.state import Field

MANY = 24  # downfloaters beyond which counting heads is left to the search
TOLD = 64  # players of two brackets up to which a candidate that is rejected anyway is worked out for the account

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


def pair(field: Field, arena: Arena | None = None, *, account: bool = False) -> PairedRound | None:
    """The round's pairing, or None if no legal one exists.

    With `account` the candidate that fails the completion test (A.9) is told exactly; the pairing is the same.
    """
    arena = arena or Arena(field)
    return pair_2017(arena, account) if field.edition == "2017" else pair_2026(arena)


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


def pair_2017(arena: Arena, account: bool = False) -> PairedRound | None:
    """A.9 and B: bracket after bracket; the first one that leaves no completion becomes the penultimate."""
    players = arena.players
    odd = bool(len(players) % 2)
    completion = Completion(arena, lambda v: players[v].may_have_bye)
    if not completion.possible((), 0, odd):
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
            kept = _look_ahead(bracket, candidate, next_group, is_last, odd, completion)
        if kept is not None:
            floaters = [bracket.vertices[i] for i in kept[1]]
            if completion.possible(floaters, lower.start, odd):
                done.append(_paired(NORMAL, bracket, kept))
                mdps = done[-1].floaters
                continue
        if kept is None and account and bracket.size + len(next_group) <= TOLD:
            kept = _best_for_next(bracket, candidate, next_group, True, len(candidate[1]) + len(next_group))
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
    if _serves_easily(completion, floaters, next_group, with_bye):
        return candidate
    if _serves_fully(bracket.arena, floaters, next_group, with_bye, 0 if is_last else 1):
        return candidate
    if is_last:
        voids = int(odd)
    else:
        voids = maximum(bracket.arena.adjacency([*floaters, *next_group], len(floaters)))[1]
    return _best_for_next(bracket, candidate, next_group, is_last, voids)


def _serves_easily(completion: Completion, floaters: Sequence[int], group: Sequence[int], with_bye: bool) -> bool:
    """A head count instead of a search: opponents for all downfloaters, and plenty of them for those left."""
    arena = completion.arena
    rest = len(group) - len(floaters) - with_bye
    if len(floaters) > MANY or rest < 2:
        return False
    binding, number = arena.binding, arena.number
    due = [binding[v] for v in group]
    if not completion.plenty(rest - rest % 2, max(due.count(1), due.count(2))):
        return False
    taken: set[int] = set()
    for v in floaters:
        mine, met = binding[v], arena.met[v]
        for x in group:
            if x not in taken and number[x] not in met and (not mine or binding[x] != mine):
                taken.add(x)
                break
        else:
            return False
    return not with_bye or any(completion.bye(x) for x in group if x not in taken)


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
        done.append(_paired(NORMAL if next_group else LAST, bracket, candidate))
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
    if not above and not (len(group) - count) % 2 and _serves_easily(completion, floaters, group, False):
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
