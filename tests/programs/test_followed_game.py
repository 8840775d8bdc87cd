"""Refusals computed from a seat's view are the same as the game's."""

from random import Random

import pytest

from byzanz import Game
from byzanz.cards import CARDS, STALL_LIST
from byzanz.game.moves import Bid, Discard, Done, Give, Pass, Sell, Take
from byzanz.programs.followed_game import first_hand, refusal


def any_moves(game, dice):
    """Return random moves, some of them legal."""
    hand = game.view(game.turn).own.hand or CARDS
    few = [dice.choice(hand) for _ in range(dice.randint(1, 4))]
    trio = [dice.choice(hand) for _ in range(3)]
    return [
        Pass(), Done(), Bid(tuple(few)), Bid((dice.choice(CARDS),)), Sell(tuple(trio)),
        Give(dice.choice(CARDS)), Take(dice.choice(STALL_LIST)), Discard(dice.choice(hand)),
        *[move for _, move in game.legal(game.turn)[:3]],
    ]  # fmt: skip


@pytest.mark.parametrize("players", [3, 6])
def test_refusals_are_those_of_the_game(players):
    dice = Random(players)
    game = Game.new(players, seed=players)
    hands = [first_hand(game, seat) for seat in range(players)]
    assert hands == [game.view(seat).own.hand for seat in range(players)]
    while game.turn is not None:
        view = game.view(game.turn)
        for move in any_moves(game, dice):
            expected = game.refusal(game.turn, move)
            found = refusal(view, move)
            assert (expected is None) == (found is None), move
            assert expected is None or str(expected) == str(found)
        game.play(*dice.choice(game.legal(game.turn)))
