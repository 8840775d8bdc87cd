"""Handlers for puzzles."""

from byzanz.server.call import Call
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.puzzles.puzzle_book import PuzzleBook
from byzanz.wire.puzzles import AnswerPuzzle, Puzzles, PuzzleVerdict


class PuzzleHandlers:
    """Shows a person the next puzzle, and judges the answers."""

    def __init__(self, visitors: Visitors, book: PuzzleBook) -> None:
        self._visitors = visitors
        self._book = book

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "my_puzzles": self.my_puzzles,
            "game_puzzles": self.game_puzzles,
            "answer_puzzle": self.answer_puzzle,
        }

    async def my_puzzles(self, call: Call) -> Puzzles:
        """Return the puzzle that is next for the person."""
        person = await self._visitors.person(call.visitor, "reads")
        return await self._book.next(person)

    async def game_puzzles(self, call: Call) -> Puzzles:
        """Return the next puzzle from one of the person's games."""
        person = await self._visitors.person(call.visitor, "reads")
        return await self._book.of_game(person, call.room)

    async def answer_puzzle(self, call: Call) -> PuzzleVerdict:
        """Judge an answer to a puzzle."""
        person = await self._visitors.person(call.visitor, "puzzles")
        return await self._book.answer(person, call.path["puzzle"], call.body_as(AnswerPuzzle))
