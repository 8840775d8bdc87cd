"""Stepping through a game with the keyboard."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.control import Control
from rich.screen import Screen
from rich.text import Text

from byzanz.cli.render.palette import FAINT
from byzanz.cli.render.position_drawing import draw, scene_of
from byzanz.cli.render.text_lines import fitted
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
"""The codes that terminals send for each key; Windows sends those with \\xe0 and \\x00."""

KEY_OF_CODE = {code: key for key, codes in KEYS.items() for code in codes}
ONE_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|[\xe0\x00].|.", re.DOTALL)
KEY_HELP = " ←/→ one move   ↑/↓ one auction   Home/End   q quit"


class Positions:
    """All positions of a game, by the number of moves before them."""

    def __init__(self, finished: Game) -> None:
        self.games = [Game(finished.names, finished.deck)]
        self.auctions = [0]  # the positions right after a lot was revealed
        for seat, move in finished.moves:
            game = self.games[-1].copy()
            if any(isinstance(event, LotRevealed) for event in game.play(seat, move)):
                self.auctions.append(len(self.games))
            self.games.append(game)

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.games) - 1

    def after(self, position: int, key: str) -> int:
        """Return the position that a key leads to."""
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


def pressed_keys() -> Iterator[str]:
    """Yield the pressed keys by their names in `KEYS`, or "" for any other key."""
    while True:
        try:
            codes = typer.getchar()  # may return several keys at once
        except EOFError:
            codes = ""
        if not codes:
            yield "quit"
        for code in ONE_KEY.findall(codes):
            yield KEY_OF_CODE.get(code, "")


def step_through(console: Console, positions: Positions, *, seat: int | None, start: int) -> None:
    """Draw positions on the whole terminal, and step with the keys until quit is pressed."""
    position = start

    def redraw(*_: object) -> None:
        caption = f"move {position} of {positions.last}"
        scene = scene_of(positions.games[position], seat, caption)
        lines = draw(scene, console.width, console.height - 1)
        lines += [Text()] * (console.height - 1 - len(lines))
        lines.append(fitted(KEY_HELP, console.width, style=FAINT))
        console.control(Control.home())
        # The terminal is in raw mode while it waits for a key; application mode writes \r\n.
        console.print(Screen(Text("\n").join(lines), application_mode=True), end="")

    with console.screen(), redrawing_on_resize(redraw):
        redraw()
        for key in pressed_keys():
            if key == "quit":
                return
            position = positions.after(position, key)
            redraw()


@contextmanager
def redrawing_on_resize(redraw: Callable[..., None]) -> Iterator[None]:
    """Call `redraw` when the terminal changes its size; does nothing on Windows."""
    if not hasattr(signal, "SIGWINCH"):
        yield
        return
    previous = signal.signal(signal.SIGWINCH, redraw)
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, previous)
