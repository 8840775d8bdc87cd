"""The puzzles of each person: which one is next, and what an answer changes."""

import asyncio
from typing import NamedTuple

from byzanz.game.moves import Move
from byzanz.progress.puzzle_ratings import changes_of, closest
from byzanz.puzzles import schedule
from byzanz.puzzles.answers import read_answer
from byzanz.puzzles.collection import shipped_collection
from byzanz.puzzles.judging import choice_of, is_right
from byzanz.puzzles.puzzle import Puzzle
from byzanz.server.ops.clock import Clock
from byzanz.server.puzzles.own_mistakes import PREFIX, VERSION, OwnMistake, OwnMistakes
from byzanz.store.event_store import EventStore
from byzanz.store.rows import PuzzleTry, RatingChange, StoredResult
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.puzzles import AnswerPuzzle, PuzzleOrigin, Puzzles, PuzzleTask, PuzzleVerdict
from byzanz.wire.room import BotId


class _Page(NamedTuple):
    """What a person has answered, and could answer."""

    tries: dict[str, PuzzleTry]
    mistakes: list[OwnMistake]
    now: int

    @property
    def new_left(self) -> int:
        """The number of new puzzles that are left for today."""
        return schedule.new_left(self.tries, self.now)

    @property
    def solved(self) -> int:
        """The number of puzzles whose latest answer was right."""
        return schedule.solved(self.tries)

    def is_open(self, puzzle: str) -> bool:
        """Return whether a puzzle can be answered: it is new, or has come back."""
        return schedule.is_open(self.tries, puzzle, self.now)

    @property
    def due(self) -> list[str]:
        """The puzzles that have come back, the one that has waited longest first."""
        return schedule.due(self.tries, self.now)

    @property
    def returns(self) -> int | None:
        """When the next puzzle comes back."""
        return schedule.next_return(self.tries)


class PuzzleBook:
    """Chooses and judges the puzzles of one person at a time."""

    def __init__(self, store: EventStore, clock: Clock, mistakes: OwnMistakes) -> None:
        self._store = store
        self._clock = clock
        self._mistakes = mistakes

    async def next(self, person: str) -> Puzzles:
        """Return the next puzzle: one that has come back, one from their games, or a new one.

        It stays the same until it is answered.
        """
        page = await self._page(person, await self._mistakes.of_person(person))
        task = await self._returned(page, person) or await self._new(page, person)
        return Puzzles(task, await self._waiting(page), page.solved, page.returns)

    async def of_game(self, person: str, room: str) -> Puzzles:
        """Return the next puzzle from one of the person's games; raises `RequestRefused`.

        It can be answered even if no new puzzles are left for today.
        """
        result = await self._store.result(person, room)
        if result is None:
            raise RequestRefused(Code.NOT_FOUND)
        page = await self._page(person, await self._mistakes.of_game(result))
        waiting = [mistake for mistake in page.mistakes if page.is_open(mistake.id)]
        return Puzzles(
            await self._first_task(page, person, waiting), len(waiting), page.solved, page.returns
        )

    async def answer(self, person: str, puzzle_id: str, answer: AnswerPuzzle) -> PuzzleVerdict:
        """Store an answer and return the verdict; raises `RequestRefused`.

        A puzzle that is answered already and has not come back keeps its answer: the verdict on
        another one is returned, and nothing changes.
        """
        page = await self._page(person, await self._mistakes.of_person(person))
        puzzle, version = await self._find(page, person, puzzle_id)
        if answer.version != version:
            raise RequestRefused(Code.OTHER_VERSION)
        move = _read_move(puzzle, answer.move)
        if page.is_open(puzzle_id):
            await self._store_answer(page, person, puzzle_id, (puzzle, move, version))
            page = await self._page(person, page.mistakes)
        if puzzle_id not in page.tries:
            raise RequestRefused(Code.NOT_KNOWN)  # the person's data was deleted meanwhile
        return PuzzleVerdict(
            is_right=is_right(puzzle.choices, move),
            choices=puzzle.choices,
            chosen=choice_of(puzzle.choices, move),
            due=page.tries[puzzle_id].due,
            waiting=await self._waiting(page),
            solved=page.solved,
        )

    async def _store_answer(
        self, page: _Page, person: str, puzzle_id: str, given: tuple[Puzzle, Move, str]
    ) -> None:
        puzzle, move, version = given
        is_own, is_new = puzzle_id.startswith(PREFIX), puzzle_id not in page.tries
        if is_new and not is_own and not page.new_left:
            raise RequestRefused(Code.ENOUGH_PUZZLES, most=schedule.NEW_A_DAY)
        right = is_right(puzzle.choices, move)
        due = schedule.due_after(is_right=right, now=page.now)
        tried = PuzzleTry(puzzle_id, version, page.now, page.now, 1, is_right=right, due=due)
        changes: tuple[RatingChange, ...] = ()
        if is_new:
            rating = (await self._store.puzzle_ratings()).get(puzzle_id)
            changes = changes_of(
                person,
                await self._store.puzzle_strength(person),
                (None if is_own else puzzle_id, puzzle.level),
                rating,
                is_right=right,
            )
        await self._store.add_puzzle_try(person, tried, changes)

    async def _page(self, person: str, mistakes: list[OwnMistake]) -> _Page:
        tries = {tried.puzzle: tried for tried in await self._store.puzzle_tries(person)}
        return _Page(tries, mistakes, self._clock.now())

    async def _waiting(self, page: _Page) -> int:
        """Return the number of puzzles for today: those that come back, and new ones."""
        collection = await asyncio.to_thread(shipped_collection)
        own = sum(mistake.id not in page.tries for mistake in page.mistakes)
        new = own + sum(puzzle not in page.tries for puzzle in collection.puzzles)
        known = {mistake.id for mistake in page.mistakes} | collection.puzzles.keys()
        return sum(puzzle in known for puzzle in page.due) + min(new, page.new_left)

    async def _returned(self, page: _Page, person: str) -> PuzzleTask | None:
        """Return the first puzzle that has come back and still exists."""
        for puzzle_id in page.due:
            try:
                puzzle, version = await self._find(page, person, puzzle_id)
            except RequestRefused:
                continue
            mistake = _mistake(page, puzzle_id)
            return _task(page, puzzle_id, version, puzzle, mistake)
        return None

    async def _new(self, page: _Page, person: str) -> PuzzleTask | None:
        if not page.new_left:
            return None
        new = [mistake for mistake in page.mistakes if mistake.id not in page.tries]
        task = await self._first_task(page, person, new)
        if task is not None:
            return task
        collection = await asyncio.to_thread(shipped_collection)
        puzzle = closest(
            [each for each in collection.puzzles.values() if each.id not in page.tries],
            await self._store.puzzle_ratings(),
            person,
            await self._store.puzzle_strength(person),
        )
        if puzzle is None:
            return None
        return _task(page, puzzle.id, collection.version, puzzle, None)

    async def _first_task(
        self, page: _Page, person: str, mistakes: list[OwnMistake]
    ) -> PuzzleTask | None:
        for mistake in mistakes:
            puzzle = await self._mistakes.puzzle(mistake, person)
            if puzzle is not None:
                return _task(page, mistake.id, VERSION, puzzle, mistake)
        return None

    async def _find(self, page: _Page, person: str, puzzle_id: str) -> tuple[Puzzle, str]:
        """Return a puzzle with its version; raises `RequestRefused` if there is none."""
        if not puzzle_id.startswith(PREFIX):
            collection = await asyncio.to_thread(shipped_collection)
            if puzzle_id not in collection.puzzles:
                raise RequestRefused(Code.NOT_FOUND)
            return collection.puzzles[puzzle_id], collection.version
        mistake = _mistake(page, puzzle_id) or await self._other_mistake(person, puzzle_id)
        puzzle = None if mistake is None else await self._mistakes.puzzle(mistake, person)
        if puzzle is None:
            raise RequestRefused(Code.NOT_FOUND)
        return puzzle, VERSION

    async def _other_mistake(self, person: str, puzzle_id: str) -> OwnMistake | None:
        """Return a mistake of a game that is not among the latest ones."""
        room = puzzle_id.removeprefix(PREFIX).partition("-")[0]
        result: StoredResult | None = await self._store.result(person, room)
        mistakes = [] if result is None else await self._mistakes.of_game(result)
        return next((each for each in mistakes if each.id == puzzle_id), None)


def _read_move(puzzle: Puzzle, text: str) -> Move:
    """Read an answer; raises `RequestRefused` if it is not one of those that are possible."""
    move = read_answer(puzzle.view, text)
    if move is None:
        raise RequestRefused(Code.BAD_REQUEST, field="move")
    return move


def _mistake(page: _Page, puzzle_id: str) -> OwnMistake | None:
    return next((each for each in page.mistakes if each.id == puzzle_id), None)


def _task(
    page: _Page, puzzle_id: str, version: str, puzzle: Puzzle, mistake: OwnMistake | None
) -> PuzzleTask:
    tried = page.tries.get(puzzle_id)
    return PuzzleTask(
        puzzle=puzzle_id,
        version=version,
        level=puzzle.level,
        view=puzzle.view,
        options=puzzle.options,
        origin=None if mistake is None else _origin(page, mistake),
        tries=0 if tried is None else tried.tries,
    )


def _origin(page: _Page, mistake: OwnMistake) -> PuzzleOrigin:
    row = mistake.result.row
    own = page.mistakes
    return PuzzleOrigin(
        room=row.room,
        ended=row.at,
        level=None if row.level is None else BotId(row.level),
        number=1 + sum(each.id in page.tries and not page.is_open(each.id) for each in own),
        count=max(len(own), 1),
    )
