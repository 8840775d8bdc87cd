"""The shipped puzzles: what each must have, and files that are no collections."""

import gzip
import subprocess
import sys
from collections import Counter
from random import Random

import msgspec
import pytest

from byzanz.engine.search.belief import hidden_cards
from byzanz.game.phase import Phase
from byzanz.puzzles.answers import answers_of, are_alike, options_of
from byzanz.puzzles.check import confirm
from byzanz.puzzles.collection import (
    SHIPPED,
    BadCollection,
    Collection,
    read_collection,
    shipped_collection,
    write_collection,
)
from byzanz.puzzles.difficulty import level_of
from byzanz.puzzles.findings import key_of
from byzanz.puzzles.judging import choice_of, is_right
from byzanz.puzzles.puzzle import Level

PUZZLES = tuple(shipped_collection().puzzles.values())
PHASES = (Phase.BID, Phase.GIVE, Phase.TAKE, Phase.REDUCE, Phase.CLOSE)
LEAST_LEAD = 30_000  # millionths
SAMPLE = 40


def test_there_are_enough_puzzles_of_every_kind():
    assert len(PUZZLES) >= 600
    phases = Counter(puzzle.view.phase for puzzle in PUZZLES)
    assert set(phases) == set(PHASES)
    assert min(phases.values()) >= 5
    players = Counter(len(puzzle.view.seats) for puzzle in PUZZLES)
    assert sorted(players) == [3, 4, 5, 6]
    assert min(players.values()) >= 60
    levels = Counter(puzzle.level for puzzle in PUZZLES)
    assert set(levels) == set(Level)
    assert min(levels.values()) >= 60


def test_no_two_puzzles_are_alike():
    keys = [key_of(puzzle.view, puzzle.choices[0].move) for puzzle in PUZZLES]
    assert len(set(keys)) == len(keys)


def test_the_best_answer_leads_every_other_kind():
    for puzzle in PUZZLES:
        best = [choice for choice in puzzle.choices if choice.kind == 0]
        others = [choice for choice in puzzle.choices if choice.kind != 0]
        assert others, puzzle.id
        lead = max(choice.share for choice in best) - max(choice.share for choice in others)
        assert lead >= LEAST_LEAD, puzzle.id


def test_every_answer_has_a_value_and_every_wrong_one_a_fault():
    for puzzle in PUZZLES:
        assert {choice.move for choice in puzzle.choices} == set(answers_of(puzzle.view))
        for choice in puzzle.choices:
            assert (choice.fault is None) == (choice.kind == 0), puzzle.id
        tempting = next(choice for choice in puzzle.choices if choice.kind == 1)
        has_reason = any(not reason.is_against for reason in puzzle.choices[0].reasons)
        assert has_reason or tempting.chain is not None, puzzle.id


def test_the_level_is_told_by_the_bots_that_miss_it():
    for puzzle in PUZZLES:
        assert puzzle.missed, puzzle.id
        assert puzzle.level is level_of(puzzle.missed)


def test_a_puzzle_has_its_seats_view_and_no_hidden_card():
    for puzzle in PUZZLES:
        view = puzzle.view
        assert view.own is not None
        assert view.turn == view.seat
        assert options_of(view) == puzzle.options
        hidden = hidden_cards(view)
        held = sum(seat.hand_count for seat in view.seats)
        known = sum(len(seat.known) for seat in view.memory.seats)
        assert held == known + sum(hidden.counts)


def test_two_views_of_one_game_are_of_one_seat():
    """Two seats of one game would show each other's cards."""
    tables = {}
    for puzzle in PUZZLES:
        view = puzzle.view
        facts = (len(view.seats), view.round, view.draw_pile_count, view.lot and view.lot.cards)
        if view.lot is not None:
            tables.setdefault(facts, set()).add(view.seat)
    assert {len(seats) for seats in tables.values()} == {1}


def test_judging_knows_the_kinds_of_answers():
    for puzzle in PUZZLES:
        for index, choice in enumerate(puzzle.choices):
            assert choice_of(puzzle.choices, choice.move) == index
            assert is_right(puzzle.choices, choice.move) is (choice.kind == 0)
            is_near = puzzle.choices[0].share - choice.share < LEAST_LEAD
            if are_alike(choice.move, puzzle.choices[0].move) and is_near:
                assert choice.kind == 0


def test_a_file_is_read_as_it_was_written():
    data = write_collection(PUZZLES[:5])
    assert data == write_collection(PUZZLES[:5])
    collection = read_collection(data)
    assert tuple(collection.puzzles.values()) == PUZZLES[:5]
    assert collection.version != Collection(PUZZLES[:4]).version
    assert SHIPPED.read_bytes() == write_collection(PUZZLES)


@pytest.mark.parametrize("damage", ["text", "cut", "format", "line", "gone"])
def test_a_damaged_file_is_refused(damage):
    lines = gzip.decompress(write_collection(PUZZLES[:3])).splitlines(keepends=True)
    if damage == "text":
        data = b"no puzzles"
    elif damage == "cut":
        data = write_collection(PUZZLES[:3])[:-20]
    elif damage == "format":
        heading = {**msgspec.json.decode(lines[0]), "format": "byzanz-puzzles-0"}
        data = gzip.compress(msgspec.json.encode(heading) + b"\n" + b"".join(lines[1:]))
    elif damage == "line":
        data = gzip.compress(lines[0] + b"{}\n" + b"".join(lines[2:]))
    else:
        data = gzip.compress(b"".join(lines[:-1]))
    with pytest.raises(BadCollection):
        read_collection(data)


def test_puzzles_are_played_without_the_compiler():
    code = (
        "import sys\nfrom byzanz.puzzles.collection import shipped_collection\n"
        "import byzanz.puzzles.judging\nshipped_collection()\n"
        "print(*sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""


@pytest.mark.long
def test_a_sample_is_confirmed_with_another_seed_and_depth():
    sample = Random(5).sample(PUZZLES, SAMPLE)
    confirmations = [confirm(puzzle, seed=3) for puzzle in sample]
    assert sum(each.is_confirmed for each in confirmations) >= 0.98 * SAMPLE - 1
