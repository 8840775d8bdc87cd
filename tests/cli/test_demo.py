"""`byzanz` alone."""

import io

import pytest
import typer
from rich.console import Console

from byzanz.cli import demo
from byzanz.cli.main import app
from tests.cli.calling import output, refused

COMMANDS = list(typer.main.get_group(app).commands)


def test_first_what_can_be_done_then_a_game_to_its_end():
    lines = output("--seed", 5).splitlines()
    assert lines[0] == "Byzanz, the auction card game"
    for line, name in zip(lines[1:], COMMANDS, strict=False):
        assert line.startswith(f"  byzanz {name} ")
    assert "Theodora is dealt 4 cards" in lines
    assert "Round 6 begins, opened by " in "\n".join(lines)
    assert sum(line.startswith("The game is over: ") for line in lines) == 1
    assert [line.split()[0] for line in lines[-6:-2]] == ["1", "2", "3", "4"]
    assert lines[-1] == "byzanz --seed 5 plays this game again."


def test_a_seed_gives_the_same_game():
    assert output("--seed", 5) == output("--seed", 5) != output("--seed", 6)


def test_without_a_seed_it_is_named_at_the_end():
    text = output()
    seed = text.splitlines()[-1].split()[2]
    assert output("--seed", seed) == text


def test_the_live_game_takes_its_time(monkeypatch):
    naps = []
    monkeypatch.setattr(demo.time, "sleep", naps.append)
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=80, height=24)
    demo.watch(console, 5, speed=2, height=20)
    assert sum(naps) == pytest.approx(demo.SECONDS / 2)
    assert max(naps) < 1
    assert "Standings" in file.getvalue()


@pytest.mark.parametrize("speed", ["0", "fast", "nan", "-1"])
def test_a_speed_out_of_range(speed):
    expected = f"expected a number from 0.1 to 1000, not '{speed}'"
    assert refused(2, "--speed", speed) == f"byzanz: invalid value for '--speed': {expected}"
