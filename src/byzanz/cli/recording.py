"""Records of simulated games, replayed through `Game`, which checks every move again."""

from pathlib import Path

import typer

from byzanz.arena.records import play_actions
from byzanz.cards import CARDS
from byzanz.cli.chunks import Chunk
from byzanz.cli.commandline import BadInput
from byzanz.cli.source import shown
from byzanz.dice import seeded_deck
from byzanz.game.game import Game
from byzanz.game.record import write_record
from byzanz.game.refusal import Refused


class Disagreement(typer.TyperException):
    """The compiled and the interpreted rules went different ways."""


def make_folder(folder: Path) -> None:
    """Make the folder for records; raises `BadInput`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = str(error.strerror).lower()
        raise BadInput(f"{shown(str(folder))}: {reason}: expected a folder for records") from None


def write_records(folder: Path, chunk: Chunk, *, players: int, seed: int) -> None:
    """Write each game of a traced chunk as game-000000.byz and so on."""
    headers = tuple([("bot", f"{seat} random") for seat in range(players)])
    for index, move_count in enumerate(chunk.moves.tolist()):
        number = chunk.first + index
        game = Game.new(players, deck=[CARDS[kind] for kind in seeded_deck(seed, number)])
        scores = tuple(chunk.rows[index]["profits"][:players].tolist())
        try:
            play_actions(game, chunk.traces[index, :move_count].tolist())
        except Refused as refusal:
            raise Disagreement(f"game {number} was refused when replayed: {refusal}") from None
        if not game.is_over or game.scores != scores:
            raise Disagreement(f"game {number} ended otherwise when replayed: expected {scores}")
        path = folder / f"game-{number:06}.byz"
        path.write_text(write_record(game, headers), encoding="utf-8", newline="\n")
