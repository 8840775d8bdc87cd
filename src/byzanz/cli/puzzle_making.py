"""The long work behind `byzanz puzzles make` and `byzanz puzzles check`, with its progress."""

import time
from collections.abc import Sequence
from pathlib import Path

import typer

from byzanz.cli.compilation import compile_first
from byzanz.cli.render.console import message_console
from byzanz.precompile.plan import FOR_SERVER
from byzanz.puzzles.check import Confirmation, confirm
from byzanz.puzzles.collection import write_collection
from byzanz.puzzles.findings import Found
from byzanz.puzzles.ledger import Ledger
from byzanz.puzzles.puzzle import Puzzle
from byzanz.puzzles.search import PuzzleSearch
from byzanz.puzzles.selection import select_puzzles

SECONDS = 10  # between two lines of progress


def make_puzzles(ledger_file: Path, file: Path, count: int) -> bool:
    """Search until the ledger has a number of positions, and write the collection.

    Returns False if it was interrupted. Raises `LedgerInUse` and `BadLedger`.
    """
    console = message_console()
    has_finished = True
    with Ledger(ledger_file) as ledger:
        compile_first(FOR_SERVER, console)
        shown_at = time.monotonic()
        try:
            for entry in PuzzleSearch(ledger, count).run():
                if isinstance(entry, Found) and time.monotonic() - shown_at > SECONDS:
                    shown_at = time.monotonic()
                    games = len(ledger.searched)
                    console.print(f"{len(ledger.found)} positions found in {games} games")
        except KeyboardInterrupt:
            has_finished = False
        puzzles = select_puzzles(ledger.found)
    file.write_bytes(write_collection(puzzles))
    typer.echo(f"{len(puzzles)} puzzles of {len(ledger.found)} positions")
    return has_finished


def confirm_puzzles(
    puzzles: Sequence[Puzzle], seed: int, *, is_quiet: bool
) -> tuple[Confirmation, ...]:
    """Confirm puzzles one after the other; prints those that are not confirmed."""
    compile_first(FOR_SERVER, message_console())
    confirmations = []
    for puzzle in puzzles:
        confirmation = confirm(puzzle, seed=seed)
        confirmations.append(confirmation)
        if not confirmation.is_confirmed and not is_quiet:
            lead, third = 100 * confirmation.lead, 100 * confirmation.third_lead
            typer.echo(f"{puzzle.id} is not confirmed: it leads by {lead:.1f} and {third:.1f}")
    return tuple(confirmations)
