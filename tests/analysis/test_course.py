"""Luck and skill add up to the result, whatever the play-outs say on the way."""

import pytest

from byzanz.analysis.analyst import Analyst
from byzanz.analysis.balance import balance_of
from byzanz.analysis.outlook import shared
from byzanz.analysis.report import PARTS, Balance, Cause, Step
from tests.analysis.games import LITTLE, all_findings, finished

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
        assert parts_sum(profit) == profit.end == PARTS * game.scores[seat]
        if seat not in game.winners:
            assert share.end == 0
    ends = [balance_of(steps, seat).end for seat in game.winners]
    assert sum(ends) == PARTS
    assert max(ends) - min(ends) <= 1


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_step_shares_one_victory(players, seed):
    for step in steps_of(players, seed):
        assert sum(step.outlook.shares) == PARTS
        assert min(step.outlook.shares) >= 0


def test_the_course_begins_with_luck_alone():
    causes = [step.cause for step in all_findings(4, 2)[0].steps]
    assert causes == [Cause.START, Cause.DEAL, Cause.LOT]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_each_move_is_a_step_of_its_seat_and_each_lot_one_of_its_own(players, seed):
    game, found = finished(players, seed), all_findings(players, seed)
    for number, (seat, _) in enumerate(game.moves, 1):
        first, *lots = found[number].steps
        assert (first.cause, first.seat) == (Cause.MOVE, seat)
        drawn = game.at(number).table.drawn - game.at(number - 1).table.drawn
        assert [lot.cause for lot in lots] == [Cause.LOT] * (drawn > 0)


def test_what_a_move_draws_does_not_count_as_skill():
    """The outlook after a move that reveals a lot doesn't depend on the lot."""
    game = finished(4, 2)
    number = next(found.number for found in all_findings(4, 2)[1:] if len(found.steps) == 2)
    drawn = game.at(number - 1).table.drawn
    deck = list(game.deck)
    deck[drawn:] = reversed(deck[drawn:])
    other = type(game)(game.names, deck)
    for seat, move in game.moves[:number]:
        other.play(seat, move)
    assert other.table.lot != game.at(number).table.lot
    moved = Analyst(other, LITTLE).find(number).steps[0]
    assert sum(moved.outlook.shares) == PARTS
    before = all_findings(4, 2)[number].steps[0]
    tolerance = 4 * max(moved.outlook.error, before.outlook.error)
    for one, two in zip(moved.outlook.shares, before.outlook.shares, strict=True):
        assert abs(one - two) <= tolerance


def test_rounding_leaves_nothing_over():
    assert shared([1, 1, 1]) == (333_334, 333_333, 333_333)
    assert shared([0, 5, 0]) == (0, PARTS, 0)
