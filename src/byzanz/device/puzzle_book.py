"""The puzzles on a device: those that are shipped, with the person's answers so far."""

from byzanz.device.hosting import PREFIX
from byzanz.device.rows import PuzzleTry
from byzanz.device.shelf import Shelf
from byzanz.puzzles import schedule
from byzanz.puzzles.answers import read_answer
from byzanz.puzzles.collection import shipped_collection
from byzanz.puzzles.judging import choice_of, is_right
from byzanz.puzzles.puzzle import Level, Puzzle
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.puzzles import AnswerPuzzle, Puzzles, PuzzleTask, PuzzleVerdict

LATEST = 5  # answers by which the next level is chosen
HARDER, EASIER = 4, 2  # right ones among them: at least so many, at most so many
LEVELS = tuple(Level)


class PuzzleBook:
    """Chooses the next puzzle, and judges answers. The ids begin as those of rooms do."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def next(self, now: int) -> Puzzles:
        """Return the next puzzle: one that has come back, or a new one."""
        tries, book = self._shelf.tries, shipped_collection()
        puzzle = next((book.puzzles[id_] for id_ in self._due(now)), None)
        if puzzle is None and schedule.new_left(tries, now):
            puzzle = self._new()
        task = None if puzzle is None else self._task(puzzle)
        returns = schedule.next_return(tries)
        return Puzzles(task, self._waiting(now), schedule.solved(tries), returns)

    def answer(self, now: int, puzzle_id: str, answer: AnswerPuzzle) -> PuzzleVerdict:
        """Store an answer and return the verdict; raises `RequestRefused`.

        A puzzle that is answered already and has not come back keeps its answer.
        """
        book = shipped_collection()
        puzzle = book.puzzles.get(puzzle_id.removeprefix(PREFIX))
        if puzzle is None:
            raise RequestRefused(Code.NOT_FOUND)
        if answer.version != book.version:
            raise RequestRefused(Code.OTHER_VERSION)
        move = read_answer(puzzle.view, answer.move)
        if move is None:
            raise RequestRefused(Code.BAD_REQUEST, field="move")
        right = is_right(puzzle.choices, move)
        if schedule.is_open(self._shelf.tries, puzzle.id, now):
            self._store(now, puzzle, right=right)
        return PuzzleVerdict(
            is_right=right,
            choices=puzzle.choices,
            chosen=choice_of(puzzle.choices, move),
            due=self._shelf.tries[puzzle.id].due,
            waiting=self._waiting(now),
            solved=schedule.solved(self._shelf.tries),
        )

    def _store(self, now: int, puzzle: Puzzle, *, right: bool) -> None:
        tries = self._shelf.tries
        former = tries.get(puzzle.id)
        if former is None and not schedule.new_left(tries, now):
            raise RequestRefused(Code.ENOUGH_PUZZLES, most=schedule.NEW_A_DAY)
        self._shelf.put_try(
            PuzzleTry(
                puzzle.id,
                shipped_collection().version,
                begun=now if former is None else former.begun,
                at=now,
                tries=1 if former is None else former.tries + 1,
                is_right=right,
                due=schedule.due_after(is_right=right, now=now),
            )
        )

    def _due(self, now: int) -> list[str]:
        """The puzzles that have come back and are still in the collection."""
        known = shipped_collection().puzzles
        return [id_ for id_ in schedule.due(self._shelf.tries, now) if id_ in known]

    def _waiting(self, now: int) -> int:
        """Return the number of puzzles for today: those that come back, and new ones."""
        tries = self._shelf.tries
        new = sum(id_ not in tries for id_ in shipped_collection().puzzles)
        return len(self._due(now)) + min(new, schedule.new_left(tries, now))

    def _new(self) -> Puzzle | None:
        """The first new puzzle of the level for this person or, if there is none, of the next."""
        wanted = self._level()
        new = [
            puzzle
            for puzzle in shipped_collection().puzzles.values()
            if puzzle.id not in self._shelf.tries
        ]
        return min(new, key=lambda each: abs(LEVELS.index(each.level) - wanted), default=None)

    def _level(self) -> int:
        """The index of a level: each five answers that were mostly right raise it, or lower it."""
        tries = sorted(self._shelf.tries.values(), key=lambda tried: tried.begun)
        level = 0
        for first in range(0, len(tries) - LATEST + 1, LATEST):
            right = sum(tried.is_right for tried in tries[first : first + LATEST])
            step = (right >= HARDER) - (right <= EASIER)
            level = min(max(level + step, 0), len(LEVELS) - 1)
        return level

    def _task(self, puzzle: Puzzle) -> PuzzleTask:
        tried = self._shelf.tries.get(puzzle.id)
        return PuzzleTask(
            puzzle=PREFIX + puzzle.id,
            version=shipped_collection().version,
            level=puzzle.level,
            view=puzzle.view,
            options=puzzle.options,
            origin=None,
            tries=0 if tried is None else tried.tries,
        )
