"""How players choose moves: one number for strength, and what follows from it.

A move costs `ln(1 + d / 0.4)`, where d is the difference of scaled values between the best move and it; a value v (in
pawns) is scaled as `sign(v) ln(1 + |v|)`, so that a tenth of a pawn weighs less in a decided position. A player of
sensitivity b takes each listed move with a weight `exp(-b cost)`; every move beyond the engine's lines counts as a
tenth of a move as bad as the last line. The costs of the moves played are then all that matters for b, and the best b
is where they meet their expectation (`sensitivity`).

    statistic   per move                                     good play
    MM          agrees with the engine's first move          high
    EV          has the value of the first move              high
    ASD         cost of the move (average scaled difference) low

`moments` gives what was observed, what is expected at a sensitivity, and its variance. Ratings enter in `calibration`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arbitro.fairplay.screening.engine import Evaluation
from arbitro.fairplay.screening.turns import Turn

DECIDED = 300  # centipawns: beyond them a position is left out
VALUE_CAP = 2000
LOSS_CAP = 1000
SOFTNESS = 0.4
REST_SHARE = 0.1
MOST_SENSITIVE = 40.0
TESTS = ("MM", "EV", "ASD")


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn with its value known: costs of the listed moves (best first), weight of all others, the move played."""

    game: int
    player: str
    side: int  # 0 White, 1 Black
    costs: tuple[float, ...]
    rest: float
    cost: float
    matched: bool
    equal: bool
    loss: int  # centipawns


def scaled(centipawns: int) -> float:
    """A value in scaled pawns."""
    value = max(-VALUE_CAP, min(VALUE_CAP, centipawns))
    return math.copysign(math.log1p(abs(value) / 100), value)


def cost(best: int, value: int) -> float:
    return math.log1p(max(0.0, scaled(best) - scaled(value)) / SOFTNESS)


def choices(turns: Iterable[Turn], evaluations: Mapping[str, Evaluation]) -> list[Choice]:
    """The turns that can be compared: evaluated, not decided, with at least two listed moves."""
    found = []
    for turn in turns:
        evaluation = evaluations.get(turn.position)
        value = evaluation.value(turn.move) if evaluation else None
        if evaluation is None or value is None or evaluation.listed < 2:
            continue
        best = evaluation.moves[0][1]
        if abs(best) > DECIDED:
            continue
        costs = tuple(cost(best, listed) for _move, listed in evaluation.moves[: evaluation.listed])
        found.append(
            Choice(
                turn.game, turn.player, turn.ply % 2, costs, REST_SHARE * max(0, turn.legal - evaluation.listed),
                min(cost(best, value), costs[-1]), turn.move == evaluation.moves[0][0], value == best,
                min(max(0, best - value), LOSS_CAP),
            )
        )  # fmt: skip
    return found


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums over choices, by test in the order of TESTS: observed, expected, variance."""

    observed: tuple[float, float, float]
    expected: tuple[float, float, float]
    variance: tuple[float, float, float]


def moments(played: Iterable[Choice], b: float) -> Moments:
    """What was observed and what a player of sensitivity b would do in the same positions."""
    observed, expected, variance = [0.0] * 3, [0.0] * 3, [0.0] * 3
    for choice in played:
        weights = [math.exp(-b * c) for c in choice.costs]
        rest = choice.rest * weights[-1]
        total = sum(weights) + rest
        first = weights[0] / total
        equal = sum(w for w, c in zip(weights, choice.costs, strict=True) if c <= 0) / total
        mean = (sum(w * c for w, c in zip(weights, choice.costs, strict=True)) + rest * choice.costs[-1]) / total
        square = (
            sum(w * c * c for w, c in zip(weights, choice.costs, strict=True)) + rest * choice.costs[-1] ** 2
        ) / total
        for n, (seen, due, spread) in enumerate(
            (
                (float(choice.matched), first, first * (1 - first)),
                (float(choice.equal), equal, equal * (1 - equal)),
                (choice.cost, mean, square - mean * mean),
            )
        ):
            observed[n] += seen
            expected[n] += due
            variance[n] += spread
    return Moments(_three(observed), _three(expected), _three(variance))


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    first, second, third = values
    return first, second, third


def _cost_moments(played: Iterable[Choice], b: float) -> tuple[float, float]:
    """Expected cost and its variance: `moments` for ASD alone, for the search below."""
    expected = variance = 0.0
    for choice in played:
        total = first = second = 0.0
        weight = 1.0
        for c in choice.costs:
            weight = math.exp(-b * c)
            total += weight
            first += weight * c
            second += weight * c * c
        rest, last = choice.rest * weight, choice.costs[-1]
        total += rest
        mean = (first + rest * last) / total
        expected += mean
        variance += (second + rest * last * last) / total - mean * mean
    return expected, variance


def sensitivity(played: Sequence[Choice]) -> float:
    """The b that explains the moves best: their costs meet their expectation, which falls as b grows (by the variance:
    Newton's steps, kept between two bounds)."""
    observed = sum(choice.cost for choice in played)
    low, high = 0.0, MOST_SENSITIVE
    b = 2.0
    for _step in range(60):
        expected, variance = _cost_moments(played, b)
        if expected > observed:
            low = b
        else:
            high = b
        nearer = b + (expected - observed) / variance if variance > 0 else low
        if not low < nearer < high:
            nearer = (low + high) / 2
        if abs(nearer - b) < 1e-9:
            break
        b = nearer
    return b
