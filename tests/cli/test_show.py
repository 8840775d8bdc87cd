"""`byzanz show` without a terminal, and the drawings of positions."""

import inspect
import random
from pathlib import Path

import pytest
from rich.cells import cell_len

from byzanz.cli.commands import demo, show
from byzanz.cli.record_input import load
from byzanz.cli.render import phrases, position_drawing, step_viewer
from byzanz.cli.render.position_drawing import draw, scene_of
from byzanz.cli.render.step_viewer import Positions
from byzanz.game.game import Game
from byzanz.game.phase import Phase
from byzanz.game.record import write_record
from tests.cli.calling import call, game_file, output, printed_json, refused

FILE = game_file("6p-00-plain")
BIDDING = (Path(__file__).parent / "data" / "bidding.txt").read_text(encoding="utf-8")


def test_a_position_as_a_seat_sees_it():
    assert output("show", FILE, "--at", 60, "--seat", 2) == BIDDING


def test_a_spectator_sees_no_hand():
    text = output("show", FILE, "--at", 60)
    head, _, rest = BIDDING.partition("── Seat 2: profit 0")
    assert text == head + rest[rest.index("── Last events") :]


def test_a_record_is_read_from_standard_input():
    text = FILE.read_text()
    assert output("show", "-", "--at", 60, "--seat", 2, text=text) == BIDDING


def test_the_end_shows_the_standings():
    text = output("show", FILE)
    assert " ▶ Seat 0 wins with 14\n" in text
    assert "▶ 1 Seat 0      14  G2 G3 G3 G4 S2\n" in text
    assert "  5 Seat 2       7  G1 V2 V4  7 cards in hand\n" in text


def test_json_is_the_view_and_the_options():
    shown = printed_json("show", FILE, "--at", 60, "--seat", 2)
    assert shown["view"]["own"]["hand"] == ["C2", "C2", "G1", "O1", "V1", "V1", "W1"]
    assert shown["options"]["bid"]["beat"] == 5
    spectator = printed_json("show", FILE, "--at", 60)
    assert spectator["view"]["own"] is None
    assert spectator["options"] is None


@pytest.mark.parametrize("seat", ["6", "-1"])
def test_a_seat_out_of_range_is_refused(seat):
    expected = f"byzanz: invalid value for '--seat': expected 0 to 5, not {seat}"
    assert refused(2, "show", FILE, "--seat", seat) == expected


def test_a_position_out_of_range_is_refused():
    assert "'--at': expected 0 to 167, not 168" in refused(2, "show", FILE, "--at", 168)


def test_a_bad_record_is_refused():
    result = call("show", "-", text="hello")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "-:1: expected 'format byzanz-1' as the first line\n"


@pytest.mark.parametrize(
    "name", ["3p-08-hoard", "4p-end-tie-2", "5p-end-merchants-2", "6p-08-hoard"]
)
@pytest.mark.parametrize(("width", "height"), [(60, 24), (70, 24), (80, 24), (100, 30)])
def test_every_position_fits_the_terminal(name, width, height):
    positions = Positions(load(str(game_file(name)))).games
    seats = [None, *range(positions[0].seat_count)]
    phases = set()
    for number, game in enumerate(positions):
        lines = draw(scene_of(game, seats[number % len(seats)], "note"), width, height - 1)
        assert len(lines) <= height - 1
        assert max(cell_len(line.plain) for line in lines) <= width
        phases.add(game.phase)
    assert phases == set(Phase)


def test_long_and_unusual_names_stay_in_their_columns(tmp_path):
    names = ["[bold]B[/bold] :smile:", "名" * 24, "x" * 24, "é" * 24, "M", "C1"]
    game = Game.new(names, seed=3)
    dice = random.Random(3)
    while len(game.moves) < 60:
        game.play(*dice.choice(game.legal(game.turn)))
    file = tmp_path / "names.byz"
    file.write_text(write_record(game), encoding="utf-8")
    shown = [output("show", file, "--at", at, "--seat", 1) for at in range(0, 60, 7)]
    assert max(cell_len(line) for text in shown for line in text.splitlines()) <= 80
    assert all("\n  0 [bold]B[/bold] :smi" in text.replace("▶", " ") for text in shown)
    assert any(" [bold]B[/bold] :smile: bids " in text for text in shown)


@pytest.mark.parametrize("module", [demo, phrases, position_drawing, show, step_viewer])
def test_nothing_is_drawn_from_the_table(module):
    assert ".table" not in inspect.getsource(module)
