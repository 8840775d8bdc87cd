"""Writing records of simulated games, after `Game` has replayed and checked every move."""

from pathlib import Path

import typer

from byzanz.arena.game_records import play_actions
from byzanz.cards import CARDS
from byzanz.cli.command_line import BadInput
from byzanz.cli.record_input import printable
from byzanz.cli.simulation_chunks import Chunk
from byzanz.dice import seeded_deck
from byzanz.game.game import Game
from byzanz.game.record import write_record
from byzanz.game.refusal import Refused


class Disagreement(typer.TyperException):
    """The interpreted rules do not confirm a game of the compiled rules: a bug."""


def make_folder(folder: Path) -> None:
    """Create the folder for records; raises `BadInput`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = str(error.strerror).lower()
        raise BadInput(
            f"{printable(str(folder))}: {reason}: expected a folder for records"
        ) from None


def write_records(folder: Path, chunk: Chunk, *, players: int, seed: int) -> None:
    """Write each game of a traced chunk as game-000000.byz and so on; raises `Disagreement`."""
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
            raise Disagreement(f"game {number} ended differently when replayed: expected {scores}")
        path = folder / f"game-{number:06}.byz"
        path.write_text(write_record(game, headers), encoding="utf-8", newline="\n")
