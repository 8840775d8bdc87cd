"""Before the deck of a day is open, its tries give neither puzzles nor challenges."""

from byzanz.server.hosting.people import person_of
from byzanz.server.hosting.replays import Replays
from byzanz.server.puzzles.own_mistakes import VERSION, OwnMistakes
from byzanz.server.puzzles.puzzle_book import PuzzleBook
from byzanz.server.results.challenges import Challenges
from byzanz.wire.challenges import MakeChallenge
from byzanz.wire.problems import Code
from byzanz.wire.puzzles import AnswerPuzzle
from tests.server.daily.days import Days
from tests.server.hosting.harness import refusal
from tests.server.puzzles.mistakes import add_mistakes

ANNA = person_of("Anna")


async def test_an_analysed_try_gives_no_puzzles_before_the_deck_is_open(harness):
    days, store = Days(harness), harness.store
    room = await days.finish("Anna")
    seat = await harness.seat("Anna", room)
    [number] = await add_mistakes(harness, room, seat, (120_000, 10_000, 1))
    await store.set_analysed(room, seat, accuracy=80, moment=None)
    book = PuzzleBook(store, harness.clock, OwnMistakes(store, Replays(harness.rooms)))
    puzzles = await book.next(ANNA)
    assert (puzzles.next.origin, puzzles.waiting) == (None, 5)  # five of the collection
    of_game = await book.of_game(ANNA, room)
    assert (of_game.next, of_game.waiting) == (None, 0)
    puzzle = f"own-{room}-{number}"
    asked = book.answer(ANNA, puzzle, AnswerPuzzle(VERSION, "pass"))
    assert (await refusal(asked)).code is Code.NOT_FOUND
    await days.until_closed()
    assert (await book.of_game(ANNA, room)).next.puzzle == puzzle
    assert (await book.next(ANNA)).next.puzzle == puzzle


async def test_a_try_is_not_sent_before_the_deck_is_open(harness):
    days, challenges = Days(harness), Challenges(harness.rooms, may_search=True)
    room = await days.finish("Anna")
    command = MakeChallenge("Anna")
    assert (await refusal(challenges.make(ANNA, room, command))).code is Code.SEALED
    await days.until_closed()
    made = (await challenges.make(ANNA, room, command)).challenge
    assert (await challenges.show(ANNA, made)).has_makers_game
