"""The dialogue with a person: a drawn table in a terminal, plain lines elsewhere."""

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

from byzanz.cli.play.move_menu import Choices
from byzanz.cli.render.console import is_interactive, output_console, print_lines
from byzanz.cli.render.palette import FAINT, MARK, STRONG, styled, styled_phrase
from byzanz.cli.render.phrases import Phrase, cards_phrase, counted, plain, spaced
from byzanz.cli.render.position_drawing import Scene, draw
from byzanz.cli.render.position_text import view_phrases
from byzanz.cli.render.text_lines import fitted, rule
from byzanz.game.moves import Sell
from byzanz.game.phase import Phase
from byzanz.game.view import View

TERMINAL_PACE = 0.5  # seconds after each event
GAP = 3  # cells between two choices on a line


class Dialogue(Protocol):
    """Prints sentences and positions, and reads lines."""

    def say(self, phrase: Phrase) -> None:
        """Print a sentence."""
        ...

    def say_event(self, phrase: Phrase, *, begins_section: bool = False) -> None:
        """Print an event, and pause so that it can be read."""
        ...

    def show_position(self, view: View) -> None:
        """Print a position as its seat sees it."""
        ...

    def show_choices(self, question: Phrase, choices: Choices) -> None:
        """Print a question and its choices with their numbers."""
        ...

    def ask(self, question: str) -> str:
        """Read a line from the person; raises `EOFError`."""
        ...


def new_dialogue(pace: float | None) -> Dialogue:
    """Return the dialogue that fits standard input and output."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    console = output_console()
    if is_interactive(console) and sys.stdin is not None and sys.stdin.isatty():
        return TerminalDialogue(console, TERMINAL_PACE if pace is None else pace)
    return PlainDialogue(pace or 0.0)


def more_sales_phrase(choices: Choices) -> Phrase:
    """Return how to list the sales that are not shown; empty if there are none."""
    if not choices.more_sales:
        return ()
    return (f"sell (lists {counted(len(choices.more_sales), 'more set')})",)


class PlainDialogue:
    """Plain lines, for scripts, pipes and screen readers."""

    def __init__(self, pace: float) -> None:
        self._pace = pace

    def say(self, phrase: Phrase) -> None:
        """Print a sentence."""
        typer.echo(plain(phrase))

    def say_event(self, phrase: Phrase, *, begins_section: bool = False) -> None:
        """Print an event, and pause."""
        self.say(phrase)
        time.sleep(self._pace)

    def show_position(self, view: View) -> None:
        """Print a position, one fact per line."""
        if view.phase == Phase.OVER:
            for standing in view.standings:
                name = view.seats[standing.seat].name
                start = f"{standing.place} {name}: profit {standing.profit}, kept "
                held = f", {counted(standing.hand_count, 'card')} in hand"
                self.say((start, *cards_phrase(standing.kept), held))
            return
        for phrase in view_phrases(view):
            self.say(phrase)

    def show_choices(self, question: Phrase, choices: Choices) -> None:
        """Print a question, and one choice per line."""
        self.say(("Your turn. ", *question))
        for number, choice in enumerate(choices.shown, start=1):
            self.say((f"{number} ", *choice.phrase))
        if choices.more_sales:
            self.say(more_sales_phrase(choices))

    def ask(self, question: str) -> str:
        """Read the next line of standard input; raises `EOFError`."""
        typer.echo(question)
        line = "" if sys.stdin is None else sys.stdin.readline()
        if not line:
            raise EOFError
        return line


class TerminalDialogue:
    """Colours and a drawn table, in a scrolling terminal."""

    def __init__(self, console: Console, pace: float) -> None:
        self._console = console
        self._pace = pace
        with suppress(ImportError):  # Windows has none
            import readline  # noqa: F401, PLC0415 - enables line editing in input()

    def say(self, phrase: Phrase) -> None:
        """Print a sentence; if it wraps, all its lines are indented like the first."""
        text = styled_phrase(phrase)
        indent = len(text.plain) - len(text.plain.lstrip())
        self._console.print(Padding(text[indent:], (0, 0, 0, indent), expand=False))

    def say_event(self, phrase: Phrase, *, begins_section: bool = False) -> None:
        """Print an event, and pause."""
        if begins_section:
            self._console.print()
        self._console.print(styled(" ▸ ", MARK).append_text(styled_phrase(phrase)))
        time.sleep(self._pace)

    def show_position(self, view: View) -> None:
        """Draw the table."""
        self._console.print()
        width = self._console.width
        lines = draw(Scene(view, None, ()), width)
        if view.phase != Phase.OVER:
            del lines[1]  # it names the seat on turn, which the question names too
            lines += _own_lines(view, width)
        print_lines(self._console, lines)

    def show_choices(self, question: Phrase, choices: Choices) -> None:
        """Print a question, and its choices in columns."""
        line = styled(" ▶ Your turn. ", MARK).append_text(styled_phrase(question, STRONG))
        self._console.print(line)
        answers: list[Text] = []
        sales: list[Text] = []
        for number, choice in enumerate(choices.shown, start=1):
            text = styled(f"{number:>3} ", MARK).append_text(styled_phrase(choice.phrase))
            (sales if isinstance(choice.move, Sell) else answers).append(text)
        if choices.more_sales:
            phrase = styled_phrase(more_sales_phrase(choices), FAINT)
            sales.append(styled("    ").append_text(phrase))
        is_sale_first = isinstance(choices.shown[0].move, Sell)
        for group in (sales, answers) if is_sale_first else (answers, sales):
            print_lines(self._console, _round_lines(group, self._console.width))

    def ask(self, question: str) -> str:
        """Read a line with line editing; raises `EOFError` and `KeyboardInterrupt`."""
        try:
            return input(f" {question} ")
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            raise


def _own_lines(view: View, width: int) -> list[Text]:
    assert view.own is not None
    assert view.seat is not None
    title = f"You, {view.seats[view.seat].name}: profit {view.own.profit}"
    hand = styled(" Hand    ", FAINT).append_text(styled_phrase(cards_phrase(view.own.hand)))
    if view.own.kept:
        hand.append("   kept ", FAINT).append_text(styled_phrase(spaced(view.own.kept)))
    return [rule(title, width), fitted(hand, width)]


def _round_lines(texts: Sequence[Text], width: int) -> list[Text]:
    """Arrange texts in columns as wide as the longest one, row by row."""
    column = max([cell_len(text.plain) for text in texts], default=0) + GAP
    count = max(1, width // column)
    lines = []
    for start in range(0, len(texts), count):
        cells = [fitted(text, column) for text in texts[start : start + count]]
        lines.append(fitted(Text().join(cells), width))
    return lines
