"""`byzanz demo`."""

import io

import pytest
from rich.console import Console

from byzanz.cli.commands import demo
from tests.cli.calling import output, refused


def test_a_game_is_played_to_its_end():
    lines = output("demo", "--seed", 5).splitlines()
    assert "Theodora is dealt 4 cards" in lines
    assert "Round 6 begins, opened by " in "\n".join(lines)
    assert sum(line.startswith("The game is over: ") for line in lines) == 1
    assert [line.split()[0] for line in lines[-6:-2]] == ["1", "2", "3", "4"]
    assert lines[-1] == "byzanz demo --seed 5 plays this game again."


def test_the_same_seed_gives_the_same_game():
    assert output("demo", "--seed", 5) == output("demo", "--seed", 5) != output("demo", "--seed", 6)


def test_a_random_seed_is_printed_at_the_end():
    text = output("demo")
    seed = text.splitlines()[-1].split()[3]
    assert output("demo", "--seed", seed) == text


def test_the_live_game_pauses_between_moves(monkeypatch):
    pauses = []
    monkeypatch.setattr(demo.time, "sleep", pauses.append)
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=80, height=24)
    demo.show_live(console, 5, speed=2, height=20)
    assert sum(pauses) == pytest.approx(demo.GAME_SECONDS / 2)
    assert max(pauses) < 1
    assert "Standings" in file.getvalue()


@pytest.mark.parametrize("speed", ["0", "fast", "nan", "-1"])
def test_a_speed_out_of_range_is_refused(speed):
    expected = f"expected a number from 0.1 to 1000, not '{speed}'"
    assert (
        refused(2, "demo", "--speed", speed) == f"byzanz: invalid value for '--speed': {expected}"
    )
