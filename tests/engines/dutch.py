"""The literal engine: candidate after candidate, as B.1-B.8 and D.1-D.3 tell it.

Meant for small fields: it is the witness against which the production engine is tested, and it can show the walk
from the first candidate to the chosen one. It shares the definitions (`state`, `criteria`) and the order of
generation (`order`), and nothing of the search.

    B.1        max_pairs, paired_moved_down    MaxPairs and M1
    B.2-B.8    walk, best                      candidates in order; the first of the best
    C.4        can_complete                    completion, by trying everything
    C.7        next_value                      the next bracket's pairs and PSD, by trying everything
    2026       pair_2026                       downfloater sets filtered by C4-C9, then the same walk
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from arbitro.swiss.dutch.bracket import COLLAPSED, LAST, NORMAL, PENULTIMATE, REJECTED, PairedBracket, PairedBrackets
from arbitro.swiss.dutch.criteria import (
    C,
    Marks,
    Value,
    float_marks_2017,
    float_marks_2026,
    pair_marks_2017,
    pair_marks_2026,
    value_of,
)
from arbitro.swiss.dutch.state import Contender, Field, compatible
from tests.engines.dutch_order import heterogeneous, homogeneous

Group = tuple[int, ...]
Found = tuple[tuple[tuple[int, int], ...], Group]  # pairs and downfloaters


def pair(field: Field) -> PairedBrackets | None:
    """The round's pairing, or None if no legal one exists."""
    return Literal(field).pair()


class Literal:
    """One round. Players are known by their place in the field's rank order."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.players: Sequence[Contender] = field.players
        self.everybody: Group = tuple(range(len(self.players)))
        self.odd = bool(len(self.players) % 2)
        self._complete: dict[tuple[Group, bool, int | None], bool] = {}

    def pair(self) -> PairedBrackets | None:
        return self.pair_2017() if self.field.text.name == "2017" else self.pair_2026()

    # -- C.1-C.4

    def meet(self, a: int, b: int) -> bool:
        return compatible(self.players[a], self.players[b])

    def can_complete(self, group: Group, bye: bool, bye_score: int | None = None) -> bool:
        """C.4: everybody of the group can be paired legally, one of them with the bye if need be.

        With `bye_score` the holder of the bye must have that score (2026 C5).
        """
        if not group:
            return not bye
        key = (group, bye, bye_score)
        known = self._complete.get(key)
        if known is None:
            first, rest = group[0], group[1:]
            p = self.players[first]
            may = bye and p.may_have_bye and (bye_score is None or p.score == bye_score)
            known = (may and self.can_complete(rest, False)) or any(
                self.meet(first, other) and self.can_complete(tuple(x for x in rest if x != other), bye, bye_score)
                for other in rest
            )
            self._complete[key] = known
        return known

    def pairings(self, group: Group, mdps: int, pairs: int) -> Iterator[Found]:
        """Every set of so many legal pairs, in no particular order; moved-down players never meet each other."""
        if not pairs:
            yield (), group
            return
        if len(group) < 2 * pairs:
            return
        first, rest = group[0], group[1:]
        left = max(0, mdps - 1)
        for i in range(left if mdps else 0, len(rest)):
            if self.meet(first, rest[i]):
                for found, unpaired in self.pairings(rest[:i] + rest[i + 1 :], left, pairs - 1):
                    yield ((first, rest[i]), *found), unpaired
        for found, unpaired in self.pairings(rest, left, pairs):
            yield found, (first, *unpaired)

    # -- B.1

    def max_pairs(self, group: Group, mdps: int, accept: Callable[[Group], bool]) -> int:
        """MaxPairs: the most pairs whose downfloaters are acceptable."""
        for pairs in range(len(group) // 2, -1, -1):
            if any(accept(unpaired) for _, unpaired in self.pairings(group, mdps, pairs)):
                return pairs
        raise AssertionError("no candidate at all")

    def paired_moved_down(self, group: Group, mdps: int, pairs: int, accept: Callable[[Group], bool]) -> frozenset[int]:
        """M1 (B.1 c, which refers to C.6): how many moved-down players the pairings of least PSD pair.

        That is one number, the greatest possible, but for the rare brackets in which a smaller PSD pairs fewer of them.
        """
        players, unit = self.players, self.field.unit
        lowest = players[group[-1]].score
        above = set(group[:mdps])
        least: tuple[int, ...] | None = None
        numbers: set[int] = set()
        for found, unpaired in self.pairings(group, mdps, pairs):
            if accept(unpaired):
                scores = [(players[a].score, players[b].score) for a, b in found]
                differences = psd_of(scores, [players[x].score for x in unpaired], lowest, unit)
                if least is None or differences < least:
                    least, numbers = differences, set()
                if differences == least:
                    numbers.add(mdps - len(above.intersection(unpaired)))
        return frozenset(numbers)

    # -- B.2-B.8

    def walk(self, group: Group, mdps: int, pairs: int, paired_mdps: frozenset[int]) -> Iterator[Found]:
        """All candidates in the order of D.1-D.3."""

        def allowed(a: int, b: int) -> bool:
            return self.meet(group[a - 1], group[b - 1])

        numbers = range(1, len(group) + 1)
        if mdps:
            scores = [self.players[x].score for x in group[:mdps]]
            candidates = heterogeneous(scores, numbers[mdps:], pairs, paired_mdps, allowed)
        else:
            candidates = homogeneous(numbers, pairs, allowed)
        for found, unpaired in candidates:
            yield tuple((group[a - 1], group[b - 1]) for a, b in found), tuple(sorted(group[x - 1] for x in unpaired))

    def best(self, candidates: Iterator[Found], value: Callable[[Found], Value]) -> Found:
        """B.8: the best candidate, the earliest of equals."""
        return min(candidates, key=value)

    # -- 2017

    def value_2017(self, group: Group, found: Found, ahead: Marks) -> Value:
        """C.5-C.19 of a candidate; `ahead` are the marks of C.7."""
        players = self.players
        lowest = players[group[-1]].score
        marks = list(ahead)
        for a, b in found[0]:
            marks += pair_marks_2017(players[a], players[b])
        for x in found[1]:
            marks += float_marks_2017(players[x], lowest, self.field.unit)
        return value_of(marks)

    def next_value(self, floaters: Group, group: Group, is_last: bool) -> Marks:
        """C.7: the fewest unpaired players and then the least PSD that the next bracket can have.

        If it is the last bracket, whoever stays unpaired must be allowed the bye (C.2).
        """
        players, unit = self.players, self.field.unit
        both = floaters + group
        lowest = players[group[0]].score
        for pairs in range(len(both) // 2, -1, -1):
            best: list[int] | None = None
            for found, unpaired in self.pairings(both, len(floaters), pairs):
                if is_last and not all(players[x].may_have_bye for x in unpaired):
                    continue
                differences = [players[a].score - players[b].score for a, b in found]
                differences += [players[x].score - lowest + unit for x in unpaired]
                differences = [d for d in sorted(differences, reverse=True) if d]
                if best is None or differences < best:
                    best = differences
            if best is not None:
                return [(C.NEXT_FLOATERS, len(both) - 2 * pairs), *((C.NEXT_SCORES, d) for d in best)]
        return [(C.NEXT_FLOATERS, len(both) + 1)]

    def best_2017(
        self,
        group: Group,
        mdps: int,
        accept: Callable[[Group], bool],
        ahead: Callable[[Group], Marks] | None = None,
    ) -> Found:
        """B: the best candidate of a bracket whose downfloaters are acceptable."""
        pairs = self.max_pairs(group, mdps, accept)
        paired = self.paired_moved_down(group, mdps, pairs, accept) if mdps else frozenset()
        seen: dict[Group, Marks] = {}

        def value(found: Found) -> Value:
            floaters = found[1]
            if ahead is not None and floaters and floaters not in seen:
                seen[floaters] = ahead(floaters)
            return self.value_2017(group, found, seen.get(floaters, []))

        return self.best((found for found in self.walk(group, mdps, pairs, paired) if accept(found[1])), value)

    def pair_2017(self) -> PairedBrackets | None:
        """A.9: normal brackets, and from the first failed completion test on the PPB and the collapsed last one."""
        if not self.can_complete(self.everybody, self.odd):
            return None
        groups = self.score_groups()
        done: list[PairedBracket] = []
        floaters: Group = ()

        def last(floaters: Group) -> bool:
            return len(floaters) == self.odd and all(self.players[x].may_have_bye for x in floaters)

        for g, residents in enumerate(groups):
            lower = tuple(x for later in groups[g + 1 :] for x in later)
            group, mdps = floaters + residents, len(floaters)
            if not lower:
                done.append(PairedBracket(LAST, floaters, residents, *self.best_2017(group, mdps, last)))
                break

            def ahead(down: Group, g: int = g) -> Marks:
                return self.next_value(down, groups[g + 1], g + 2 == len(groups))

            found = self.best_2017(group, mdps, lambda down: True, ahead)
            if self.can_complete(tuple(sorted(found[1] + lower)), self.odd):
                done.append(PairedBracket(NORMAL, floaters, residents, *found))
                floaters = found[1]
                continue
            done.append(PairedBracket(REJECTED, floaters, residents, *found))

            def completable(down: Group, lower: Group = lower) -> bool:
                return self.can_complete(tuple(sorted(down + lower)), self.odd)

            found = self.best_2017(group, mdps, completable)
            done.append(PairedBracket(PENULTIMATE, floaters, residents, *found))
            floaters = found[1]
            done.append(
                PairedBracket(COLLAPSED, floaters, lower, *self.best_2017(floaters + lower, len(floaters), last))
            )
            break
        left = done[-1].floaters if done else ()
        return PairedBrackets(tuple(done), left[0] if left else None)

    def score_groups(self) -> list[Group]:
        scores = sorted({p.score for p in self.players}, reverse=True)
        return [tuple(x for x in self.everybody if self.players[x].score == s) for s in scores]

    # -- 2026

    def lowest_bye_score(self) -> int | None:
        """C5: the least score of a bye's holder over all complete pairings."""
        for s in sorted({p.score for p in self.players}):
            if self.can_complete(self.everybody, True, s):
                return s
        return None

    def best_sets(
        self, group: Group, mdps: int, lower: Group, bye_score: int | None
    ) -> tuple[tuple[int, tuple[int, ...]], list[Group]] | None:
        """C4, C6, C7: the downfloater sets that leave a completion: fewest, then least scores."""
        for size in range(len(group) % 2, len(group) + 1, 2):
            best: tuple[int, ...] | None = None
            sets: list[Group] = []
            for down in combinations(group, size):
                scores = tuple(sorted((self.players[x].score for x in down), reverse=True))
                if best is not None and scores > best:
                    continue
                stay = tuple(x for x in group if x not in down)
                above = sum(1 for x in stay if x in group[:mdps])
                if not any(True for _ in self.pairings(stay, above, len(stay) // 2)):
                    continue
                if not self.can_complete(tuple(sorted(down + lower)), self.odd, bye_score):
                    continue
                if best is None or scores < best:
                    best, sets = scores, []
                sets.append(down)
            if best is not None:
                return (size, best), sets
        return None

    def pair_2026(self) -> PairedBrackets | None:
        """Downfloater sets by C4-C9, then the walk with C10-C21."""
        players = self.players
        star = self.lowest_bye_score() if self.odd else None
        if (star is None) if self.odd else not self.can_complete(self.everybody, False):
            return None
        groups = self.score_groups()
        done: list[PairedBracket] = []
        floaters: Group = ()
        for g, residents in enumerate(groups):
            group, mdps = floaters + residents, len(floaters)
            following = groups[g + 1] if g + 1 < len(groups) else ()
            below = tuple(x for later in groups[g + 2 :] for x in later)
            if following:
                kept = self.best_sets(group, mdps, following + below, star)
                assert kept is not None
                sets = kept[1]
                if sets != [()]:
                    ahead = {}
                    for down in sets:
                        found_next = self.best_sets(down + following, len(down), below, star)
                        assert found_next is not None
                        ahead[down] = found_next[0]
                    least = min(ahead.values())
                    sets = [down for down in sets if ahead[down] == least]
            else:
                sets = [
                    down
                    for down in combinations(group, int(self.odd))
                    if all(players[x].may_have_bye and players[x].score == star for x in down)
                ]
            if star is not None and star >= players[residents[0]].score and len(sets[0]) == 1:
                pairable = [down for down in sets if self.is_pairable(group, mdps, down)]
                fewest = min(players[down[0]].unplayed for down in pairable)
                sets = [down for down in pairable if players[down[0]].unplayed == fewest]
            chosen = set(sets)
            size = len(sets[0])
            limbo = sum(1 for x in sets[0] if x in floaters)

            def value(found: Found, mdps: Group = floaters) -> Value:
                marks: Marks = []
                for a, b in found[0]:
                    marks += pair_marks_2026(players[a], players[b])
                for x in found[1]:
                    marks += float_marks_2026(players[x], moved_down=x in mdps)
                return value_of(marks)

            candidates = self.walk(group, mdps, (len(group) - size) // 2, frozenset({mdps - limbo}))
            found = self.best((c for c in candidates if c[1] in chosen), value)
            done.append(PairedBracket(NORMAL if following else LAST, floaters, residents, *found))
            floaters = found[1]
        return PairedBrackets(tuple(done), floaters[0] if floaters else None)

    def is_pairable(self, group: Group, mdps: int, down: Group) -> bool:
        stay = tuple(x for x in group if x not in down)
        above = sum(1 for x in stay if x in group[:mdps])
        return any(True for _ in self.pairings(stay, above, len(stay) // 2))


def psd_of(pair_scores: Sequence[tuple[int, int]], floaters: Sequence[int], lowest: int, unit: int) -> tuple[int, ...]:
    """A.8: the pairing score differences of a candidate, largest first; who floats meets one point below the lowest."""
    differences = [abs(a - b) for a, b in pair_scores] + [score - (lowest - unit) for score in floaters]
    return tuple(sorted(differences, reverse=True))
