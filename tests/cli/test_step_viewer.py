"""Stepping through a game with the keyboard."""

import io

import pytest
import typer
from rich.console import Console

from byzanz.cli.record_input import load
from byzanz.cli.render.step_viewer import Positions, pressed_keys, step_through
from tests.cli.calling import game_file

LEFT, RIGHT, UP, DOWN, HOME, END = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F"


@pytest.fixture(scope="module")
def positions():
    return Positions(load(str(game_file("4p-00-plain"))))


def test_every_auction_is_a_stop(positions):
    assert len(positions.auctions) == 6 * 4  # rounds and lots
    for start in positions.auctions:
        assert positions.games[start].view(None).lot is not None


def test_each_key_leads_to_its_position(positions):
    first, second, third = positions.auctions[:3]
    last = positions.last
    assert first == 0
    assert positions.after(0, "left") == 0
    assert positions.after(0, "right") == 1
    assert positions.after(last, "right") == last
    assert positions.after(0, "down") == second
    assert positions.after(second, "down") == third
    assert positions.after(second + 1, "up") == second
    assert positions.after(second, "up") == first
    assert positions.after(0, "up") == 0
    assert positions.after(last, "down") == last
    assert positions.after(9, "home") == 0
    assert positions.after(9, "end") == last
    assert positions.after(9, "") == 9


def test_several_keys_in_one_read_are_separated(monkeypatch):
    reads = iter([RIGHT + RIGHT + "x" + UP, "\x1bOD", HOME + END, ""])
    monkeypatch.setattr(typer, "getchar", lambda: next(reads))
    pressed = []
    for key in pressed_keys():
        pressed.append(key)
        if key == "quit":
            break
    assert pressed == ["right", "right", "", "up", "left", "home", "end", "quit"]


def test_the_end_of_input_quits(monkeypatch):
    def ended():
        raise EOFError

    monkeypatch.setattr(typer, "getchar", ended)
    assert next(pressed_keys()) == "quit"


@pytest.mark.parametrize(
    ("pressed", "shown"),
    [
        pytest.param([], "move 10 of 142", id="none"),
        pytest.param([LEFT], "move 9 of 142", id="left"),
        pytest.param([RIGHT, RIGHT], "move 12 of 142", id="right"),
        pytest.param([HOME], "move 0 of 142", id="home"),
        pytest.param([END], "move 142 of 142", id="end"),
    ],
)
def test_the_last_drawing_shows_the_position(positions, monkeypatch, pressed, shown):
    reads = iter([*pressed, "q"])
    monkeypatch.setattr(typer, "getchar", lambda: next(reads))
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=80, height=24)
    step_through(console, positions, seat=0, start=10)
    *_, drawing = file.getvalue().split("BYZANZ")
    assert shown in drawing
    assert file.getvalue().count("BYZANZ") == 1 + len(pressed)
