"""When in the game each move was played."""

from collections.abc import Iterator
from typing import NamedTuple

from byzanz.game.events import Event
from byzanz.game.game import Game


class Place(NamedTuple):
    """A move's surroundings: the round, and the auctions that were over in it."""

    round: int  # from 1
    auction: int


def places_of(game: Game) -> list[Place]:
    """The place of each move by its number; that of number 0 is the deal's."""
    now = Game(game.names, game.deck)
    places = [Place(1, 0)]
    for seat, move in game.moves:
        places.append(Place(now.table.round + 1, now.table.auction))
        now.play(seat, move)
    return places


def numbered_events(game: Game) -> Iterator[tuple[int, Event]]:
    """Every event, with how many moves were played when it had happened."""
    now = Game(game.names, game.deck)
    yield from ((0, event) for event in now.events)
    for number, (seat, move) in enumerate(game.moves, 1):
        yield from ((number, event) for event in now.play(seat, move))
