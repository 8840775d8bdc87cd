"""Stepping through a game by keys."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.control import Control
from rich.screen import Screen
from rich.text import Text

from byzanz.cli.drawing import draw, scene_of
from byzanz.cli.lines import fitted
from byzanz.cli.palette import FAINT
from byzanz.game.events import LotRevealed
from byzanz.game.game import Game

KEYS = {
    "left": ("\x1b[D", "\x1bOD", "\xe0K", "\x00K", "h"),
    "right": ("\x1b[C", "\x1bOC", "\xe0M", "\x00M", "l", " "),
    "up": ("\x1b[A", "\x1bOA", "\xe0H", "\x00H", "k"),
    "down": ("\x1b[B", "\x1bOB", "\xe0P", "\x00P", "j"),
    "home": ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\xe0G", "\x00G", "g"),
    "end": ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\xe0O", "\x00O", "G"),
    "quit": ("q", "Q", "\x04", ""),
}
"""What terminals send for each key; the pairs after \\xe0 and \\x00 are those of Windows."""

WORDS = {code: word for word, codes in KEYS.items() for code in codes}
ONE_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|[\xe0\x00].|.", re.DOTALL)
HINT = " ←/→ one move   ↑/↓ one auction   Home/End   q quit"


class Steps:
    """Every position of a game, by the number of moves before it."""

    def __init__(self, whole: Game) -> None:
        self.games = [Game(whole.names, whole.deck)]
        self.auctions = [0]  # positions in which a lot has just been revealed
        for seat, move in whole.moves:
            game = self.games[-1].copy()
            if any(isinstance(event, LotRevealed) for event in game.play(seat, move)):
                self.auctions.append(len(self.games))
            self.games.append(game)

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.games) - 1

    def after(self, position: int, key: str) -> int:
        """Where a key leads."""
        match key:
            case "left":
                return max(0, position - 1)
            case "right":
                return min(self.last, position + 1)
            case "up":
                return max([0, *[start for start in self.auctions if start < position]])
            case "down":
                return min([self.last, *[start for start in self.auctions if start > position]])
            case "home":
                return 0
            case "end":
                return self.last
            case _:
                return position


def keys() -> Iterator[str]:
    """The keys pressed, as words of `KEYS`; one read may hold several."""
    while True:
        try:
            codes = typer.getchar()
        except EOFError:
            codes = ""
        if not codes:
            yield "quit"
        for code in ONE_KEY.findall(codes):
            yield WORDS.get(code, "")


def step_through(console: Console, steps: Steps, *, seat: int | None, start: int) -> None:
    """Draw a position in the whole terminal and follow the keys until one quits."""
    position = start

    def redraw(*_: object) -> None:
        note = f"move {position} of {steps.last}"
        scene = scene_of(steps.games[position], seat, note)
        lines = draw(scene, console.width, console.height - 1)
        lines += [Text()] * (console.height - 1 - len(lines))
        lines.append(fitted(HINT, console.width, style=FAINT))
        console.control(Control.home())
        # While a key is awaited the terminal is raw: only application mode returns the carriage.
        console.print(Screen(Text("\n").join(lines), application_mode=True), end="")

    with console.screen(), redrawing_on_resize(redraw):
        redraw()
        for key in keys():
            if key == "quit":
                return
            position = steps.after(position, key)
            redraw()


@contextmanager
def redrawing_on_resize(redraw: Callable[..., None]) -> Iterator[None]:
    """Call back when the terminal changes its size, where there is such a signal."""
    if not hasattr(signal, "SIGWINCH"):
        yield
        return
    former = signal.signal(signal.SIGWINCH, redraw)
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, former)
