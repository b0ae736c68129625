import numpy as np
import pytest

from vision.probability import FARTHEST, LOG_DEVIATIONS, deviations, logistic, logit_of, softmax, weighted_sum


def test_weighted_sums_are_independent():
    signs = np.random.default_rng(1).normal(0, 3, (9, 5)).astype(np.float32)
    weights = np.array([0.5, -2.0, 0.0, 1.5, -0.25], np.float32)
    sums = weighted_sum(signs, weights)
    assert sums.dtype == np.float32
    assert sums.tolist() == pytest.approx(
        [sum(s * w for s, w in zip(row, weights, strict=True)) for row in signs], abs=1e-5
    )
    assert weighted_sum(signs[:0], weights).shape == (0,)


def test_non_finite_row_is_isolated():
    signs = np.ones((3, 2), np.float32)
    signs[1] = np.nan
    assert np.isfinite(weighted_sum(signs, np.ones(2, np.float32))).tolist() == [True, False, True]


def test_logits_and_probabilities_go_both_ways():
    for probability in (0.001, 0.2, 0.5, 0.93):
        assert float(logistic(logit_of(probability))) == pytest.approx(probability, rel=1e-5)


def test_the_farthest_logits_overflow_nothing():
    assert logistic([-1e9, 1e9]).tolist() == pytest.approx([np.exp(-FARTHEST), 1.0])
    assert softmax(np.array([[1e4, 0.0], [0.0, 0.0]])).tolist() == [[1.0, 0.0], [0.5, 0.5]]


def test_deviations_are_bounded():
    least, most = np.exp(LOG_DEVIATIONS)
    assert deviations(np.array([-99.0, 0.0, 99.0])).tolist() == pytest.approx([least, 1.0, most])
