"""How the program talks with a person: pictures in a terminal, elsewhere plain lines."""

import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Protocol

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from byzanz.cli.choices import Choices, cards_phrase
from byzanz.cli.console import is_live, output, print_lines
from byzanz.cli.drawing import Scene, draw
from byzanz.cli.lines import fitted, rule
from byzanz.cli.palette import FAINT, MARK, STRONG, painted, piece
from byzanz.cli.telling import view_phrases
from byzanz.cli.words import Phrase, counted, plain, spaced
from byzanz.game.moves import Sell
from byzanz.game.phase import Phase
from byzanz.game.view import View

LIVE_PACE = 0.5  # seconds after each event
GAP = 3  # cells between two choices on a line


class Speech(Protocol):
    """Says sentences, shows positions and asks for lines."""

    def say(self, phrase: Phrase) -> None:
        """Say a sentence."""
        ...

    def tell(self, phrase: Phrase, *, begins: bool = False) -> None:
        """Say what happened, and leave time to read it; begins: something new begins with it."""
        ...

    def show(self, view: View) -> None:
        """Show a position as its seat sees it."""
        ...

    def offer(self, question: Phrase, choices: Choices) -> None:
        """Say what is asked, with the choices and their numbers."""
        ...

    def ask(self, question: str) -> str:
        """A line of the person's; raises `EOFError`."""
        ...


def speech_for(pace: float | None) -> Speech:
    """The speech that fits standard input and output."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    console = output()
    if is_live(console) and sys.stdin is not None and sys.stdin.isatty():
        return LiveSpeech(console, LIVE_PACE if pace is None else pace)
    return PlainSpeech(pace or 0.0)


def further_sales(choices: Choices) -> Phrase:
    """That there are sales beyond those shown; empty if there are none."""
    if not choices.further:
        return ()
    return (f"sell (lists {counted(len(choices.further), 'more set')})",)


class PlainSpeech:
    """Lines and nothing else: for scripts, pipes and screen readers."""

    def __init__(self, pace: float) -> None:
        self._pace = pace

    def say(self, phrase: Phrase) -> None:
        """Say a sentence."""
        typer.echo(plain(phrase))

    def tell(self, phrase: Phrase, *, begins: bool = False) -> None:
        """Say what happened."""
        self.say(phrase)
        time.sleep(self._pace)

    def show(self, view: View) -> None:
        """Show a position, one fact a line."""
        if view.phase == Phase.OVER:
            for standing in view.standings:
                name = view.seats[standing.seat].name
                start = f"{standing.place} {name}: profit {standing.profit}, kept "
                held = f", {counted(standing.hand_count, 'card')} in hand"
                self.say((start, *cards_phrase(standing.kept), held))
            return
        for phrase in view_phrases(view):
            self.say(phrase)

    def offer(self, question: Phrase, choices: Choices) -> None:
        """Say what is asked, one choice a line."""
        self.say(("Your turn. ", *question))
        for number, choice in enumerate(choices.shown, start=1):
            self.say((f"{number} ", *choice.phrase))
        if choices.further:
            self.say(further_sales(choices))

    def ask(self, question: str) -> str:
        """The next line of standard input."""
        typer.echo(question)
        line = "" if sys.stdin is None else sys.stdin.readline()
        if not line:
            raise EOFError
        return line


class LiveSpeech:
    """Colours and a drawn table, in a terminal that scrolls."""

    def __init__(self, console: Console, pace: float) -> None:
        self._console = console
        self._pace = pace
        with suppress(ImportError):  # there is none on Windows
            import readline  # noqa: F401, PLC0415 - input() edits lines with it

    def say(self, phrase: Phrase) -> None:
        """Say a sentence, on several lines where it is long, all indented like the first."""
        text = painted(phrase)
        indent = len(text.plain) - len(text.plain.lstrip())
        self._console.print(Padding(text[indent:], (0, 0, 0, indent), expand=False))

    def tell(self, phrase: Phrase, *, begins: bool = False) -> None:
        """Say what happened, and wait a moment."""
        if begins:
            self._console.print()
        self._console.print(piece(" ▸ ", MARK).append_text(painted(phrase)))
        time.sleep(self._pace)

    def show(self, view: View) -> None:
        """Draw the table."""
        self._console.print()
        width = self._console.width
        lines = draw(Scene(view, None, ()), width)
        if view.phase != Phase.OVER:
            del lines[1]  # whom the game waits for: the question says it
            lines += _own_lines(view, width)
        print_lines(self._console, lines)

    def offer(self, question: Phrase, choices: Choices) -> None:
        """Say what is asked, choices side by side where they fit."""
        line = piece(" ▶ Your turn. ", MARK).append_text(painted(question, STRONG))
        self._console.print(line)
        answers: list[Text] = []
        sales: list[Text] = []
        for number, choice in enumerate(choices.shown, start=1):
            text = piece(f"{number:>3} ", MARK).append_text(painted(choice.phrase))
            (sales if isinstance(choice.move, Sell) else answers).append(text)
        if choices.further:
            sales.append(piece("    ").append_text(painted(further_sales(choices), FAINT)))
        is_sale_first = isinstance(choices.shown[0].move, Sell)
        for group in (sales, answers) if is_sale_first else (answers, sales):
            print_lines(self._console, _side_by_side(group, self._console.width))

    def ask(self, question: str) -> str:
        """A line that is typed."""
        try:
            return input(f" {question} ")
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            raise


def _own_lines(view: View, width: int) -> list[Text]:
    assert view.own is not None
    assert view.seat is not None
    title = f"You, {view.seats[view.seat].name}: profit {view.own.profit}"
    hand = piece(" Hand    ", FAINT).append_text(painted(cards_phrase(view.own.hand)))
    if view.own.kept:
        hand.append("   kept ", FAINT).append_text(painted(spaced(view.own.kept)))
    return [rule(title, width), fitted(hand, width)]


def _side_by_side(texts: Sequence[Text], width: int) -> list[Text]:
    """Texts in columns as wide as the longest, read line by line."""
    column = max([cell_len(text.plain) for text in texts], default=0) + GAP
    count = max(1, width // column)
    lines = []
    for start in range(0, len(texts), count):
        cells = [fitted(text, column) for text in texts[start : start + count]]
        lines.append(fitted(Text().join(cells), width))
    return lines
