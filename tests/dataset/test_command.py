"""`byzanz dataset` makes, checks and shows; its refusals are sentences."""

import json

import pytest

from byzanz.dataset.manifest import part_path
from byzanz.game.record import load_game
from tests.cli.calling import call, output, refused

MAKE = ("--bots", "solid,greedy,beginner", "--decks", "3", "--part-games", "3")


@pytest.fixture
def games(tmp_path):
    folder = tmp_path / "games"
    assert "9 games of solid, greedy, beginner" in call("dataset", "make", folder, *MAKE).stdout
    return folder


def test_a_dataset_is_made_checked_and_shown(games):
    checked = call("dataset", "check", games, "--jobs", "1")  # it may have to compile first
    assert checked.exit_code == 0
    assert checked.stdout == "9 games, 9 played again: all is right\n"
    shown = json.loads(output("dataset", "show", games, "--json"))
    assert (shown["games"], shown["parts"], shown["finished_parts"]) == (9, 3, 3)
    assert shown["bytes_per_game"] * 9 == shown["bytes"]
    assert "3 of 3 files" in output("dataset", "show", games)


def test_a_game_is_shown_as_a_record(games):
    record = output("dataset", "show", games, "--game", "4")
    game = load_game(record.encode())
    assert game.is_over
    assert game.names == ("beginner", "solid", "greedy")
    assert "bot 0 beginner" in record


def test_faults_are_listed(games):
    part_path(games, 1).unlink()
    result = call("dataset", "check", games, "--jobs", "1")
    assert result.exit_code == 1
    assert "part 1 has 0 games: expected 3" in result.stdout
    assert "2 problems" in result.stdout
    shown = json.loads(output("dataset", "show", games, "--json"))
    assert shown["finished_parts"] == 2


def test_bad_input_is_a_sentence(games, tmp_path):
    assert "expected 0 to 8" in refused(1, "dataset", "show", games, "--game", "9")
    assert "expected the folder of a dataset" in refused(1, "dataset", "check", tmp_path)
    assert "other games" in refused(1, "dataset", "make", games, *MAKE, "--seed", "2")
    part_path(games, 0).write_bytes(b"no games")
    assert "part-00000.parquet" in refused(1, "dataset", "show", games, "--game", "0")
