"""Random play of environments beside games with the same decks."""

import numpy as np

from byzanz.cards import CARDS
from byzanz.dice import seeded_deck
from byzanz.envs.batch import BatchEnv
from byzanz.game.codec import move_of
from byzanz.game.game import Game


def game_of(env: BatchEnv, index: int) -> Game:
    """A new game with the deck of a game of an environment."""
    deck = seeded_deck(env.seed, int(env.number[index]))
    return Game.new(env.players, deck=[CARDS[kind] for kind in deck])


def play_action(game: Game, action: int) -> None:
    """Play an action of the seat on turn."""
    game.play(game.turn, move_of(int(action), game.table.hands[game.turn]))


def random_actions(env: BatchEnv, dice: np.random.Generator) -> np.ndarray:
    """One legal action for each game."""
    chosen = (dice.random(env.count) * env.count_legal).astype(np.int64)
    return env.legal[np.arange(env.count), chosen]
