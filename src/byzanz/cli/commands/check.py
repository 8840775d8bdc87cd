"""`byzanz check`: checking records by replaying them."""

from typing import Annotated

import msgspec
import typer

from byzanz.cli import record_input
from byzanz.cli.arguments import Files, Json
from byzanz.cli.command_line import BAD_INPUT, BadInput
from byzanz.cli.deal_check import NoDeal, verified_commitment
from byzanz.cli.render.json_output import print_json
from byzanz.deal.deal import COMMITMENT_SIZE, hex_description, is_hex
from byzanz.game.game import Game
from byzanz.game.record import BadRecord, parse_record, replay

EXAMPLE = "Example: byzanz check game.byz"


def parse_commitment(text: str) -> str:
    """Read a commitment in lower or upper case; raises `typer.BadParameter`."""
    commitment = text.strip().lower()
    if not is_hex(commitment, COMMITMENT_SIZE):
        raise typer.BadParameter(f"expected {hex_description(COMMITMENT_SIZE)}, not {text[:70]!r}")
    return commitment


WithDeal = Annotated[
    bool,
    typer.Option("--deal", metavar="", help="Also verify that the deck follows from its deal."),
]
Commitment = Annotated[
    str | None,
    typer.Option(
        metavar="HEX",
        parser=parse_commitment,
        help="Also verify the deal against the commitment that you noted before the game.",
    ),
]


class CheckResult(msgspec.Struct, frozen=True):
    """The result of checking one file."""

    file: str
    ok: bool
    line: int | None = None  # the line of the first error
    reason: str | None = None
    moves: int | None = None
    result: tuple[int, ...] | None = None  # None: the game is not over
    winners: tuple[int, ...] | None = None
    commitment: str | None = None  # the commitment of the verified deal

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
    """Check records by replaying every move."""
    if commitment is not None and len(files) > 1:
        raise typer.BadParameter(
            "expected only one FILE with this option", param_hint="'--commitment'"
        )
    deal = deal or commitment is not None
    results = []
    for file in files:
        result = check_file(file, deal=deal, commitment=commitment)
        results.append(result)
        if not json:
            typer.echo(str(result))
    if json:
        print_json(results)
    if not all(result.ok for result in results):
        raise typer.Exit(BAD_INPUT)


def check_file(file: str, *, deal: bool = False, commitment: str | None = None) -> CheckResult:
    """Replay one record, and verify its deal if asked."""
    name = record_input.printable(file)
    try:
        data = record_input.read(file)
        record = parse_record(data)
        verified = verified_commitment(data, record, commitment) if deal else None
        return _success(name, replay(record), verified)
    except BadRecord as error:
        return CheckResult(name, ok=False, line=error.line, reason=error.reason)
    except NoDeal as error:
        return CheckResult(name, ok=False, reason=f"{name}: {error}")
    except BadInput as error:
        return CheckResult(name, ok=False, reason=error.message)


def _success(name: str, game: Game, commitment: str | None) -> CheckResult:
    result = CheckResult(name, ok=True, moves=len(game.moves), commitment=commitment)
    if not game.is_over:
        return result
    return msgspec.structs.replace(result, result=game.scores, winners=game.winners)
