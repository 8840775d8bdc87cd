"""A person's game whose other seats play moves known beforehand."""

import io
import sys
from collections.abc import Iterator

import pytest

from byzanz.cli.sitting import Sitting
from byzanz.cli.speech import PlainSpeech
from byzanz.game.game import Game
from byzanz.game.moves import Move


class Replay:
    """Opponents that play what they played before."""

    def __init__(self, moves: Iterator[Move]) -> None:
        self._moves = moves

    def choose(self, seat: int) -> Move:
        return next(self._moves)

    def new_failures(self) -> tuple[()]:
        return ()

    def end(self) -> None:
        pass


def heard(
    game: Game, seat: int, typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch
) -> list[str]:
    """What the person in a seat hears who plays a game again and then types further lines."""
    own = [str(move) for player, move in game.moves if player == seat]
    others = iter([move for player, move in game.moves if player != seat])
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*own, *typed]) + "\n"))
    capsys.readouterr()
    again = Game(game.names, game.deck)
    sitting = Sitting(again, seat, Replay(others), PlainSpeech(0.0), asks_always=True)
    with pytest.raises(EOFError):
        sitting.play()
    return capsys.readouterr().out.splitlines()
