"""Papi's accelerations as virtual points by player and round, which is how every pairing program takes them.

    Haley       two groups; the upper one has a win's points in rounds 1 and 2
    HaleySoft   the same, and the lower one a draw's in round 2
    SAD         three groups with two wins, one and none; a draw more for every three draws' worth of points
    Nicois      the same, a draw more for every two draws' worth (second group: at three and at five)

SAD and Nicois never give more than two wins, give those two to whoever has half of all points that can be made, and
end two rounds before the last. EloBase1 and EloBase2 are the lowest ratings of the first and of the second group. With
SAD so computed a finished event of 294 players is paired again as it was; of the others none was at hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.model import Points, Tournament

HALEY, SOFT, SAD, NICE = "Haley", "HaleySoft", "SAD", "Nicois"
GROUPS = {HALEY: 2, SOFT: 2, SAD: 3, NICE: 3}
FIRST_ROUNDS, LAST_ROUNDS = 2, 2  # Haley: accelerated; SAD: not accelerated


def follows_results(name: str) -> bool:
    """Do the virtual points of a round depend on what was scored before it?"""
    return name in (SAD, NICE)


def goes_on(event: Tournament) -> bool:
    """Are there accelerated rounds after the next one?"""
    return event.rounds_finished + 1 < (event.planned_rounds or 0) - LAST_ROUNDS


def virtual_points(event: Tournament, name: str, lowest: Sequence[int]) -> dict[int, tuple[Points, ...]] | None:
    """By number, as far as they are known: up to the round after the last finished one. None: nothing can be said.

    `lowest` are EloBase1 and EloBase2.
    """
    bounds = lowest[: GROUPS.get(name, 0) - 1]
    if not bounds or not all(bounds) or not event.planned_rounds:
        return None
    later = follows_results(name)
    known = min(event.planned_rounds - LAST_ROUNDS, event.rounds_finished + 1) if later else FIRST_ROUNDS
    found = {}
    for number, rating in zip(event.numbers, event.strengths, strict=True):
        group = sum(rating < bound for bound in bounds)
        values = [_of_round(event, name, group, number, k) for k in range(1, known + 1)]
        if any(values):
            found[number] = tuple(values)
    return found


def _of_round(event: Tournament, name: str, group: int, number: int, k: int) -> Points:
    win, draw = event.scoring.win, event.scoring.draw
    if not follows_results(name):
        return win if group == 0 else draw if name == SOFT and k == FIRST_ROUNDS else Points(0)
    score = event.score(number, k - 1)
    if 2 * score >= (event.planned_rounds or 0) * win:
        return Points(2 * win)
    if name == SAD:
        steps = score // (3 * draw)
    else:
        steps = (score >= 3 * draw) + (score >= 5 * draw) if group == 1 else score // (2 * draw)
    return Points(min(2 * win, (2 - group) * win + steps * draw))
