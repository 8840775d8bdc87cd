"""The round and auction of each move, and the move of each event."""

from collections.abc import Iterator
from typing import NamedTuple

from byzanz.game.events import Event
from byzanz.game.game import Game


class TimelinePoint(NamedTuple):
    """The round of a move, and the number of auctions finished in that round."""

    round: int  # counted from 1
    auction: int


def timeline_of(game: Game) -> list[TimelinePoint]:
    """Return the timeline point of every move, with the deal as number 0."""
    replay = Game(game.names, game.deck)
    points = [TimelinePoint(1, 0)]
    for seat, move in game.moves:
        points.append(TimelinePoint(replay.table.round + 1, replay.table.auction))
        replay.play(seat, move)
    return points


def numbered_events(game: Game) -> Iterator[tuple[int, Event]]:
    """Yield every event with the number of the move that caused it; number 0 is the deal."""
    replay = Game(game.names, game.deck)
    yield from ((0, event) for event in replay.events)
    for number, (seat, move) in enumerate(game.moves, 1):
        yield from ((number, event) for event in replay.play(seat, move))
