"""`byzanz analyze`: what every decision of a game was worth, and where it was won."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import astuple
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from byzanz.analysis.causes import Link
from byzanz.analysis.report import Findings, Grade, Moment, Report
from byzanz.analysis.speech import LANGUAGES, Speech
from byzanz.analysis.telling import report_of
from byzanz.analysis.wording import Wording
from byzanz.cli import source
from byzanz.cli.arguments import File, Json, number, whole_number
from byzanz.cli.commandline import BadInput
from byzanz.cli.console import is_live, messages, output
from byzanz.cli.output import print_json
from byzanz.dice import LARGEST_SEED
from byzanz.game.game import Game
from byzanz.server.past import Past, read_past, replay_of
from byzanz.server.report import NotBuilt, report_page

EXAMPLE = "Example: byzanz analyze game.byz"
ENGLISH = "en"

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


def read_language(word: str) -> str:
    """Read one of the four languages; raises `typer.BadParameter`."""
    if word not in LANGUAGES:
        expected = ", ".join(LANGUAGES)
        raise typer.BadParameter(f"expected one of {expected}, not {word[:30]!r}")
    return word


def language_of(environment: Mapping[str, str]) -> str:
    """The language that an environment asks for, or English."""
    words = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next((word for word in words if word), "")[:2].lower()
    return language if language in LANGUAGES else ENGLISH


Language = Annotated[
    str | None,
    typer.Option(
        metavar="LANGUAGE",
        parser=read_language,
        help="de, en, it or nl; without it that of LC_ALL or LANG.",
    ),
]
Who = Annotated[
    int | None,
    typer.Option(
        "--seat",
        metavar="N",
        parser=whole_number,
        help="Whose moments are told; without it the only person's, or the winner's.",
    ),
]


def analyze(
    file: File,
    *,
    html: Html = None,
    json: Json = False,
    seed: Seed = 1,
    language: Language = None,
    seat: Who = None,
) -> None:
    """Tell what every decision of a finished game was worth, and where the game was won."""
    data = source.read(file)
    game = source.load_from(file, data)
    if not game.is_over:
        raise BadInput(f"{source.shown(file)}: the game is not over: expected a finished one")
    past = read_past(data)
    eyes = _eyes(game, past, seat)
    findings = list(_find_all(game, seed))
    report = report_of(game, findings)
    chosen = language or language_of(os.environ)
    if html is not None:
        told = {
            "replay": replay_of(past, 0),
            "findings": findings,
            "report": report,
            "language": chosen,
            "own": eyes,
        }
        _write_page(html, msgspec.json.encode(told))
    if json:
        print_json({"findings": findings, "report": report})
    elif html is None:
        _Printout(game, findings, report, LANGUAGES[chosen]).print(output(), eyes)


def _eyes(game: Game, past: Past, seat: int | None) -> int:
    """Whose moments are told: a chosen seat, the only person, or the winner."""
    if seat is not None and not 0 <= seat < game.seat_count:
        raise typer.BadParameter(
            f"expected 0 to {game.seat_count - 1}, not {seat}", param_hint="'--seat'"
        )
    people = [each for each, bot in enumerate(past.bots) if bot is None]
    only = people[0] if len(people) == 1 else game.winners[0]
    return only if seat is None else seat


def _write_page(path: Path, data: bytes) -> None:
    try:
        page = report_page(data)
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


class _Printout:
    """A report in one language, for a terminal."""

    def __init__(
        self, game: Game, findings: list[Findings], report: Report, speech: Speech
    ) -> None:
        self._game = game
        self._findings = findings
        self._report = report
        self._speech = speech
        self._wording = Wording(game, speech)

    def print(self, console: Console, seat: int) -> None:
        """In short, what mattered to a seat, and then all figures."""
        for sentence in self._in_short(seat):
            console.print(sentence, markup=False)
        console.print()
        for line in self._moments(seat):
            console.print(line, markup=False)
        console.print(self._players())
        console.print(self._parts())
        for each, player in enumerate(self._report.players):
            if each != seat:
                name = self._game.names[each]
                console.print(f"{name}: {self._wording.advice(player.advice)}", markup=False)
        console.print()
        console.print(self._lots())

    def _in_short(self, seat: int) -> Iterator[str]:
        player = self._report.players[seat]
        yield self._wording.outcome(self._report.outcome)
        yield self._wording.turning(player.turning, seat)
        yield self._wording.parts(self._findings)
        yield f"{self._game.names[seat]}: {self._wording.advice(player.advice)}"

    def _moments(self, seat: int) -> Iterator[str]:
        """The moments of a seat, each with its chain of causes, and one swing of a rival."""
        say, name = self._speech.say, self._game.names[seat]
        player = self._report.players[seat]
        yield say("moments.title", name=name)
        if not player.moments:
            yield say("moments.none", name=name)
        for moment in player.moments:
            yield from self._moment(moment)
        if player.swing is not None:
            yield say("moments.swing")
            yield from self._moment(player.swing)
        yield say("moments.note")
        yield ""

    def _moment(self, moment: Moment) -> Iterator[str]:
        say = self._speech.say
        round_number = self._game.at(moment.number - 1).view(None, memory=False).round
        deed = self._wording.deed(moment.number)
        when = say("moments.when", round=round_number, number=moment.number, deed=deed)
        yield f"{self._speech.percent_change(moment.change)}  {when}"
        verdict = self._findings[moment.number].verdict
        assert verdict is not None
        if verdict.fault is not None and moment.chain.better:
            grade, fault = say(f"grade.{verdict.grade}"), say(f"fault.{verdict.fault}")
            yield f"    {grade}: {fault}"
        yield from self._chain(say("moments.happened"), moment.chain.happened)
        if moment.chain.better:
            best, played = verdict.alternatives[0], verdict.alternatives[verdict.played]
            yield self._chance(played.share)
            title = say("moments.better", move=self._wording.move(best.move))
            yield from self._chain(title, moment.chain.better)
            yield self._chance(best.share)

    def _chain(self, title: str, links: Iterable[Link]) -> Iterator[str]:
        yield f"    {title}"
        for link in links:
            yield f"      - {self._wording.link(link)}"

    def _chance(self, share: int) -> str:
        told = self._speech.say("moments.chance", share=self._speech.percent(share))
        return f"      = {told}"

    def _players(self) -> Table:
        say = self._speech.say
        grades = [say(f"grade.{grade}") for grade in Grade]
        numbers = (say("table.profit"), say("table.accuracy"), *grades)
        table = _table(say("table.decisions"), (say("table.player"),), numbers)
        game = self._game
        for name, profit, player in zip(game.names, game.scores, self._report.players, strict=True):
            counts = [str(player.grades[grade]) for grade in Grade]
            table.add_row(escape(name), str(profit), str(player.accuracy), *counts)
        return table

    def _parts(self) -> Table:
        say = self._speech.say
        parts = ("start", "deal", "lots", "own_moves", "others_moves", "end")
        headings = tuple([say(f"table.{part}") for part in parts])
        table = _table(say("table.balance"), (say("table.player"),), headings)
        for name, player in zip(self._game.names, self._report.players, strict=True):
            start, *changes, end = astuple(player.share)
            told = [self._speech.signed_points(change) for change in changes]
            ends = self._speech.points(start), self._speech.points(end)
            table.add_row(escape(name), ends[0], *told, ends[1])
        table.caption = say("table.balance_unit")
        return table

    def _lots(self) -> Table:
        say, names = self._speech.say, self._game.names
        numbers = (say("table.round"), say("table.paid"), say("table.fair"), *names)
        texts = (say("table.lot"), say("table.buyer"))
        table = _table(say("table.lots"), texts, numbers)
        for lot in self._report.lots:
            table.add_row(
                " ".join(lot.cards),
                escape(names[lot.buyer]),
                str(lot.round),
                str(lot.paid),
                self._price(lot.fair),
                *[self._price(worth) for worth in lot.worths],
            )
        table.caption = say("table.lots_note")
        return table

    def _price(self, worth: int | None) -> str:
        return "-" if worth is None else self._speech.decimal(worth)


def _table(title: str, texts: tuple[str, ...], numbers: tuple[str, ...]) -> Table:
    table = Table(title=title, caption_justify="left")
    for heading in texts:
        table.add_column(escape(heading))
    for heading in numbers:
        table.add_column(escape(heading), justify="right")
    return table
