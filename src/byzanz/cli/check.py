"""`byzanz check`: do these records hold?"""

from typing import Annotated

import msgspec
import typer

from byzanz.cli import source
from byzanz.cli.arguments import Files, Json
from byzanz.cli.commandline import BAD_INPUT, BadInput
from byzanz.cli.output import print_json
from byzanz.cli.verification import NoDeal, verified_commitment
from byzanz.deal.deal import COMMITMENT_SIZE, digits, is_hex
from byzanz.game.game import Game
from byzanz.game.record import BadRecord, parse_record, replay

EXAMPLE = "Example: byzanz check game.byz"


def commitment_digits(word: str) -> str:
    """Read a commitment, as people may write it; raises `typer.BadParameter`."""
    text = word.strip().lower()
    if not is_hex(text, COMMITMENT_SIZE):
        raise typer.BadParameter(f"expected {digits(COMMITMENT_SIZE)}, not {word[:70]!r}")
    return text


WithDeal = Annotated[
    bool,
    typer.Option("--deal", metavar="", help="Verify too that the deck is the one of its deal."),
]
Commitment = Annotated[
    str | None,
    typer.Option(
        metavar="HEX",
        parser=commitment_digits,
        help="Verify the deal with the commitment that you noted before the game.",
    ),
]


class Checked(msgspec.Struct, frozen=True):
    """What became of one file."""

    file: str
    ok: bool
    line: int | None = None  # of the first fault
    reason: str | None = None
    moves: int | None = None
    result: tuple[int, ...] | None = None  # once the game is over
    winners: tuple[int, ...] | None = None
    commitment: str | None = None  # of the deal, once verified

    def __str__(self) -> str:
        if self.line is not None:
            return f"{self.file}:{self.line}: {self.reason}"
        if self.reason is not None:
            return self.reason
        deal = "" if self.commitment is None else f", deck verified, commitment {self.commitment}"
        if self.result is None or self.winners is None:
            return f"{self.file}: ok {self.moves} moves, running{deal}"
        scores = " ".join(map(str, self.result))
        winners = ",".join(map(str, self.winners))
        return f"{self.file}: ok {self.moves} moves, result {scores}, winners {winners}{deal}"


def check(
    files: Files, *, deal: WithDeal = False, commitment: Commitment = None, json: Json = False
) -> None:
    """Replay records and say whether they hold."""
    if commitment is not None and len(files) > 1:
        raise typer.BadParameter("expected one FILE with it", param_hint="'--commitment'")
    deal = deal or commitment is not None
    faultless = True
    lines = []
    for file in files:
        checked = check_file(file, deal=deal, commitment=commitment)
        faultless = faultless and checked.ok
        if json:
            lines.append(checked)
        else:
            typer.echo(str(checked))
    if json:
        print_json(lines)
    if not faultless:
        raise typer.Exit(BAD_INPUT)


def check_file(file: str, *, deal: bool = False, commitment: str | None = None) -> Checked:
    """Replay one record, and verify its deal."""
    name = source.shown(file)
    try:
        data = source.read(file)
        record = parse_record(data)
        verified = verified_commitment(data, record, commitment) if deal else None
        return _good(name, replay(record), verified)
    except BadRecord as error:
        return Checked(name, ok=False, line=error.line, reason=error.reason)
    except NoDeal as error:
        return Checked(name, ok=False, reason=f"{name}: {error}")
    except BadInput as error:
        return Checked(name, ok=False, reason=error.message)


def _good(name: str, game: Game, commitment: str | None) -> Checked:
    checked = Checked(name, ok=True, moves=len(game.moves), commitment=commitment)
    if not game.is_over:
        return checked
    return msgspec.structs.replace(checked, result=game.scores, winners=game.winners)
