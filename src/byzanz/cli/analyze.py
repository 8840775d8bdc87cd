"""`byzanz analyze`: what every decision of a game was worth, and where it was won."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from byzanz.analysis.report import PARTS, Findings, Grade, Moment, Report
from byzanz.analysis.telling import report_of
from byzanz.cli import source
from byzanz.cli.arguments import File, Json, number
from byzanz.cli.commandline import BadInput
from byzanz.cli.console import messages, output
from byzanz.cli.output import print_json
from byzanz.dice import LARGEST_SEED
from byzanz.game.game import Game

EXAMPLE = "Example: byzanz analyze game.byz"
LANGUAGE = "en"

Seed = Annotated[
    int,
    typer.Option(
        metavar="N", parser=number(0, LARGEST_SEED), help="The dice; the same find the same."
    ),
]


def analyze(file: File, *, json: Json = False, seed: Seed = 1) -> None:
    """Tell what every decision of a finished game was worth, and where the game was won."""
    game = source.load(file)
    if not game.is_over:
        raise BadInput(f"{source.shown(file)}: the game is not over: expected a finished one")
    findings = list(_find_all(game, seed))
    report = report_of(game, findings)
    if json:
        print_json({"findings": findings, "report": report})
    else:
        _print(output(), game, report)


def _find_all(game: Game, seed: int) -> Iterator[Findings]:
    """All findings in order, with a bar for whoever waits."""
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.analysis.analyst import Analyst, Effort, count_findings  # noqa: PLC0415

    analyst = Analyst(game, Effort(seed=seed))
    with Progress(console=messages(), transient=True) as progress:
        bar = progress.add_task("looking back …", total=count_findings(game))
        for each in range(count_findings(game)):
            yield analyst.find(each)
            progress.advance(bar)


def _print(console: Console, game: Game, report: Report) -> None:
    for sentence in report.summary[LANGUAGE]:
        console.print(sentence)
    console.print()
    console.print(_players(game, report))
    for seat, player in enumerate(report.players):
        console.print(f"{game.names[seat]}: {player.advice[LANGUAGE]}", markup=False)
    console.print()
    console.print(_lots(game, report))
    console.print(_moments(game, report))


def _players(game: Game, report: Report) -> Table:
    table = Table(title="players")
    for heading in ("player", "profit", "accuracy", *Grade, "deal", "lots", "own", "others"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for name, profit, player in zip(game.names, game.scores, report.players, strict=True):
        share = player.share
        parts = (share.deal, share.lots, share.own_moves, share.others_moves)
        table.add_row(
            name,
            str(profit),
            str(player.accuracy),
            *[str(player.grades[grade]) for grade in Grade],
            *[_points(part) for part in parts],
        )
    table.caption = "deal, lots, own and others: what they changed of the chance to win, in %"
    return table


def _lots(game: Game, report: Report) -> Table:
    table = Table(title="lots")
    for heading in ("round", "lot", "paid", "fair", "buyer", *game.names):
        table.add_column(heading, justify="left" if heading in ("lot", "buyer") else "right")
    for lot in report.lots:
        table.add_row(
            str(lot.round),
            " ".join(lot.cards),
            str(lot.paid),
            _price(lot.fair),
            game.names[lot.buyer],
            *[_price(worth) for worth in lot.worths],
        )
    table.caption = "what each lot was worth to each player as a price; paid 0: for nothing"
    return table


def _moments(game: Game, report: Report) -> Table:
    table = Table(title="moments that mattered")
    for heading in ("after move", "player", "move", "chance to win, %"):
        table.add_column(heading, justify="left" if heading in ("player", "move") else "right")
    for moment in report.moments:
        seat, move = game.moves[moment.number - 1]
        table.add_row(str(moment.number - 1), game.names[seat], str(move), _points(_effect(moment)))
    table.caption = "below 0: lost against the best move; above: what the move brought"
    return table


def _effect(moment: Moment) -> int:
    return -moment.loss if moment.loss else moment.change


def _points(share: int) -> str:
    return f"{100 * share / PARTS:+.1f}"


def _price(worth: int | None) -> str:
    return "-" if worth is None else f"{worth / PARTS:.1f}"
