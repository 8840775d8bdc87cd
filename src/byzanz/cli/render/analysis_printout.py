"""The analysis of a game as text for a terminal, in one language."""

from collections.abc import Iterable, Iterator

from msgspec.structs import astuple
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from byzanz.analysis.causes import Link
from byzanz.analysis.findings import Findings, Grade, Moment, Report
from byzanz.analysis.text.figures import (
    decimal,
    percent,
    percent_change,
    percentage_points,
    percentage_points_change,
)
from byzanz.analysis.text.sentences import SentenceWriter
from byzanz.game.game import Game
from byzanz.words.catalogue import Catalogue


class AnalysisPrintout:
    """Prints the findings and the report of a finished game."""

    def __init__(
        self, game: Game, findings: list[Findings], report: Report, catalogue: Catalogue
    ) -> None:
        self._game = game
        self._findings = findings
        self._report = report
        self._catalogue = catalogue
        self._language = catalogue.language
        self._writer = SentenceWriter(game, catalogue)

    def print(self, console: Console, seat: int) -> None:
        """Print a summary, the moments of a seat, and the tables of all players and lots."""
        for sentence in self._summary(seat):
            console.print(sentence, markup=False)
        console.print()
        for line in self._moments(seat):
            console.print(line, markup=False)
        console.print(self._players_table())
        console.print(self._balance_table())
        for other, player in enumerate(self._report.players):
            if other != seat:
                name = self._game.names[other]
                console.print(f"{name}: {self._writer.advice(player.advice)}", markup=False)
        console.print()
        console.print(self._lots_table())

    def _summary(self, seat: int) -> Iterator[str]:
        player = self._report.players[seat]
        yield self._writer.outcome(self._report.outcome)
        yield self._writer.turning_point(player.turning, seat)
        yield self._writer.parts(self._findings)
        yield f"{self._game.names[seat]}: {self._writer.advice(player.advice)}"

    def _moments(self, seat: int) -> Iterator[str]:
        """Yield the moments of a seat with their chains of causes, and one swing of a rival."""
        say, name = self._catalogue.say, self._game.names[seat]
        player = self._report.players[seat]
        yield say("analysis.yours", who="other", name=name)
        if not player.moments:
            yield say("analysis.noMoments", who="other", name=name)
        for moment in player.moments:
            yield from self._moment(moment)
        if player.swing is not None:
            yield say("analysis.rival")
            yield from self._moment(player.swing)
        yield say("moment.judged")
        yield ""

    def _moment(self, moment: Moment) -> Iterator[str]:
        say = self._catalogue.say
        round_number = self._game.at(moment.number - 1).view(None, memory=False).round
        played_move = self._writer.played_move(moment.number)
        when = say("terminal.when", round=round_number, n=moment.number, deed=played_move)
        yield f"{percent_change(moment.change, self._language)}  {when}"
        verdict = self._findings[moment.number].verdict
        assert verdict is not None
        if verdict.fault is not None and moment.chain.better:
            grade, fault = say(f"grade.{verdict.grade}"), say(f"fault.{verdict.fault}")
            yield f"    {grade}: {fault}"
        yield from self._chain(say("moment.happened"), moment.chain.happened)
        if moment.chain.better:
            best, played = verdict.alternatives[0], verdict.alternatives[verdict.played]
            yield self._chance(played.share)
            yield from self._chain(self._writer.better(best.move), moment.chain.better)
            yield self._chance(best.share)

    def _chain(self, title: str, links: Iterable[Link]) -> Iterator[str]:
        yield f"    {title}"
        for link in links:
            yield f"      - {self._writer.link(link)}"

    def _chance(self, share: int) -> str:
        text = self._catalogue.say("moment.chance", n=percent(share, self._language))
        return f"      = {text}"

    def _players_table(self) -> Table:
        say = self._catalogue.say
        grades = [say(f"grade.{grade}") for grade in Grade]
        numbers = (say("analysis.profitShort"), say("terminal.accuracy"), *grades)
        table = _table(say("analysis.players"), (say("terminal.player"),), numbers)
        game = self._game
        for name, profit, player in zip(game.names, game.scores, self._report.players, strict=True):
            counts = [str(player.grades[grade]) for grade in Grade]
            table.add_row(escape(name), str(profit), str(player.accuracy), *counts)
        return table

    def _balance_table(self) -> Table:
        say = self._catalogue.say
        parts = ("start", "deal", "lots", "own_moves", "others_moves", "end")
        headings = tuple([say(f"terminal.balance.{part}") for part in parts])
        table = _table(say("terminal.balance"), (say("terminal.player"),), headings)
        for name, player in zip(self._game.names, self._report.players, strict=True):
            start, *changes, end = astuple(player.share)
            first, last = [percentage_points(share, self._language) for share in (start, end)]
            signed = [percentage_points_change(change, self._language) for change in changes]
            table.add_row(escape(name), first, *signed, last)
        table.caption = say("terminal.balanceUnit")
        return table

    def _lots_table(self) -> Table:
        say, names = self._catalogue.say, self._game.names
        numbers = (say("terminal.round"), say("terminal.paid"), say("terminal.fair"), *names)
        texts = (say("terminal.lot"), say("terminal.buyer"))
        table = _table(say("balance.lots"), texts, numbers)
        for lot in self._report.lots:
            table.add_row(
                " ".join(lot.cards),
                escape(names[lot.buyer]),
                str(lot.round),
                str(lot.paid),
                self._price(lot.fair),
                *[self._price(worth) for worth in lot.worths],
            )
        table.caption = say("terminal.lotsNote")
        return table

    def _price(self, worth: int | None) -> str:
        return "-" if worth is None else decimal(worth, self._language)


def _table(title: str, texts: tuple[str, ...], numbers: tuple[str, ...]) -> Table:
    table = Table(title=title, caption_justify="left", box=SIMPLE_HEAD, padding=0)
    for heading in texts:
        table.add_column(escape(heading))
    for heading in numbers:
        table.add_column(escape(heading), justify="right")
    return table
