"""Can these players still be paired legally? (C.4; the completion test of A.9 and of 2026 C4)

Most of the time a head count answers: a graph in which everybody may meet at least half of the others has a perfect
matching (Dirac). Otherwise a largest matching is computed; what it finds is kept as the start of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro.matching.largest import FREE, Matching
from arbitro.swiss.dutch.arena import Arena

MANY = 24  # downfloaters beyond which counting heads is left to the search


class Completion:
    """Answers for one round. `bye` says who may have the pairing-allocated bye."""

    __slots__ = ("_due", "_last_taker", "arena", "bye", "most_met", "partner")

    def __init__(self, arena: Arena, bye: Callable[[int], bool]) -> None:
        self.arena = arena
        self.bye = bye
        self.most_met = max(map(len, arena.met), default=0)
        self.partner: dict[int, int] = {}
        count = len(arena.players)
        self._last_taker = next((v for v in range(count - 1, -1, -1) if bye(v)), FREE)
        self._due: tuple[list[int], list[int]] = ([0] * (count + 1), [0] * (count + 1))  # by place: due from there on
        for colour, counts in enumerate(self._due, 1):
            total = 0
            for v in range(count - 1, -1, -1):
                total += arena.binding[v] == colour
                counts[v] = total

    def possible(self, some: Sequence[int], start: int, with_bye: bool) -> bool:
        """Can `some` players and all from the place `start` on be paired, one of them with the bye if `with_bye`?"""
        total = len(self.arena.players)
        count = len(some) + total - start
        if (count - with_bye) % 2:
            return False
        if not count:
            return True
        if with_bye and self._last_taker < start and not any(map(self.bye, some)):
            return False
        binding = self.arena.binding
        due = [binding[v] for v in some]
        white = due.count(1) + self._due[0][start]
        black = due.count(2) + self._due[1][start]
        if self.plenty(count - with_bye, max(white, black)):
            return True
        return self.matching([*some, *range(start, total)], with_bye) is not None

    def plenty(self, count: int, same: int) -> bool:
        """Everybody may meet at least half of any `count` players, of whom at most `same` are due one colour."""
        return count - max(1, same) - self.most_met >= (count + 1) // 2

    def serves_easily(self, floaters: Sequence[int], group: Sequence[int], with_bye: bool) -> bool:
        """C.7, C8 by a head count instead of a search: opponents in the next group for all downfloaters, and plenty of
        them for those left there (one of whom has the bye if `with_bye`)."""
        arena = self.arena
        rest = len(group) - len(floaters) - with_bye
        if len(floaters) > MANY or rest < 2:
            return False
        binding, number = arena.binding, arena.number
        due = [binding[v] for v in group]
        if not self.plenty(rest - rest % 2, max(due.count(1), due.count(2))):
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
        return not with_bye or any(self.bye(x) for x in group if x not in taken)

    def matching(self, players: Sequence[int], with_bye: bool) -> Matching | None:
        """A complete legal pairing of these players (the vertex after the last is the bye), or None."""
        graph = self.arena.adjacency(players)
        count = len(players)
        if with_bye:
            takers = 0
            for k, v in enumerate(players):
                if self.bye(v):
                    takers |= 1 << k
                    graph[k] |= 1 << count
            graph.append(takers)
        found = Matching(graph)
        place = {v: k for k, v in enumerate(players)}
        mate = found.mate
        for k, v in enumerate(players):
            other = place.get(self.partner.get(v, FREE), FREE)
            if other > k and mate[other] == FREE and mate[k] == FREE and graph[k] >> other & 1:
                found.join(k, other)
        found.greedy(sorted(range(len(graph)), key=lambda k: graph[k].bit_count()), self.arena.scarce(players))
        if found.grow():
            return None
        self.partner = {v: players[mate[k]] for k, v in enumerate(players) if mate[k] < count}
        return found
