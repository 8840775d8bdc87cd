"""Random play: to the end of the game, with a trace of its actions."""

import pytest

from byzanz.dice import DICE_SIZE, seed_dice, seeded_deck
from byzanz.rules.actions import ACTIONS, apply
from byzanz.rules.flow import deal
from byzanz.rules.random_play import play_random_game
from byzanz.rules.table import OVER, Table


def dealt(players: int) -> Table:
    table = Table()
    deal(table, seeded_deck(7, players), players)
    return table


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_random_game_ends_and_its_trace_is_the_game(players):
    played, again = dealt(players), dealt(players)
    dice, trace = [0] * DICE_SIZE, [-1] * 1000
    seed_dice(dice, 7, 1)
    moves = play_random_game(played, dice, [0] * ACTIONS, trace)
    assert played.phase == OVER
    assert trace[moves] == -1
    for action in trace[:moves]:
        apply(again, again.turn, action)
    assert again == played


def test_a_short_trace_has_the_first_actions():
    short, long = [-1] * 5, [-1] * 1000
    for trace in (short, long):
        dice = [0] * DICE_SIZE
        seed_dice(dice, 7, 1)
        play_random_game(dealt(4), dice, [0] * ACTIONS, trace)
    assert short == long[:5]
