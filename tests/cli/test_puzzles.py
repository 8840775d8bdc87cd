"""`byzanz puzzles`: playing in the terminal, making and checking."""

import json
import re

import pytest

from byzanz.cli import puzzle_making
from byzanz.cli.command_line import BAD_INPUT, INTERRUPTED
from byzanz.puzzles import bar, check, difficulty, positions
from byzanz.puzzles.collection import read_collection, shipped_collection
from byzanz.puzzles.ledger import Ledger
from byzanz.puzzles.search import PuzzleSearch
from tests.cli.calling import call, output, printed_json, refused

PUZZLES = shipped_collection().puzzles
ASKED = re.compile(r"^Puzzle ([0-9a-f]{12}), (easy|medium|hard)$", re.MULTILINE)
THREE = ("puzzles", "--count", 3, "--seed", 4)


def asked(*arguments, text=""):
    """The puzzles that are asked, found by answering with their best answers."""
    typed, ids = text, []
    while True:
        found = [match[1] for match in ASKED.finditer(output(*arguments, text=typed))]
        if found == ids:
            return [PUZZLES[each] for each in ids]
        ids = found
        typed = text + "".join(f"{PUZZLES[each].choices[0].move}\n" for each in ids)


def typed(puzzles, *, right):
    """Lines that answer puzzles."""
    moves = [
        next(choice.move for choice in puzzle.choices if (choice.kind == 0) is right)
        for puzzle in puzzles
    ]
    return "".join(f"{move}\n" for move in moves)


# --- playing ----------------------------------------------------------------------------------


def test_right_answers_are_counted():
    puzzles = asked(*THREE)
    text = output(*THREE, text=typed(puzzles, right=True))
    assert text.count("Right: ") == 3
    assert text.endswith("Solved 3 of 3 puzzles\n")
    assert "The input has ended" not in text


def test_wrong_answers_are_explained():
    puzzles = asked(*THREE)
    text = output(*THREE, text=typed(puzzles, right=False))
    assert text.count(" more chance to win") == 3
    assert text.count("What could be played:") == text.count(" (you)") == 3
    assert text.endswith("Solved 0 of 3 puzzles\n")
    for puzzle in puzzles:
        assert f"{puzzle.choices[0].share / 10_000:3.0f} %" in text


def test_the_same_seed_asks_the_same_puzzles():
    assert asked(*THREE) == asked(*THREE)
    assert asked(*THREE) != asked("puzzles", "--count", 3, "--seed", 5)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_only_puzzles_of_the_level_are_asked(level):
    assert {each.level for each in asked(*THREE, "--level", level)} == {level}


def test_the_solution_is_not_printed_before_the_answer():
    text = output(*THREE, text="")
    assert "%" not in text
    assert "best" not in text


def test_words_and_bad_answers_change_nothing():
    (puzzle,) = asked("puzzles", "--count", 1, "--seed", 4)
    words = "help\nhint\nmemory\nnothing\nsell M M M\nbid W4 W4 W4\n"
    text = output("puzzles", "--count", 1, "--seed", 4, text=words + typed([puzzle], right=True))
    assert "A puzzle has no hints" in text
    assert text.count("What would you do here?") == 7
    assert text.endswith("Solved 1 of 1 puzzle\n")


def test_a_person_can_leave():
    text = output(*THREE, text="quit\n")
    assert text.endswith("Solved 0 of 0 puzzles\n")


def test_the_input_may_end():
    assert "The input has ended" in output(*THREE, text="")


def test_bad_arguments_are_refused():
    assert "expected easy, medium, hard" in refused(2, "puzzles", "--level", "cruel")
    assert call("puzzles", "--count", 0).exit_code != 0


# --- making and checking ----------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch):
    """Searches and checks with few play-outs, by bots that do not search."""
    monkeypatch.setattr(puzzle_making, "compile_first", lambda *_: None)
    monkeypatch.setattr(positions, "BOTS", ("greedy",))
    monkeypatch.setattr(difficulty, "SOLVERS", ("beginner", "greedy"))
    monkeypatch.setattr(bar, "SAMPLES", 300)
    monkeypatch.setattr(bar, "OTHER_SAMPLES", 120)
    monkeypatch.setattr(bar, "SCREENING", (60,))
    monkeypatch.setattr(bar, "OTHER_SCREENING", (60,))


def test_making_goes_on_where_it_was_interrupted(tiny, tmp_path, monkeypatch):
    ledger, file = tmp_path / "ledger.jsonl", tmp_path / "new.jsonl.gz"
    make = ("puzzles", "make", "--ledger", ledger, "--count", 2, file)

    run = PuzzleSearch.run

    def interrupted(search):
        found = run(search)
        yield next(found)
        raise KeyboardInterrupt

    with monkeypatch.context() as change:
        change.setattr(PuzzleSearch, "run", interrupted)
        assert call(*make).exit_code == INTERRUPTED
    before = ledger.read_bytes()
    assert len(before.splitlines()) == 1
    read_collection(file.read_bytes())
    assert re.fullmatch(r"\d+ puzzles of \d+ positions\n", output(*make))
    assert ledger.read_bytes().startswith(before)
    assert len(set(ledger.read_bytes().splitlines())) == len(ledger.read_bytes().splitlines())
    made = read_collection(file.read_bytes())
    with Ledger(ledger) as written:
        assert len(written.found) >= 2
        views = [found.view for found in written.found]
    assert all(puzzle.view in views for puzzle in made.puzzles.values())
    after = ledger.read_bytes(), file.read_bytes()
    output(*make)
    assert (ledger.read_bytes(), file.read_bytes()) == after


def test_a_ledger_in_use_or_of_something_else_is_refused(tiny, tmp_path):
    ledger, file = tmp_path / "ledger.jsonl", tmp_path / "new.jsonl.gz"
    make = ("puzzles", "make", "--ledger", ledger, "--count", 1, file)
    with Ledger(ledger):
        assert "in use" in refused(BAD_INPUT, *make)
    ledger.write_text("no ledger\n")
    assert "line 1" in refused(BAD_INPUT, *make)
    assert not file.exists()


def test_a_sample_is_checked(tiny, monkeypatch):
    def confirm(puzzle, *, seed):
        return check.confirm(puzzle, seed=seed, samples=400)

    monkeypatch.setattr(puzzle_making, "confirm", confirm)
    (result,) = printed_json("puzzles", "check", "--count", 1)
    assert result["puzzle"] in PUZZLES
    assert result["is_confirmed"]
    assert result["lead"] >= 0.03
    assert output("puzzles", "check", "--count", 1) == "1 of 1 puzzles confirmed\n"


def test_puzzles_that_are_not_confirmed_are_an_error(tiny, monkeypatch):
    def confirm(puzzle, *, seed):
        return check.Confirmation(puzzle.id, is_confirmed=False, lead=0.01, third_lead=-0.02)

    monkeypatch.setattr(puzzle_making, "confirm", confirm)
    result = call("puzzles", "check", "--count", 2)
    assert result.exit_code == BAD_INPUT
    assert "is not confirmed: it leads by 1.0 and -2.0" in result.stdout
    assert "0 of 2 puzzles confirmed" in result.stdout
    result = call("puzzles", "check", "--count", 2, "--json")
    assert result.exit_code == BAD_INPUT
    assert len(json.loads(result.stdout)) == 2
