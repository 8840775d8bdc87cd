"""Estimates are grouped into bins, and their calibration error is right."""

from random import Random

import pytest

from byzanz.analysis.values.calibration import bins_of, calibration_error


def test_calibrated_estimates_have_a_small_error():
    random = Random(1)
    chances = [random.random() for _ in range(60_000)]
    pairs = [(chance, float(random.random() < chance)) for chance in chances]
    assert calibration_error(bins_of(pairs)) < 0.01


def test_uncalibrated_estimates_have_a_large_error():
    bins = bins_of([(0.3, 0.0)] * 50 + [(0.9, 1.0)] * 50)
    assert [each.count for each in bins] == [50, 50]
    assert calibration_error(bins) == pytest.approx(0.2)


def test_an_estimate_of_one_is_in_the_last_bin():
    (only,) = bins_of([(1.0, 1.0), (0.95, 0.5)])
    assert (only.count, only.won) == (2, 0.75)
    assert only.estimated == pytest.approx(0.975)
