"""What a seat remembers from afar is what the game itself would tell it."""

from random import Random

import msgspec
import pytest

from byzanz import Game
from byzanz.client.witness import LostTrack, Witness
from byzanz.wire.answers import Numbered, Update
from tests.client.test_following import update


def told(game: Game, seat: int, after: int, seq: int, events: int) -> Update:
    """The update for a seat that has seen so many events."""
    return msgspec.structs.replace(
        update(after, seq),
        steps=(Numbered(seq, game.events_for(seat, after=events)),),
        view=game.view(seat, memory=False),
        options=None if game.is_over else game.options(seat),
    )


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_memory_is_rebuilt(players):
    dice = Random(players)
    game = Game.new(players, seed=players)
    seats = range(players)
    witnesses = [Witness(told(game, seat, 0, 1, 0)) for seat in seats]
    while not game.is_over:
        count, seq = len(game.events), len(game.moves) + 1
        game.play(*dice.choice(game.legal()))
        for seat, witness in enumerate(witnesses):
            witness.add(told(game, seat, seq, seq + 1, count))
            assert witness.view(seat) == game.view(seat)
    for seat, witness in enumerate(witnesses):
        assert witness.moves == game.moves
        assert witness.events_for(seat) == game.events_for(seat)
        assert (witness.scores, witness.winners) == (game.scores, game.winners)
        assert (witness.names, witness.seat_count) == (game.names, players)


def test_a_gap_is_noticed():
    game = Game.new(3, seed=1)
    witness = Witness(told(game, 0, 0, 1, 0))
    with pytest.raises(LostTrack):
        witness.add(told(game, 0, 2, 3, 0))
    with pytest.raises(LostTrack):
        witness.add(msgspec.structs.replace(told(game, 0, 1, 2, 0), is_rewound=True))


def test_a_late_comer_is_noticed():
    game = Game.new(3, seed=1)
    with pytest.raises(LostTrack):
        Witness(told(game, 0, 4, 5, len(game.events)))
