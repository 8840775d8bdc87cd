"""The correction of win shares: monotone, normalised, and exact when the game is decided."""

import json
from pathlib import Path

import pytest

from byzanz.analysis.findings import MILLIONTHS
from byzanz.analysis.values.correction import (
    CLOSING,
    CORRECTIONS,
    LAST_MARKET,
    NO_CORRECTION,
    Correction,
    corrected,
    corrected_error,
    correction_stage,
    rounds_left,
)
from byzanz.analysis.values.position_value import PositionEvaluator
from byzanz.game.phase import Phase
from tests.analysis.games import finished
from tests.scripts import load_script

STAGES = [stage for stage in CORRECTIONS if stage != CLOSING]


@pytest.mark.parametrize("stage", STAGES)
def test_correction_keeps_the_order_of_seats(stage):
    steps = [step / 500 for step in range(501)]
    for other in (0.0, 0.1, 0.4):
        after = [
            corrected([share * (1 - other), (1 - share) * (1 - other), other], CORRECTIONS[stage])
            for share in steps
        ]
        firsts = [each[0] for each in after]
        assert firsts == sorted(firsts)
        for share, each in zip(steps, after, strict=True):
            assert sum(each) == pytest.approx(1)
            assert (each[0] > each[1]) == (share > 1 - share)


@pytest.mark.parametrize("stage", STAGES)
def test_correction_moves_extreme_shares_inwards(stage):
    first, *rest = corrected([0.985, 0.005, 0.005, 0.005], CORRECTIONS[stage])
    assert 0.9 < first < 0.985
    assert min(rest) > 0.005


def test_closing_sales_are_not_corrected():
    assert CORRECTIONS[CLOSING] == NO_CORRECTION
    assert corrected([1.0, 0.0, 0.0], NO_CORRECTION) == [1.0, 0.0, 0.0]


def test_equal_shares_stay_equal():
    for stage in STAGES:
        assert corrected([0.25] * 4, CORRECTIONS[stage]) == pytest.approx([0.25] * 4)


def test_stages_follow_the_game():
    game = finished(4, 2)
    stages = [correction_stage(game.at(number).table) for number in range(len(game.moves) + 1)]
    assert list(dict.fromkeys(stages)) == ["5", "4", "3", "2", "1", "0", LAST_MARKET, CLOSING]
    taking = [game.at(number).phase for number in range(len(game.moves)) if stages[number] == "0"]
    assert Phase.TAKE not in taking


def test_every_number_of_players_has_its_stages():
    for players in range(3, 7):
        assert str(rounds_left(players, 0)) in CORRECTIONS


def test_a_raw_evaluator_returns_uncorrected_shares():
    table = finished(4, 2).at(60).table
    raw = PositionEvaluator(4, 200, 1, is_raw=True).evaluate(table, 100)
    outlook = PositionEvaluator(4, 200, 1).evaluate(table, 100)
    assert sum(raw.shares) == sum(outlook.shares) == MILLIONTHS
    assert raw.profits == outlook.profits
    expected = corrected(
        [share / MILLIONTHS for share in raw.shares], CORRECTIONS[correction_stage(table)]
    )
    assert [share / MILLIONTHS for share in outlook.shares] == pytest.approx(expected, abs=2e-5)


def test_the_error_follows_the_correction():
    """The error is scaled by the slope of the correction."""
    correction = Correction(0.8, 0.01, 0.2)
    shares, step = [0.5, 0.3, 0.2], 1e-6
    weights = [(share + 0.01) ** 0.8 * 2.718281828 ** (0.2 * share) for share in shares]
    more = (0.5 + step + 0.01) ** 0.8 * 2.718281828 ** (0.2 * (0.5 + step))
    slope = (more / (more + sum(weights[1:])) - weights[0] / sum(weights)) / step
    assert corrected_error([0.01, 0, 0], shares, correction) == pytest.approx(0.01 * slope, 1e-3)
    assert corrected_error([0.01, 0.02], [0.5, 0.5], NO_CORRECTION) == 0.02


def test_the_script_recovers_a_known_correction(tmp_path: Path):
    """The winners are drawn from shares corrected by a known power, which the fit has to find."""
    script = load_script("calibration")
    lines = []
    for seed in range(600):
        share = 0.05 + 0.9 * (seed % 30) / 30
        true = corrected([share, 1 - share], Correction(0.5, 0.0, 0.0))[0]
        won = 0 if (seed * 0.618034) % 1 < true else 1
        shares = [round(MILLIONTHS * share), MILLIONTHS - round(MILLIONTHS * share)]
        lines.append(json.dumps({"seed": seed, "winners": [won], "positions": [["1", shares]]}))
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines))
    positions = list(script.read(path))
    found = script.fit_all(positions)["1"]
    for share in (0.1, 0.3, 0.7, 0.9):
        expected = corrected([share, 1 - share], Correction(0.5, 0.0, 0.0))[0]
        assert corrected([share, 1 - share], found)[0] == pytest.approx(expected, abs=0.05)
    raw = script.bins_of(script.corrected_pairs(positions, {}))
    right = script.bins_of(script.cross_validated(positions))
    assert script.calibration_error(right) < script.calibration_error(raw)
