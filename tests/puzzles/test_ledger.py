"""The ledger of the maker: what was found survives an interruption."""

import pytest

from byzanz.ledger_file import LedgerInUse
from byzanz.puzzles import search
from byzanz.puzzles.findings import Searched
from byzanz.puzzles.ledger import BadLedger, Ledger
from byzanz.puzzles.search import PuzzleSearch
from tests.puzzles.found_positions import found_of, some_puzzles

FOUND = [found_of(puzzle, number) for number, puzzle in enumerate(some_puzzles(3))]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "new" / "ledger.jsonl"
    with Ledger(path) as ledger:
        for found in FOUND:
            ledger.add(found)
        ledger.add(Searched(0, 40, 3))
    return path


def test_it_is_read_as_it_was_written(path):
    with Ledger(path) as ledger:
        assert ledger.found == FOUND
        assert ledger.searched == {0: Searched(0, 40, 3)}


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_cut_line_is_forgotten_and_written_again(path, cut):
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with Ledger(path) as ledger:
        assert ledger.found == FOUND
        assert ledger.searched == {}
        ledger.add(Searched(0, 40, 3))
    assert path.read_bytes() == whole


def test_a_cut_position_is_forgotten_alone(path):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] + lines[2][:-30])
    with Ledger(path) as ledger:
        assert ledger.found == FOUND[:2]


def test_two_searches_do_not_share_it(path):
    with Ledger(path), pytest.raises(LedgerInUse):
        Ledger(path)
    Ledger(path).close()


def test_something_else_is_refused_and_kept(path):
    path.write_bytes(b"not a ledger\n")
    for _ in range(2):  # the lock is released
        with pytest.raises(BadLedger, match="line 1"):
            Ledger(path)
    assert path.read_bytes() == b"not a ledger\n"


def test_nothing_is_searched_or_found_twice(path, monkeypatch):
    """After a restart, searched games are skipped, and positions that are known are not tried."""
    asked = []

    def positions_of(number):
        asked.append(number)
        return [FOUND[0].view] if number == 1 else []

    class Hopeful:
        view = FOUND[0].view
        best_moves = (FOUND[0].deep.answers[0].move,)

        def verify(self):
            raise AssertionError("a position like it is in the ledger")

    monkeypatch.setattr(search, "TRIED_SHARES", dict.fromkeys(search.TRIED_SHARES, 1.0))
    monkeypatch.setattr(search, "positions_of", positions_of)
    monkeypatch.setattr(search, "screen", lambda *_: Hopeful())
    with Ledger(path) as ledger:
        run = PuzzleSearch(ledger, 900).run()
        assert [next(run) for _ in range(2)] == [Searched(1, 1, 0), Searched(2, 0, 0)]
        assert ledger.found == FOUND
    assert asked == [1, 2]


def test_a_search_that_has_enough_ends(path):
    with Ledger(path) as ledger:
        assert list(PuzzleSearch(ledger, len(FOUND)).run()) == []
