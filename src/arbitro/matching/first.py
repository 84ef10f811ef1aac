"""The first perfect matching of a graph in the order of halves.

When every edge of a graph is as good as edges can be (`classes`), all its perfect matchings are equally good and
only an order decides. The first vertices may be heads, who are paired before the others; the rest is cut into an
upper half and a lower one, and some of them may change places:

    heads            which of them are paired: the earliest set; then the lexicographically first partners
    exchanges        fewest exchanged between the halves, least difference of sums, highest out, lowest in
    transpositions   the lexicographically first partners in the lower half for the upper one

`floaters` of the vertices stay unpaired and must be in `floatable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from arbitro.frozen import NamedTuple
from arbitro.matching.classes import Costs, duals, tight_classes
from arbitro.matching.largest import FREE, Matching, bits

TRIES = 1500  # exchanges tried before the search gives up

Candidate = tuple[list[tuple[int, int]], list[int]]  # pairs (the smaller first) and who is left unpaired


class Kinds(NamedTuple):
    """Classes behind the graph, to see how many exchanges are needed: by vertex, and which classes are tight.

    Classes from `inner` on stand for floating: a class that is tight with one of them may float.
    """

    of: Sequence[int]
    tight: Sequence[Sequence[int]]
    inner: int


def first_candidate(
    graph: Sequence[int],
    heads: int,
    floaters: int,
    floatable: int,
    groups: Sequence[int] = (),
    kinds: Kinds | None = None,
) -> Candidate | None:
    """The first perfect matching, or None if there is none (or none was found within the tries).

    `groups` (by head) may be given if it is known that every perfect matching leaves the same number of
    each group unpaired; then fewer searches are needed.
    """
    n = len(graph)
    if not heads:
        return _remainder(graph, list(range(n)), floaters, floatable, kinds)
    quick = _all_heads_paired(graph, heads, floaters, floatable)
    return quick or _heads_first(graph, heads, floaters, floatable, groups, kinds)


def _all_heads_paired(graph: Sequence[int], heads: int, floaters: int, floatable: int) -> Candidate | None:
    """Every head takes the first opponent left; an answer without exchanges cannot be bettered."""
    free = (1 << len(graph)) - (1 << heads)
    pairs = []
    for m in range(heads):
        choice = graph[m] & free
        if not choice:
            return None
        low = choice & -choice
        free ^= low
        pairs.append((m, low.bit_length() - 1))
    rest = list(bits(free))
    half = (len(rest) - floaters) // 2
    if half < 0:
        return None
    found = transposition(graph, rest[:half], rest[half:], floaters, floatable)
    if found is None:
        return None
    partners, down = found
    return pairs + list(zip(rest[:half], partners, strict=True)), down


def _heads_first(
    graph: Sequence[int], heads: int, floaters: int, floatable: int, groups: Sequence[int], kinds: Kinds | None
) -> Candidate | None:
    """The earliest set of heads and their first partners, each step kept only if a perfect matching still exists."""
    n = len(graph)
    size = n + floaters
    dummies = (1 << size) - (1 << n)
    adjacent = [mask | dummies if floatable >> v & 1 else mask for v, mask in enumerate(graph)]
    adjacent += [floatable] * floaters
    matching = Matching(adjacent)
    matching.greedy(range(heads))
    matching.greedy(sorted(range(heads, n), key=lambda v: adjacent[v].bit_count()))
    if matching.grow():
        return None
    mate = matching.mate
    fixed = 0
    limbo: list[int] = []
    left: dict[int, int] = {}  # by group: heads still to come
    must: dict[int, int] = {}  # by group: how many of them stay unpaired
    for m, group in enumerate(groups):
        left[group] = left.get(group, 0) + 1
        must[group] = must.get(group, 0) + (mate[m] >= n)
    barred = 0  # heads who keep away from the floaters' places
    for m in range(heads):
        group = groups[m] if groups else -1
        if groups:
            left[group] -= 1
        if not floatable >> m & 1:
            continue
        d = mate[m]
        if groups and must[group] > left[group]:  # everyone left of the group stays unpaired, this one too
            stays = True
        elif d < n:
            stays = False
        else:
            mate[m] = mate[d] = FREE
            adjacent[m] = graph[m]
            places = floatable & ~(barred | 1 << m)
            adjacent[n:] = [places] * floaters
            stays = not matching.augment(m, fixed, 1 << d)
            if stays:
                matching.join(m, d)
        if stays:
            fixed |= 1 << m | 1 << mate[m]
            limbo.append(m)
            if groups:
                must[group] -= 1
        else:
            barred |= 1 << m
            adjacent[m] = graph[m]
    adjacent[n:] = [floatable & ~barred] * floaters
    pairs = []
    for m in range(heads):
        if fixed >> m & 1:
            continue
        for j in bits(graph[m] & ~fixed):
            a, b = mate[m], mate[j]
            if a != j:
                mate[a] = mate[b] = FREE
                matching.join(m, j)
                if not matching.augment(a, fixed | 1 << m | 1 << j, 1 << b):
                    matching.join(m, a)
                    matching.join(j, b)
                    continue
            fixed |= 1 << m | 1 << j
            pairs.append((m, j))
            break
    rest = [v for v in range(heads, n) if not fixed >> v & 1]
    remainder = _remainder(graph, rest, floaters - len(limbo), floatable, kinds)
    if remainder is None:
        return None
    return pairs + remainder[0], limbo + remainder[1]


def _remainder(
    graph: Sequence[int], rest: list[int], floaters: int, floatable: int, kinds: Kinds | None
) -> Candidate | None:
    """The vertices that are no heads or partners of heads: no exchange first, then exchanges in their order."""
    half = (len(rest) - floaters) // 2
    s1, s2 = rest[:half], rest[half:]
    found = transposition(graph, s1, s2, floaters, floatable)
    if found is not None:
        return list(zip(s1, found[0], strict=True)), found[1]
    return _exchange(graph, s1, s2, floaters, floatable, kinds)


def _exchange(
    graph: Sequence[int], s1: list[int], s2: list[int], floaters: int, floatable: int, kinds: Kinds | None
) -> Candidate | None:
    """Exchanges between the halves, best first, until one leaves a perfect matching."""
    least = max(1, -(-_deficiency(graph, s1, s2, floaters, floatable) // 2))
    if kinds is not None:
        bound = _least_exchange(graph, s1, s2, floaters, floatable, kinds)
        if bound is None:
            return None
        number, fewer, fewer_float = bound
        if number >= least:
            found, tries = _exchange_of(number, fewer, s1, s2, floaters, fewer_float, TRIES)
            if found is not None or tries > TRIES:
                return found
            least = number + 1
    tries = 0
    for k in range(least, min(len(s1), len(s2)) + 1):
        found, used = _exchange_of(k, graph, s1, s2, floaters, floatable, TRIES - tries)
        tries += used
        if found is not None or tries > TRIES:
            return found
    return None


def _least_exchange(
    graph: Sequence[int], s1: list[int], s2: list[int], floaters: int, floatable: int, kinds: Kinds
) -> tuple[int, Sequence[int], int] | None:
    """How many must be exchanged at least, by classes, and the graph of the pairs that such a pairing can have.

    Every pair inside S1 and every floater out of S1 costs one exchange; the classes' duals give the least total
    and what is tight, as in `classes`. A least total that is no whole number says nothing about single pairs.
    """
    of, tight, inner = kinds
    index: dict[tuple[int, int], int] = {}
    sizes: list[int] = []
    members: list[int] = []
    for half, side in enumerate((s1, s2)):
        for v in side:
            c = index.setdefault((of[v], half), len(sizes))
            if c == len(sizes):
                sizes.append(0)
                members.append(0)
            sizes[c] += 1
            members[c] |= 1 << v
    keys = list(index)
    cost: Costs = [
        [
            None if e not in tight[c] or (x == y and sizes[x] == 1) else int(half == other == 0)
            for y, (e, other) in enumerate(keys)
        ]
        for x, (c, half) in enumerate(keys)
    ]
    if floaters:
        line: list[int | None] = [1 - half if any(d >= inner for d in tight[c]) else None for c, half in keys]
        for row, price in zip(cost, line, strict=True):
            row.append(price)
        cost.append([*line, None])
        sizes.append(floaters)
    solved = duals(sizes, cost)
    if solved is None:
        return None
    twice = sum(size * value for size, value in zip(sizes, solved[0], strict=True))
    if twice % 2:
        return (twice + 1) // 2, graph, floatable
    still = tight_classes(solved[0], cost)
    fewer = list(graph)
    may_float = 0
    for x, mask in enumerate(members):
        allowed = 0
        for y in still[x]:
            if y < len(members):
                allowed |= members[y]
            else:
                may_float |= mask
        for v in bits(mask):
            fewer[v] = graph[v] & allowed
    return twice // 2, fewer, may_float & floatable


def _exchange_of(
    k: int, graph: Sequence[int], s1: list[int], s2: list[int], floaters: int, floatable: int, limit: int
) -> tuple[Candidate | None, int]:
    """Exchanges of k vertices, best first. Answers the candidate and how many were tried.

    Only a vertex that could be the lower member of a pair inside S1, or float, can leave S1; only one who could be
    the higher member of a pair inside S2 can come in.
    """
    first_half, second_half = _mask(s1), _mask(s2)
    outs = [v for v in reversed(s1) if graph[v] & first_half & ((1 << v) - 1) or (floaters and floatable >> v & 1)]
    ins = [v for v in s2 if (graph[v] & second_half) >> v]
    if k < 1 or k > min(len(outs), len(ins)):
        return None, 0
    place = {v: i for i, v in enumerate(s1 + s2)}
    tries = 0
    start = (tuple(range(k)), tuple(range(k)))
    heap = [(_exchange_key(start, outs, ins, place), start)]
    seen = {start}
    while heap:
        _, (o, i) = heappop(heap)
        tries += 1
        if tries > limit:
            break
        leaving, entering = {outs[x] for x in o}, {ins[x] for x in i}
        new1 = sorted([v for v in s1 if v not in leaving] + list(entering))
        new2 = sorted([v for v in s2 if v not in entering] + list(leaving))
        found = transposition(graph, new1, new2, floaters, floatable)
        if found is not None:
            return (list(zip(new1, found[0], strict=True)), found[1]), tries
        for step in range(k):
            for moved, end in ((o, len(outs)), (i, len(ins))):
                x = moved[step] + 1
                if x < end and (step + 1 == k or x < moved[step + 1]):
                    other = (*moved[:step], x, *moved[step + 1 :])
                    node = (other, i) if moved is o else (o, other)
                    if node not in seen:
                        seen.add(node)
                        heappush(heap, (_exchange_key(node, outs, ins, place), node))
    return None, tries


def _exchange_key(
    node: tuple[tuple[int, ...], tuple[int, ...]], outs: list[int], ins: list[int], place: dict[int, int]
) -> tuple[int, list[int], list[int]]:
    """Difference of sums, highest leaving S1, lowest entering it."""
    leaving = [place[outs[x]] for x in node[0]]
    entering = [place[ins[x]] for x in node[1]]
    return sum(entering) - sum(leaving), [-v for v in leaving], entering


def _mask(vertices: Sequence[int]) -> int:
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


def _deficiency(graph: Sequence[int], s1: list[int], s2: list[int], floaters: int, floatable: int) -> int:
    """How many rows (S1 and the floaters' places) a largest matching into S2 leaves out."""
    columns = _mask(s2)
    rows = [graph[v] & columns for v in s1] + [floatable & columns] * floaters
    held, stuck, free = _greedy(rows, columns)
    owner = {low: i for i, low in enumerate(held) if low}
    missing = 0
    for i in stuck:
        end = _cover(i, rows, owner, held, columns, free)
        free &= ~end
        missing += not end
    return missing


def _greedy(rows: Sequence[int], columns: int) -> tuple[list[int], list[int], int]:
    """Every row takes its lowest free column: what each holds (as a bit), the rows that got none, what is left."""
    held, stuck, free = [], [], columns
    for i, row in enumerate(rows):
        choice = row & free
        low = choice & -choice
        free ^= low
        held.append(low)
        if not low:
            stuck.append(i)
    return held, stuck, free


def transposition(
    graph: Sequence[int], s1: Sequence[int], s2: Sequence[int], floaters: int, floatable: int
) -> tuple[list[int], list[int]] | None:
    """The lexicographically first partners in S2 for the vertices of S1, and who is left; None if impossible."""
    columns = _mask(s2)
    rows = [graph[v] & columns for v in s1]
    held, stuck, free = _greedy(rows, columns)
    if not stuck and not free & ~floatable:
        return [low.bit_length() - 1 for low in held], list(bits(free))
    count = len(rows)
    places = floatable & columns
    for i in range(count, count + floaters):
        choice = places & free
        low = choice & -choice
        free ^= low
        held.append(low)
        if not low:
            stuck.append(i)
        rows.append(places)
    owner = {low: i for i, low in enumerate(held) if low}
    for i in stuck:
        end = _cover(i, rows, owner, held, columns, free)
        if not end:
            return None
        free &= ~end
    _lexicographic(rows, count, held, owner, columns)
    return [low.bit_length() - 1 for low in held[:count]], sorted(low.bit_length() - 1 for low in held[count:])


def _cover(start: int, rows: Sequence[int], owner: dict[int, int], held: list[int], columns: int, free: int) -> int:
    """Find a column for a row by an augmenting path; owners change along it. The free column taken, or 0."""
    unseen = columns & ~free
    parent = {start: start}
    queue = [start]
    last = start if rows[start] & free else -1
    for i in queue:
        if last >= 0:
            break
        choice = rows[i] & unseen
        unseen &= ~choice
        while choice:
            low = choice & -choice
            choice ^= low
            j = owner[low]
            parent[j] = i
            if rows[j] & free:
                last = j
                break
            queue.append(j)
    if last < 0:
        return 0
    choice = rows[last] & free
    end = low = choice & -choice
    while True:
        before = held[last]
        held[last] = low
        owner[low] = last
        if last == start:
            return end
        low, last = before, parent[last]


def _lexicographic(rows: Sequence[int], count: int, held: list[int], owner: dict[int, int], columns: int) -> None:
    """Turn a perfect matching of rows into columns into the lexicographically first one for the first `count` rows.

    For each row in turn the columns before its own are tried: can their owner move on, along an alternating path, to
    the column that the row gives up? If not, the rows reached own exactly the columns reached, for ever: they become
    a component of their own, which nobody outside need try again.
    """
    component = [0] * len(rows)
    allowed = [columns]
    for i in range(count):
        own = held[i]
        while True:
            mask = allowed[component[i]]
            choice = rows[i] & mask & (own - 1)
            if not choice:
                break
            low = choice & -choice
            target = own
            root = owner[low]
            parent = {root: root}
            queue = [root]
            unseen = mask & ~(low | target)
            end = -1
            if rows[root] & target:
                end = root
            else:
                for x in queue:
                    fresh = rows[x] & unseen
                    unseen &= ~fresh
                    while fresh:
                        bit = fresh & -fresh
                        fresh ^= bit
                        y = owner[bit]
                        parent[y] = x
                        if rows[y] & target:
                            end = y
                            break
                        queue.append(y)
                    if end >= 0:
                        break
            if end < 0:
                reached = 0
                fresh_id = len(allowed)
                old_id = component[i]
                for x in queue:
                    reached |= held[x]
                    component[x] = fresh_id
                allowed.append(reached)
                allowed[old_id] &= ~reached
                continue
            gained = target
            x = end
            while True:
                before = held[x]
                held[x] = gained
                owner[gained] = x
                if x == root:
                    break
                gained, x = before, parent[x]
            held[i] = low
            owner[low] = i
            own = low
            break
        allowed[component[i]] &= ~own
