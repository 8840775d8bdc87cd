"""`byzanz analyze`: the analysis of a finished game."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress

from byzanz.analysis.findings import Findings
from byzanz.analysis.report.builder import report_of
from byzanz.analysis.text.sentences import AREAS
from byzanz.cli import record_input
from byzanz.cli.arguments import File, Json, integer_parser, parse_integer
from byzanz.cli.command_line import BadInput
from byzanz.cli.compilation import compile_first
from byzanz.cli.render.analysis_printout import AnalysisPrintout
from byzanz.cli.render.console import is_interactive, message_console, output_console
from byzanz.cli.render.json_output import print_json
from byzanz.dice import LARGEST_SEED
from byzanz.game.game import Game
from byzanz.pages.report_page import NotBuilt, report_page
from byzanz.precompile.plan import FOR_SERVER
from byzanz.rooms.finished_game import FinishedGame, make_replay, read_finished_game
from byzanz.words.catalogue import LANGUAGES, Catalogue

EXAMPLE = "Example: byzanz analyze game.byz"
ENGLISH = "en"

Seed = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=integer_parser(0, LARGEST_SEED),
        help="Seed of the play-outs. The same seed gives the same analysis.",
    ),
]
Html = Annotated[
    Path | None,
    typer.Option(metavar="OUT", help="Write the whole analysis as an HTML page to this file."),
]


def parse_language(text: str) -> str:
    """Read the code of a language; raises `typer.BadParameter`."""
    if text not in LANGUAGES:
        expected = ", ".join(LANGUAGES)
        raise typer.BadParameter(f"expected one of {expected}, not {text[:30]!r}")
    return text


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of the locale, or English if there is no catalogue for it."""
    locales = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next((locale for locale in locales if locale), "")[:2].lower()
    return language if language in LANGUAGES else ENGLISH


Language = Annotated[
    str | None,
    typer.Option(
        metavar="LANGUAGE",
        parser=parse_language,
        help="de, en, it or nl. Default: the language of LC_ALL or LANG.",
    ),
]
OwnSeat = Annotated[
    int | None,
    typer.Option(
        "--seat",
        metavar="N",
        parser=parse_integer,
        help="Show the moments of this seat. Default: the only person, or the winner.",
    ),
]


def analyze(
    file: File,
    *,
    html: Html = None,
    json: Json = False,
    seed: Seed = 1,
    language: Language = None,
    seat: OwnSeat = None,
) -> None:
    """Analyse a finished game: what each decision was worth, and where the game was won."""
    data = record_input.read(file)
    game = record_input.load_from(file, data)
    if not game.is_over:
        raise BadInput(
            f"{record_input.printable(file)}: the game is not over: expected a finished one"
        )
    finished = read_finished_game(data)
    own_seat = _own_seat(game, finished, seat)
    findings = list(_find_all(game, seed))
    report = report_of(game, findings)
    chosen = language or language_of(os.environ)
    if html is not None:
        page_data = {
            "replay": make_replay(finished, 0),
            "findings": findings,
            "report": report,
            "language": chosen,
            "own": own_seat,
        }
        _write_page(html, msgspec.json.encode(page_data))
    if json:
        print_json({"findings": findings, "report": report})
    elif html is None:
        catalogue = Catalogue(chosen, AREAS)
        AnalysisPrintout(game, findings, report, catalogue).print(output_console(), own_seat)


def _own_seat(game: Game, finished: FinishedGame, seat: int | None) -> int:
    """Return the seat whose moments are shown: the chosen one, the only person or the winner."""
    if seat is not None and not 0 <= seat < game.seat_count:
        raise typer.BadParameter(
            f"expected 0 to {game.seat_count - 1}, not {seat}", param_hint="'--seat'"
        )
    if seat is not None:
        return seat
    people = [each for each, bot in enumerate(finished.bots) if bot is None]
    return people[0] if len(people) == 1 else game.winners[0]


def _write_page(path: Path, data: bytes) -> None:
    try:
        page = report_page(data)
    except NotBuilt as error:
        raise BadInput(f"{record_input.printable(str(path))}: {error}") from None
    path.write_text(page, encoding="utf-8")


def _find_all(game: Game, seed: int) -> Iterator[Findings]:
    """Yield all findings in order, with a progress bar in a terminal."""
    # Imported here because NumPy and Numba take most of a second to load.
    from byzanz.analysis.game_analysis import Effort, GameAnalysis, count_findings  # noqa: PLC0415

    console = message_console()
    compile_first(FOR_SERVER, console)
    analysis = GameAnalysis(game, Effort(seed=seed))
    with Progress(console=console, transient=True, disable=not is_interactive(console)) as progress:
        task = progress.add_task("analysing …", total=count_findings(game))
        for number in range(count_findings(game)):
            yield analysis.findings(number)
            progress.advance(task)
