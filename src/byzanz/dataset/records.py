"""Games of a dataset as records (`.byz`): the very ones that the arena writes."""

from byzanz.arena.game_records import headers_of, play_actions, seat_names
from byzanz.cards import CARDS
from byzanz.dataset.columns import StoredGame
from byzanz.game.game import Game
from byzanz.game.record import write_record


def game_of(stored: StoredGame) -> Game:
    """Play a stored game again; raises `Refused` or `ValueError` if that is not possible."""
    game = Game(seat_names(stored.bots), [CARDS[kind] for kind in stored.cards])
    play_actions(game, stored.played.actions)
    return game


def record_of(stored: StoredGame) -> str:
    """Return the record of a stored game; raises as `game_of`."""
    return write_record(game_of(stored), headers_of(stored.bots))
