"""Synthetic players of known level: ranked rightly, covered by the stated intervals, and never accused."""

from __future__ import annotations

import math
from functools import partial
from statistics import NormalDist

import pytest

from arbitro.fairplay.screening import calibration, model
from arbitro.fairplay.screening.calibration import SHIPPED, default_calibration, performance, z_scores
from arbitro.fairplay.screening.engine import Settings
from arbitro.fairplay.screening.report import advise, notes, screen
from arbitro.fairplay.statistics import THRESHOLDS, Mode
from tests.fairplay.corpus import LEVELS, evaluations, games, seen, stored_cache, trial, unseen
from tests.speaking import speak

TRIALS = 40  # for each level; the slow test runs five times as many


def coverage(trials: int) -> float:
    scale = default_calibration()
    inside = 0
    for level in LEVELS:
        for seed in range(trials):
            found = performance(trial(level, seed), scale)
            inside += found.low <= level <= found.high
    return inside / (trials * len(LEVELS))


def scores(trials: int) -> list[float]:
    scale = default_calibration()
    return [z_scores(trial(level, seed), level, scale).z for level in LEVELS for seed in range(trials)]


def test_estimates_rank_the_levels():
    scale = default_calibration()
    whole = {level: [c for side in unseen(level).values() for c in side] for level in LEVELS}
    estimates = [performance(whole[level], scale).rating for level in LEVELS]
    assert estimates == sorted(estimates)
    sensitivities = [model.sensitivity(whole[level]) for level in LEVELS]
    assert sensitivities == sorted(sensitivities)


def test_intervals_of_nine_games_cover_the_level_in_nine_of_ten_trials():
    assert coverage(TRIALS) >= 0.90


def test_honest_play_stays_under_every_threshold_at_its_rate():
    """The rate of a threshold is the upper tail of the normal distribution; the margin is four standard errors."""
    found = scores(TRIALS)
    for threshold in (1.645, 2.0, THRESHOLDS.support):
        rate = 1 - NormalDist().cdf(threshold)
        margin = 4 * math.sqrt(rate * (1 - rate) / len(found))
        assert sum(z > threshold for z in found) / len(found) <= rate + margin
    assert max(found) < min(THRESHOLDS.presumption.values())


@pytest.mark.slow
def test_coverage_and_rates_in_two_hundred_trials_a_level():
    assert coverage(5 * TRIALS) >= 0.90
    found = scores(5 * TRIALS)
    assert max(found) < min(THRESHOLDS.presumption.values())
    assert sum(z > THRESHOLDS.support for z in found) / len(found) <= 0.02


def test_more_games_narrow_the_interval():
    scale = default_calibration()
    few, many = performance(trial(2100, 1, 5), scale), performance(trial(2100, 1, 40), scale)
    assert many.high - many.low < few.high - few.low


def test_a_helped_player_stands_out_and_his_opponents_do_not():
    found = screen(games("helped"), Settings(), cache=stored_cache())
    helped, honest = found.players
    assert helped.player == "Helped"
    assert helped.z is not None
    assert helped.z > THRESHOLDS.presumption[Mode.OTB]
    assert helped.low is not None
    assert helped.low > 1600
    assert honest.z is not None
    assert honest.z < THRESHOLDS.support
    assert "Fair Play Commission" in advise(helped.compared, helped.z, Mode.OTB)
    assert advise(honest.compared, honest.z, Mode.OTB) == "nothing unusual"
    told = partial(notes, found.calibration, found.missing, calibrated_with=found.calibrated_with)
    assert any("never convicts" in note for note in told(settings=found.settings))
    assert not any("cannot be compared" in note for note in told(settings=found.settings))
    assert any("cannot be compared" in note for note in told(settings=Settings(nodes=1000).key))
    assert found.calibration == SHIPPED
    assert any(
        "con fuerza limitada" in note for note in speak("es", told, settings=found.settings)
    )  # its source is translated


def test_the_expectation_falls_as_the_sensitivity_grows():
    played = trial(1850, 3)
    costs = [model.moments(played, b / 4).expected[2] for b in range(1, 40)]
    assert costs == sorted(costs, reverse=True)
    agreement = [model.moments(played, b / 4).expected[0] for b in range(1, 40)]
    assert agreement == sorted(agreement)


def test_at_the_best_sensitivity_costs_meet_their_expectation():
    played = trial(2100, 7)
    sums = model.moments(played, model.sensitivity(played))
    assert math.isclose(sums.observed[2], sums.expected[2], rel_tol=1e-6)


def test_a_calibration_survives_json_and_refuses_nonsense():
    scale = default_calibration()
    again = calibration.from_json(calibration.to_json(scale))
    assert again.levels[0].rating == scale.levels[0].rating
    assert math.isclose(again.overlap, scale.overlap, abs_tol=1e-5)
    for text in ("", "[]", '{"levels": []}', '{"settings": 1, "source": 2, "overlap": 0, "levels": [{}]}'):
        with pytest.raises(calibration.ArbitroError):
            calibration.from_json(text)


def test_the_shipped_calibration_can_be_made_again():
    groups = {
        float(level): model.choices([t for t in games(str(level)).turns if seen(t.game)], evaluations())
        for level in LEVELS
    }
    shipped = default_calibration()
    fitted = calibration.fit(groups, settings=shipped.settings, source=shipped.source)
    assert calibration.to_json(fitted) == calibration.to_json(shipped)


def test_levels_that_the_games_do_not_order_are_merged():
    swapped = {1000.0: trial(2350, 1, 20), 2000.0: trial(1350, 1, 20), 2500.0: trial(2350, 2, 20)}
    fitted = calibration.fit(swapped, settings="", source="")
    assert len(fitted.levels) == 2


def test_values_are_scaled_and_costs_never_negative():
    assert model.scaled(0) == 0
    assert model.scaled(100) == -model.scaled(-100)
    assert model.cost(50, 60) == 0
    assert model.cost(0, -50) > model.cost(300, 250)
