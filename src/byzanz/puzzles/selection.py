"""Selects the puzzles of a collection from everything that was found."""

from collections import Counter
from collections.abc import Iterable

from byzanz.puzzles.bar import meets_bar
from byzanz.puzzles.findings import Found, Key
from byzanz.puzzles.puzzle import Puzzle
from byzanz.puzzles.solution import puzzle_of


def select_puzzles(found: Iterable[Found]) -> list[Puzzle]:
    """Return the puzzles whose reason can be explained, one for each key, sorted by id.

    All puzzles of a game are views of one seat: another's would show cards that it can't see.
    """
    keys: set[Key] = set()
    puzzles = []
    fit = [each for each in found if meets_bar(each.deep, each.shallow)]
    for each in _of_one_seat(fit):
        puzzle = None if each.key in keys else puzzle_of(each)
        if puzzle is not None:
            keys.add(each.key)
            puzzles.append(puzzle)
    return sorted(puzzles, key=lambda puzzle: puzzle.id)


def _of_one_seat(found: list[Found]) -> Iterable[Found]:
    """Return what was found from one seat of each game, the one with most positions."""
    counts = Counter((each.game, each.view.seat) for each in found)
    seats: dict[int, int | None] = {}
    for (game, seat), _ in counts.most_common():
        seats.setdefault(game, seat)
    return [each for each in found if seats[each.game] == each.view.seat]
