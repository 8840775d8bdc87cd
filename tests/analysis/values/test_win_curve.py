"""Luck and skill add up to the result, independently of the play-outs."""

import pytest

from byzanz.analysis.findings import MILLIONTHS, Balance, Cause, Step
from byzanz.analysis.game_analysis import GameAnalysis
from byzanz.analysis.values.luck_and_skill import balance_of
from byzanz.analysis.values.position_value import split_victory
from tests.analysis.games import LOW_EFFORT, all_findings, finished

GAMES = [(3, 1), (4, 2), (6, 3)]


def steps_of(players: int, seed: int) -> list[Step]:
    return [step for found in all_findings(players, seed) for step in found.steps]


def parts_sum(balance: Balance) -> int:
    luck = balance.deal + balance.lots
    return balance.start + luck + balance.own_moves + balance.others_moves


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_parts_add_up_to_the_result(players, seed):
    game, steps = finished(players, seed), steps_of(players, seed)
    for seat in range(players):
        share, profit = balance_of(steps, seat), balance_of(steps, seat, of_profit=True)
        assert parts_sum(share) == share.end
        assert parts_sum(profit) == profit.end == MILLIONTHS * game.scores[seat]
        if seat not in game.winners:
            assert share.end == 0
    ends = [balance_of(steps, seat).end for seat in game.winners]
    assert sum(ends) == MILLIONTHS
    assert max(ends) - min(ends) <= 1


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_shares_of_every_step_add_up_to_one_victory(players, seed):
    for step in steps_of(players, seed):
        assert sum(step.outlook.shares) == MILLIONTHS
        assert min(step.outlook.shares) >= 0


def test_the_curve_begins_with_the_deal():
    causes = [step.cause for step in all_findings(4, 2)[0].steps]
    assert causes == [Cause.START, Cause.DEAL, Cause.LOT]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_each_move_and_each_lot_is_a_step(players, seed):
    game, found = finished(players, seed), all_findings(players, seed)
    for number, (seat, _) in enumerate(game.moves, 1):
        first, *lots = found[number].steps
        assert (first.cause, first.seat) == (Cause.MOVE, seat)
        drawn = game.at(number).table.drawn - game.at(number - 1).table.drawn
        assert [lot.cause for lot in lots] == [Cause.LOT] * (drawn > 0)


def test_a_drawn_lot_does_not_count_as_skill():
    """The outlook after a move that reveals a lot does not depend on the lot."""
    game = finished(4, 2)
    number = next(found.number for found in all_findings(4, 2)[1:] if len(found.steps) == 2)
    drawn = game.at(number - 1).table.drawn
    deck = list(game.deck)
    deck[drawn:] = reversed(deck[drawn:])
    other = type(game)(game.names, deck)
    for seat, move in game.moves[:number]:
        other.play(seat, move)
    assert other.table.lot != game.at(number).table.lot
    moved = GameAnalysis(other, LOW_EFFORT).findings(number).steps[0]
    assert sum(moved.outlook.shares) == MILLIONTHS
    before = all_findings(4, 2)[number].steps[0]
    tolerance = 4 * max(moved.outlook.error, before.outlook.error)
    for one, two in zip(moved.outlook.shares, before.outlook.shares, strict=True):
        assert abs(one - two) <= tolerance


def test_largest_remainder_rounding_adds_up():
    assert split_victory([1, 1, 1]) == (333_334, 333_333, 333_333)
    assert split_victory([0, 5, 0]) == (0, MILLIONTHS, 0)
