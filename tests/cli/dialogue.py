"""A person's game against opponents who repeat recorded moves."""

import io
import sys
from collections.abc import Iterator

import pytest

from byzanz.cli.play.dialogue import PlainDialogue
from byzanz.cli.play.game_loop import GameLoop
from byzanz.game.game import Game
from byzanz.game.moves import Move


class RecordedOpponents:
    """Opponents that repeat recorded moves."""

    def __init__(self, moves: Iterator[Move]) -> None:
        self._moves = moves

    def choose(self, seat: int) -> Move:
        return next(self._moves)

    def new_failures(self) -> tuple[()]:
        return ()

    def end(self) -> None:
        pass


def printed_dialogue(
    game: Game, seat: int, typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch
) -> list[str]:
    """The lines printed to the person in a seat who repeats a game, then types more lines."""
    moves_of_seat = [str(move) for player, move in game.moves if player == seat]
    others = iter([move for player, move in game.moves if player != seat])
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*moves_of_seat, *typed]) + "\n"))
    capsys.readouterr()
    again = Game(game.names, game.deck)
    loop = GameLoop(again, seat, RecordedOpponents(others), PlainDialogue(0.0), asks_always=True)
    with pytest.raises(EOFError):
        loop.play()
    return capsys.readouterr().out.splitlines()
