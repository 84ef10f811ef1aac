"""Can these players still be paired legally? (C.4; the completion test of A.9 and of 2026 C4)

Most of the time a head count answers: a graph in which everybody may meet at least half of the others has a perfect
matching (Dirac). Otherwise a largest matching is computed; what it finds is kept as the start of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro.swiss.dutch.arena import Arena
from arbitro.swiss.dutch.matching import FREE, Matching


class Completion:
    """Answers for one round. `bye` says who may have the pairing-allocated bye."""

    __slots__ = ("arena", "bye", "most_met", "partner")

    def __init__(self, arena: Arena, bye: Callable[[int], bool]) -> None:
        self.arena = arena
        self.bye = bye
        self.most_met = max(map(len, arena.met), default=0)
        self.partner: dict[int, int] = {}

    def possible(self, players: Sequence[int], with_bye: bool) -> bool:
        """Is there a complete legal pairing of these players, one of them with the bye if `with_bye`?"""
        count = len(players)
        if (count - with_bye) % 2:
            return False
        if not count:
            return True
        if with_bye and not any(map(self.bye, players)):
            return False
        return self.plenty(players, count - with_bye) or self.matching(players, with_bye) is not None

    def plenty(self, players: Sequence[int], count: int) -> bool:
        """Everybody may meet at least half of any `count` of these players."""
        if count - 1 - self.most_met < count // 2:
            return False
        absolute, all_players = self.arena.absolute, self.arena.players
        if self.arena.exemptions:
            due = [absolute[v] for v in players if not all_players[v].topscorer]
        else:
            due = [absolute[v] for v in players]
        return count - max(1, due.count(1), due.count(2)) - self.most_met >= (count + 1) // 2

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
        found.greedy(sorted(range(len(graph)), key=lambda k: graph[k].bit_count()))
        for v, partner in enumerate(mate):
            if partner == FREE and not found.augment(v):
                return None
        self.partner = {v: players[mate[k]] for k, v in enumerate(players) if mate[k] < count}
        return found
