"""Puzzles made of found positions: reasons, faults and chains, and which are selected."""

import msgspec
import pytest

from byzanz.analysis.causes import Fault
from byzanz.puzzles import solution
from byzanz.puzzles.bar import SAMPLES
from byzanz.puzzles.selection import select_puzzles
from byzanz.puzzles.solution import puzzle_of
from tests.puzzles.found_positions import found_of, some_puzzles

PUZZLES = some_puzzles(6)
WITH_CHAIN = next(
    puzzle for puzzle in some_puzzles(60) if any(choice.chain for choice in puzzle.choices)
)


@pytest.fixture
def faulty(monkeypatch):
    """Every answer but the best has a fault with a name."""
    monkeypatch.setattr(solution.faults, "fault_of", lambda *_: Fault.OVERPAID)


@pytest.fixture
def chainless(monkeypatch):
    """No table shows what follows."""
    monkeypatch.setattr(solution, "chain_of_choice", lambda *_: None)


def test_it_has_the_values_of_the_trials(faulty, chainless, monkeypatch):
    monkeypatch.setattr(solution, "sampled_game", lambda *_: None)
    reasoned = [
        each for each in PUZZLES if any(not reason.is_against for reason in each.choices[0].reasons)
    ]
    assert len(reasoned) >= 3
    for shipped in reasoned:
        puzzle = puzzle_of(found_of(shipped))
        assert puzzle is not None
        assert (puzzle.id, puzzle.level, puzzle.missed) == (
            shipped.id,
            shipped.level,
            shipped.missed,
        )
        assert puzzle.options == shipped.options
        for choice, expected in zip(puzzle.choices, shipped.choices, strict=True):
            assert (choice.move, choice.kind) == (expected.move, expected.kind)
            assert (choice.share, choice.profit) == (expected.share, expected.profit)
            assert choice.reasons == expected.reasons
            assert choice.fault is (None if choice.kind == 0 else Fault.OVERPAID)


def test_without_the_name_of_a_fault_there_is_no_puzzle(monkeypatch):
    monkeypatch.setattr(solution.faults, "fault_of", lambda *_: None)
    assert puzzle_of(found_of(WITH_CHAIN)) is None


def test_without_a_reason_and_a_chain_there_is_no_puzzle(faulty, chainless, monkeypatch):
    with_reason = next(
        each
        for each in some_puzzles(60)
        if any(not reason.is_against for reason in each.choices[0].reasons)
    )
    assert puzzle_of(found_of(with_reason)) is not None
    monkeypatch.setattr(solution, "reasons_of", lambda *_: ())
    assert puzzle_of(found_of(with_reason)) is None


def test_the_chain_is_that_of_a_possible_table():
    """The chains that are shipped are found again: they follow from view, move and fault."""
    found = found_of(WITH_CHAIN)
    games = [solution.sampled_game(WITH_CHAIN.view, seed) for seed in solution.CHAIN_SEEDS]
    games = [game for game in games if game is not None]
    chained = [
        (choice, trial)
        for choice, trial in zip(WITH_CHAIN.choices, found.deep.answers, strict=True)
        if choice.chain is not None
    ]
    assert 1 <= len(chained) <= solution.MOST_CHAINS
    for choice, trial in chained:
        assert solution._chain(found, trial, choice.fault, games) == choice.chain


def test_selection_takes_no_two_alike_and_one_seat_of_a_game(monkeypatch):
    monkeypatch.setattr("byzanz.puzzles.selection.puzzle_of", _shipped)
    found = [found_of(puzzle, number) for number, puzzle in enumerate(PUZZLES)]
    again = [found_of(puzzle, 100 + number) for number, puzzle in enumerate(PUZZLES)]
    ids = [puzzle.id for puzzle in select_puzzles(found + again)]
    assert ids == sorted(puzzle.id for puzzle in PUZZLES)
    seats = {puzzle.view.seat for puzzle in PUZZLES}
    assert len(seats) > 1
    one_game = [found_of(puzzle, 7) for puzzle in PUZZLES]
    selected = select_puzzles(one_game)
    assert selected
    assert len({puzzle.view.seat for puzzle in selected}) == 1


def test_selection_leaves_out_what_does_not_meet_the_bar(monkeypatch):
    monkeypatch.setattr("byzanz.puzzles.selection.puzzle_of", _shipped)
    found = found_of(PUZZLES[0])
    few = msgspec.structs.replace(found.shallow, samples=SAMPLES - 1)
    assert [puzzle.id for puzzle in select_puzzles([found])] == [PUZZLES[0].id]
    assert select_puzzles([msgspec.structs.replace(found, shallow=few)]) == []


def test_selection_leaves_out_what_cannot_be_told(monkeypatch):
    monkeypatch.setattr("byzanz.puzzles.selection.puzzle_of", lambda _: None)
    assert select_puzzles([found_of(PUZZLES[0])]) == []


def _shipped(found):
    """Return the shipped puzzle of a position, whose play-outs are not repeated."""
    return next(puzzle for puzzle in PUZZLES if puzzle.view == found.view)
