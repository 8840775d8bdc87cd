"""`byzanz play` in a real terminal of 80 by 24."""

import os
import re
import select

import pytest
from rich.cells import cell_len

from tests.cli.calling import output
from tests.cli.test_process import POSIX, Terminal, interrupt_reading, terminal

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
QUESTION = " Your move? "


def read_until(screen: Terminal, *texts: str) -> str:
    """Read until one of the texts appears; returns all text without control sequences."""
    seen = ""
    while not any(text in seen for text in texts):
        assert select.select([screen.master], [], [], 20)[0], seen[-500:]
        try:
            screen.seen += os.read(screen.master, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            break
        seen = CONTROL.sub("", screen.seen)
    screen.seen = ""
    return seen


def decide(screen: Terminal, line: str) -> str:
    """Type a line and read until the next question."""
    screen.press(f"{line}\n")
    return read_until(screen, QUESTION, "Leave the game", "You have left", "The record is ")


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_a_whole_game_fits_the_terminal(players, tmp_path):
    file = tmp_path / "game.byz"
    arguments = ("play", "--players", players, "--seed", 3, "--pace", 0, "--record", file)
    with terminal(*arguments) as screen:
        shown = [read_until(screen, QUESTION)]
        while "The record is " not in shown[-1]:
            shown.append(decide(screen, "1"))
        assert screen.end() == 0
    text = "".join(shown)
    assert "── Standings ──" in text
    assert max(cell_len(line) for line in text.splitlines() if str(file) not in line) <= 80
    for part in shown[:-1]:
        drawing = part[part.rindex(" BYZANZ ") :]
        assert drawing.count("\n") < 24
        assert "── You, Guest: profit " in drawing
        assert " ▶ Your turn. " in drawing
    assert ": ok " in output("check", file)


@POSIX
def test_keywords_work_in_a_terminal():
    with terminal("play", "--seed", 3, "--seat", 0, "--pace", 0) as screen:
        read_until(screen, QUESTION)
        assert "is not a move: expected" in decide(screen, "dance")
        assert "Seen so far " in decide(screen, "memory")
        assert "── Market ──" in decide(screen, "")
        decide(screen, "quit")
        decide(screen, "yes")
        assert screen.end() == 0


@POSIX
@pytest.mark.parametrize(
    ("leave", "code", "sentence"),
    [
        (lambda screen: screen.press("\x04"), 0, "The input has ended, so you have left the game"),
        (
            lambda screen: interrupt_reading(screen.running),
            130,
            "Interrupted: you have left the game",
        ),
    ],
    ids=["Ctrl-D", "Ctrl-C"],
)
def test_a_key_leaves_the_game(leave, code, sentence):
    with terminal("play", "--seed", 3, "--seat", 0, "--pace", 0) as screen:
        read_until(screen, QUESTION)
        leave(screen)
        printed = read_until(screen, f"{sentence}\n")
        assert screen.end() == code
    assert "Traceback" not in printed
