"""`byzanz analyze`: what every decision of a game was worth, and where it was won."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import astuple
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from byzanz.analysis.report import PARTS, Findings, Grade, Report
from byzanz.analysis.telling import report_of
from byzanz.cli import source
from byzanz.cli.arguments import File, Json, number
from byzanz.cli.commandline import BadInput
from byzanz.cli.console import is_live, messages, output
from byzanz.cli.output import print_json
from byzanz.dice import LARGEST_SEED
from byzanz.game.game import Game
from byzanz.server.past import read_past, replay_of
from byzanz.server.report import NotBuilt, report_page

EXAMPLE = "Example: byzanz analyze game.byz"
LANGUAGE = "en"

Seed = Annotated[
    int,
    typer.Option(
        metavar="N", parser=number(0, LARGEST_SEED), help="The dice; the same find the same."
    ),
]
Html = Annotated[
    Path | None,
    typer.Option(metavar="OUT", help="Write a page with everything in it, for a browser."),
]


def analyze(file: File, *, html: Html = None, json: Json = False, seed: Seed = 1) -> None:
    """Tell what every decision of a finished game was worth, and where the game was won."""
    data = source.read(file)
    game = source.load_from(file, data)
    if not game.is_over:
        raise BadInput(f"{source.shown(file)}: the game is not over: expected a finished one")
    findings = list(_find_all(game, seed))
    report = report_of(game, findings)
    if html is not None:
        _write_page(html, data, findings, report)
    if json:
        print_json({"findings": findings, "report": report})
    elif html is None:
        _print(output(), game, report)


def _write_page(path: Path, record: bytes, findings: list[Findings], report: Report) -> None:
    told = {"replay": replay_of(read_past(record), 0), "findings": findings, "report": report}
    try:
        page = report_page(msgspec.json.encode(told))
    except NotBuilt as error:
        raise BadInput(f"{source.shown(str(path))}: {error}") from None
    path.write_text(page, encoding="utf-8")


def _find_all(game: Game, seed: int) -> Iterator[Findings]:
    """All findings in order, with a bar for whoever waits."""
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.analysis.analyst import Analyst, Effort, count_findings  # noqa: PLC0415

    analyst = Analyst(game, Effort(seed=seed))
    console = messages()
    with Progress(console=console, transient=True, disable=not is_live(console)) as progress:
        bar = progress.add_task("looking back …", total=count_findings(game))
        for each in range(count_findings(game)):
            yield analyst.find(each)
            progress.advance(bar)


def _print(console: Console, game: Game, report: Report) -> None:
    for sentence in report.summary[LANGUAGE]:
        console.print(sentence, markup=False)
    console.print()
    console.print(_players(game, report))
    console.print(_parts(game, report))
    for seat, player in enumerate(report.players):
        console.print(f"{game.names[seat]}: {player.advice[LANGUAGE]}", markup=False)
    console.print()
    console.print(_lots(game, report))
    console.print(_moments(game, report))


def _players(game: Game, report: Report) -> Table:
    table = _table("decisions", ("player",), ("profit", "accuracy", *Grade))
    for name, profit, player in zip(game.names, game.scores, report.players, strict=True):
        grades = [str(player.grades[grade]) for grade in Grade]
        table.add_row(escape(name), str(profit), str(player.accuracy), *grades)
    return table


def _parts(game: Game, report: Report) -> Table:
    headings = ("start", "deal", "lots", "own moves", "others' moves", "end")
    table = _table("luck and skill", ("player",), headings)
    for name, player in zip(game.names, report.players, strict=True):
        start, *parts, end = astuple(player.share)
        changes = [_points(part) for part in parts]
        table.add_row(escape(name), _percent(start), *changes, _percent(end))
    table.caption = "of the chance to win, in %"
    return table


def _lots(game: Game, report: Report) -> Table:
    table = _table("lots", ("lot", "buyer"), ("round", "paid", "fair", *game.names))
    for lot in report.lots:
        table.add_row(
            " ".join(lot.cards),
            escape(game.names[lot.buyer]),
            str(lot.round),
            str(lot.paid),
            _price(lot.fair),
            *[_price(worth) for worth in lot.worths],
        )
    table.caption = "what each lot was worth to each player as a price; paid 0: for nothing"
    return table


def _moments(game: Game, report: Report) -> Table:
    table = _table("moments that mattered", ("player", "move"), ("after", "change, %"))
    for moment in report.moments:
        seat, move = game.moves[moment.number - 1]
        name, change = escape(game.names[seat]), _points(moment.change)
        table.add_row(name, str(move), str(moment.number - 1), change)
    table.caption = (
        "of the chance to win: below 0, lost against the best move; above, brought by it"
    )
    return table


def _table(title: str, texts: tuple[str, ...], numbers: tuple[str, ...]) -> Table:
    table = Table(title=title, caption_justify="left")
    for heading in texts:
        table.add_column(escape(heading))
    for heading in numbers:
        table.add_column(escape(heading), justify="right")
    return table


def _points(share: int) -> str:
    return f"{100 * share / PARTS:+.1f}"


def _percent(share: int) -> str:
    return f"{100 * share / PARTS:.1f}"


def _price(worth: int | None) -> str:
    return "-" if worth is None else f"{worth / PARTS:.1f}"
