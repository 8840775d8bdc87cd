"""A seat's history agrees with the game on the server."""

from random import Random

import msgspec
import pytest

from byzanz import Game
from byzanz.client.seat_history import IncompleteHistory, SeatHistory
from byzanz.wire.answers import Update, UpdateStep
from tests.client.test_room_feed import update


def update_of(game: Game, seat: int, after: int, seq: int, events: int) -> Update:
    """The update of a seat that already knows a number of events."""
    return msgspec.structs.replace(
        update(after, seq),
        steps=(UpdateStep(seq, game.events_for(seat, after=events)),),
        view=game.view(seat, memory=False),
        options=None if game.is_over else game.options(seat),
    )


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_memory_is_rebuilt(players):
    dice = Random(players)
    game = Game.new(players, seed=players)
    seats = range(players)
    histories = [SeatHistory(update_of(game, seat, 0, 1, 0)) for seat in seats]
    while not game.is_over:
        count, seq = len(game.events), len(game.moves) + 1
        game.play(*dice.choice(game.legal()))
        for seat, history in enumerate(histories):
            history.add(update_of(game, seat, seq, seq + 1, count))
            assert history.view(seat) == game.view(seat)
    for seat, history in enumerate(histories):
        assert history.moves == game.moves
        assert history.events_for(seat) == game.events_for(seat)
        assert (history.scores, history.winners) == (game.scores, game.winners)
        assert (history.names, history.seat_count) == (game.names, players)


def test_a_gap_is_detected():
    game = Game.new(3, seed=1)
    history = SeatHistory(update_of(game, 0, 0, 1, 0))
    with pytest.raises(IncompleteHistory):
        history.add(update_of(game, 0, 2, 3, 0))
    with pytest.raises(IncompleteHistory):
        history.add(msgspec.structs.replace(update_of(game, 0, 1, 2, 0), is_rewound=True))


def test_a_missing_deal_is_detected():
    game = Game.new(3, seed=1)
    with pytest.raises(IncompleteHistory):
        SeatHistory(update_of(game, 0, 4, 5, len(game.events)))
