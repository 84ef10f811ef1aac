"""From sensitivity to rating and back, learnt from games of players whose strength is known.

A calibration holds, for some ratings, the sensitivity of such players, and for each test how far honest play differs
from the model on average (`bias` per move, with its error) and by how much more it varies (`spread`: the variance seen
by game over the variance expected). Between the ratings it is interpolated, beyond them held or extended.

    performance   a player's intrinsic performance rating with its 95 % interval
    z_scores      each test against a rating, and all together
    fit           a new calibration

The shipped calibration (`default_calibration`) comes from Stockfish at limited strength against itself: its scale is
that engine's own UCI_Elo. For people, fit one from rated games of honest players (`arbitro fairplay calibrate`).
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from itertools import combinations, pairwise
from typing import Any

from arbitro.errors import ArbitroError
from arbitro.fairplay.screening.model import TESTS, Choice, moments, sensitivity
from arbitro.i18n import N_, gettext_for
from arbitro.records import loads

_ = gettext_for("fairplay")

Z95 = 1.959964
MARGIN = 400  # an estimate is stated at most so far beyond the calibrated ratings
LEAST_CHOICES = 200  # for one level
BIN = 200  # rating points that make one level of rated games
ASD = TESTS.index("ASD")
SHIPPED = N_("Stockfish 15.1 at limited strength (UCI_Elo 1350 to 2350) against itself")  # its source, for readers
SIGNS = (1, 1, -1)  # high agreement and low cost are good play
Three = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class StrengthLevel:
    """Players of one strength."""

    rating: float
    sensitivity: float
    error: float  # of the sensitivity
    bias: Three
    bias_error: Three
    spread: Three


@dataclass(frozen=True, slots=True)
class Calibration:
    """Levels by rising rating; `overlap` is the mean correlation of two tests."""

    settings: str
    source: str
    levels: tuple[StrengthLevel, ...]
    overlap: float

    def at(self, rating: float) -> StrengthLevel:
        """The level of any rating; beyond the calibrated ones the outermost is held."""
        rating = min(max(rating, self.levels[0].rating), self.levels[-1].rating)
        for low, high in pairwise(self.levels):
            if rating <= high.rating:
                return _between(low, high, (rating - low.rating) / (high.rating - low.rating))
        return self.levels[-1]

    def rating_of(self, b: float) -> float:
        """The rating of a sensitivity, extended beyond the outer levels by at most MARGIN."""
        low, high = next((p for p in pairwise(self.levels) if b <= p[1].sensitivity), self.levels[-2:])
        slope = (high.rating - low.rating) / (high.sensitivity - low.sensitivity)
        rating = low.rating + (b - low.sensitivity) * slope
        return min(max(rating, self.levels[0].rating - MARGIN), self.levels[-1].rating + MARGIN)


def _between(low: StrengthLevel, high: StrengthLevel, part: float) -> StrengthLevel:
    def mix(a: float, b: float) -> float:
        return a + (b - a) * part

    def mix3(a: Three, b: Three) -> Three:
        return mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])

    return StrengthLevel(
        mix(low.rating, high.rating), mix(low.sensitivity, high.sensitivity), mix(low.error, high.error),
        mix3(low.bias, high.bias), mix3(low.bias_error, high.bias_error), mix3(low.spread, high.spread),
    )  # fmt: skip


# --- using one --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Performance:
    """An intrinsic performance rating with the ends of its 95 % interval."""

    rating: float
    low: float
    high: float


def performance(played: Sequence[Choice], calibration: Calibration) -> Performance:
    """How strong the moves look, whatever the results. The error holds the player's own variation (wider than the
    model's by the spread of his level) and that of the calibration."""
    b = sensitivity(played)
    level = calibration.at(calibration.rating_of(b))
    information = moments(played, b).variance[ASD]
    error = math.hypot(math.sqrt(level.spread[ASD] / information), level.error) if information > 0 else math.inf
    return Performance(
        calibration.rating_of(b), calibration.rating_of(b - Z95 * error), calibration.rating_of(b + Z95 * error)
    )


@dataclass(frozen=True, slots=True)
class Scores:
    """z-scores: positive where the play is stronger than the rating leads one to expect."""

    z: float
    tests: Three


def z_scores(played: Sequence[Choice], rating: float, calibration: Calibration) -> Scores:
    """Each test against a rating, and all together (the tests overlap, so their mean is divided by its own error)."""
    level = calibration.at(rating)
    sums = moments(played, level.sensitivity)
    count = len(played)
    scores = []
    for n, sign in enumerate(SIGNS):
        excess = sums.observed[n] - sums.expected[n] - count * level.bias[n]
        variance = level.spread[n] * sums.variance[n] + (count * level.bias_error[n]) ** 2
        scores.append(sign * excess / math.sqrt(variance) if variance > 0 else 0.0)
    combined = sum(scores) / math.sqrt(len(scores) * (1 + (len(scores) - 1) * calibration.overlap))
    return Scores(combined, (scores[0], scores[1], scores[2]))


# --- making one -------------------------------------------------------------------------------------------------


def _by_game(played: Iterable[Choice]) -> list[list[Choice]]:
    """The moves of one game: what is nearly independent of everything else (both players share its positions)."""
    groups: dict[int, list[Choice]] = defaultdict(list)
    for choice in played:
        groups[choice.game].append(choice)
    return list(groups.values())


def _fit_level(rating: float, played: Sequence[Choice]) -> tuple[StrengthLevel, list[Three]]:
    """A level, and the standardised residuals of its games (for the overlap of the tests)."""
    b = sensitivity(played)
    total = moments(played, b)
    bias = [(o - e) / len(played) for o, e in zip(total.observed, total.expected, strict=True)]
    squares, variances, residuals = [0.0] * 3, [0.0] * 3, []
    for group in _by_game(played):
        sums = moments(group, b)
        row = []
        for n in range(3):
            residual = sums.observed[n] - sums.expected[n] - len(group) * bias[n]
            squares[n] += residual**2
            variances[n] += sums.variance[n]
            row.append(SIGNS[n] * residual / math.sqrt(sums.variance[n]) if sums.variance[n] > 0 else 0.0)
        residuals.append((row[0], row[1], row[2]))
    spread = [max(1.0, s / v) if v > 0 else 1.0 for s, v in zip(squares, variances, strict=True)]
    errors = [math.sqrt(f * v) / len(played) for f, v in zip(spread, total.variance, strict=True)]
    error = math.sqrt(spread[ASD] / total.variance[ASD])
    level = StrengthLevel(rating, b, error, (bias[0], bias[1], bias[2]), (errors[0], errors[1], errors[2]),
                          (spread[0], spread[1], spread[2]))  # fmt: skip
    return level, residuals


def fit(groups: Mapping[float, Sequence[Choice]], *, settings: str, source: str) -> Calibration:
    """A calibration from players grouped by rating. Levels whose order the games do not confirm are merged."""
    pools = [(float(rating), list(played)) for rating, played in sorted(groups.items()) if len(played) >= LEAST_CHOICES]
    while True:
        fitted = [_fit_level(rating, played) for rating, played in pools]
        wrong = next((n for n, (a, b) in enumerate(pairwise(fitted)) if a[0].sensitivity >= b[0].sensitivity), None)
        if wrong is None:
            break
        (r1, p1), (r2, p2) = pools[wrong : wrong + 2]
        mean = (r1 * len(p1) + r2 * len(p2)) / (len(p1) + len(p2))
        pools[wrong : wrong + 2] = [(mean, p1 + p2)]
    if len(fitted) < 2:
        text = _("A calibration needs two levels of at least {n} compared moves each.")
        raise ArbitroError(text.format(n=LEAST_CHOICES))
    rows = [row for _level, residuals in fitted for row in residuals]
    overlap = sum(_correlation([r[i] for r in rows], [r[j] for r in rows]) for i, j in combinations(range(3), 2)) / 3
    return Calibration(settings, source, _steadied([level for level, _residuals in fitted]), overlap)


def _steadied(levels: Sequence[StrengthLevel]) -> tuple[StrengthLevel, ...]:
    """Spreads drawn half-way to their mean over the levels: some dozens of games measure one only to a fifth or so."""
    mean = [sum(level.spread[n] for level in levels) / len(levels) for n in range(3)]
    steadied = []
    for level in levels:
        spread = [(own + common) / 2 for own, common in zip(level.spread, mean, strict=True)]
        wider = [math.sqrt(new / old) for new, old in zip(spread, level.spread, strict=True)]
        errors = [e * w for e, w in zip(level.bias_error, wider, strict=True)]
        error = level.error * wider[ASD]
        steadied.append(
            StrengthLevel(level.rating, level.sensitivity, error, level.bias, _three(errors), _three(spread))
        )
    return tuple(steadied)


def fit_rated(played: Iterable[Choice], ratings: Mapping[str, int], *, settings: str, source: str) -> Calibration:
    """A calibration from rated games: players of the same 200 points make a level, at their mean rating."""
    bins: dict[int, list[Choice]] = defaultdict(list)
    for choice in played:
        if choice.player in ratings:
            bins[ratings[choice.player] // BIN].append(choice)
    means = {sum(ratings[c.player] for c in group) / len(group): group for group in bins.values()}
    return fit(means, settings=settings, source=source)


def _correlation(first: Sequence[float], second: Sequence[float]) -> float:
    both = sum(a * b for a, b in zip(first, second, strict=True))
    return both / math.sqrt(sum(a * a for a in first) * sum(b * b for b in second))


# --- stored -----------------------------------------------------------------------------------------------------


def to_json(calibration: Calibration) -> str:
    document = asdict(calibration)
    return json.dumps(_rounded(document), indent=1) + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


def _three(values: Sequence[float]) -> Three:
    first, second, third = (float(value) for value in values)
    return first, second, third


def from_json(text: str) -> Calibration:
    """A stored calibration; anything else is an error in one sentence."""
    try:
        data = loads(text)
        levels = tuple(
            StrengthLevel(
                float(one["rating"]), float(one["sensitivity"]), float(one["error"]),
                _three(one["bias"]), _three(one["bias_error"]), _three(one["spread"]),
            )
            for one in data["levels"]
        )  # fmt: skip
        calibration = Calibration(str(data["settings"]), str(data["source"]), levels, float(data["overlap"]))
        rising = all(a.rating < b.rating and a.sensitivity < b.sensitivity for a, b in pairwise(levels))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ArbitroError(_("this is not a calibration ({error})").format(error=error)) from error
    if len(levels) < 2 or not rising:
        raise ArbitroError(_("a calibration has two or more levels with rising rating and sensitivity"))
    return calibration


@cache
def default_calibration() -> Calibration:
    """The calibration that comes with Arbitro."""
    return from_json(resources.files(__package__).joinpath("calibration.json").read_text(encoding="utf-8"))
