"""Speed of the interpreted rules in random play."""

from time import perf_counter

from byzanz.cards import DECK_SIZE
from byzanz.dice import DICE_SIZE, seed_dice, shuffle_deck
from byzanz.rules.actions import ACTIONS
from byzanz.rules.flow import deal
from byzanz.rules.random_play import play_random_game
from byzanz.rules.table import Table

GAMES = 100


def game_rate(players: int) -> float:
    """Measure games per second of uniform random play in plain Python."""
    dice, deck, out = [0] * DICE_SIZE, [0] * DECK_SIZE, [0] * ACTIONS
    start = perf_counter()
    for game in range(GAMES):
        seed_dice(dice, 1, game)
        shuffle_deck(dice, deck)
        table = Table()
        deal(table, deck, players)
        play_random_game(table, dice, out, [])
    return GAMES / (perf_counter() - start)
