"""Puzzles of people: which one is next, verdicts, and what comes back."""

import asyncio

import msgspec
import pytest

from byzanz.analysis.findings import EDITION
from byzanz.cards import Card
from byzanz.game.moves import Bid, Sell
from byzanz.puzzles.answers import answers_of
from byzanz.puzzles.collection import shipped_collection
from byzanz.puzzles.puzzle import Choice, Level
from byzanz.server.hosting.people import person_of
from byzanz.server.hosting.replays import Replays
from byzanz.server.ops.clock import DAY
from byzanz.server.puzzles.own_mistakes import OwnMistakes, level_of_cost
from byzanz.server.puzzles.puzzle_book import PuzzleBook
from byzanz.wire.problems import Code
from byzanz.wire.puzzles import AnswerPuzzle
from tests.server.hosting.harness import refusal
from tests.server.puzzles.mistakes import analysed_room

ANNA, BEN = map(person_of, ("Anna", "Ben"))
COLLECTION = shipped_collection()
DAYS = DAY / 1000  # seconds


def book_of(harness):
    return PuzzleBook(
        harness.store, harness.clock, OwnMistakes(harness.store, Replays(harness.rooms))
    )


async def answer(harness, task, *, right, person=ANNA):
    """Answer a puzzle of the collection, right or wrong."""
    choices = COLLECTION.puzzles[task.puzzle].choices
    move = next(choice.move for choice in choices if (choice.kind == 0) is right)
    return await give(harness, task, move, person)


async def pass_days(harness, count):
    for _ in range(count):
        await harness.wait(DAYS)


async def give(harness, task, move, person=ANNA):
    given = AnswerPuzzle(task.version, str(move))
    return await book_of(harness).answer(person, task.puzzle, given)


async def test_five_new_puzzles_a_day(harness):
    await harness.meet("Anna")
    book, seen = book_of(harness), []
    for left in range(5, 0, -1):
        puzzles = await book.next(ANNA)
        assert puzzles.waiting == left
        assert await book.next(ANNA) == puzzles
        verdict = await answer(harness, puzzles.next, right=True)
        assert (verdict.is_right, verdict.due, verdict.waiting) == (True, None, left - 1)
        seen.append(puzzles.next.puzzle)
    assert len(set(seen)) == 5
    end = await book.next(ANNA)
    assert (end.next, end.waiting, end.solved) == (None, 0, 5)
    other = next(puzzle for puzzle in COLLECTION.puzzles.values() if puzzle.id not in seen)
    move = other.choices[0].move
    enough = await refusal(book.answer(ANNA, other.id, AnswerPuzzle(COLLECTION.version, str(move))))
    assert (enough.code, enough.facts) == (Code.ENOUGH_PUZZLES, {"most": 5})
    await pass_days(harness, 1)
    assert (await book.next(ANNA)).waiting == 5


async def test_a_wrong_answer_comes_back_after_a_week_and_a_right_one_never(harness):
    await harness.meet("Anna")
    book = book_of(harness)
    task = (await book.next(ANNA)).next
    verdict = await answer(harness, task, right=False)
    assert not verdict.is_right
    assert verdict.due == harness.clock.now() + 7 * DAY
    assert (await book.next(ANNA)).next.puzzle != task.puzzle
    assert (await book.next(ANNA)).returns == verdict.due
    await pass_days(harness, 7)
    again = (await book.next(ANNA)).next
    assert (again.puzzle, again.tries) == (task.puzzle, 1)
    assert (await answer(harness, again, right=True)).is_right
    await pass_days(harness, 30)
    assert (await book.next(ANNA)).next.puzzle != task.puzzle


async def test_a_second_answer_changes_nothing_until_the_puzzle_comes_back(harness):
    await harness.meet("Anna")
    task = (await book_of(harness).next(ANNA)).next
    await answer(harness, task, right=False)
    stored = await harness.store.puzzle_tries(ANNA)
    strength = await harness.store.puzzle_strength(ANNA)
    assert (await answer(harness, task, right=True)).is_right  # the verdict alone
    assert await harness.store.puzzle_tries(ANNA) == stored
    assert await harness.store.puzzle_strength(ANNA) == strength


async def test_bad_answers_change_nothing(harness):
    await harness.meet("Anna")
    book = book_of(harness)
    task = (await book.next(ANNA)).next
    best = COLLECTION.puzzles[task.puzzle].choices[0].move
    for bad, code in (
        (book.answer(ANNA, task.puzzle, AnswerPuzzle("00000000", str(best))), Code.OTHER_VERSION),
        (book.answer(ANNA, "0" * 12, AnswerPuzzle(task.version, str(best))), Code.NOT_FOUND),
        (give(harness, task, Sell((Card.M, Card.M, Card.M))), Code.BAD_REQUEST),
        (give(harness, task, "fold"), Code.BAD_REQUEST),
        (give(harness, task, best, person_of("Nobody")), Code.NOT_KNOWN),
    ):
        assert (await refusal(bad)).code is code
    assert await harness.store.puzzle_tries(ANNA) == []
    assert await harness.store.puzzle_ratings() == {}


async def test_the_solution_is_not_sent_before_the_answer(harness):
    await harness.meet("Anna")
    puzzles = await book_of(harness).next(ANNA)
    assert {"choices", "missed"}.isdisjoint(msgspec.to_builtins(puzzles.next))
    verdict = await answer(harness, puzzles.next, right=True)
    assert verdict.choices == COLLECTION.puzzles[puzzles.next.puzzle].choices


async def test_people_and_puzzles_are_rated_against_each_other(harness):
    for name in ("Anna", "Ben"):
        await harness.meet(name)
    book = book_of(harness)
    for person, right in ((ANNA, True), (BEN, False)):
        for _ in range(4):
            await answer(harness, (await book.next(person)).next, right=right, person=person)
    anna = await harness.store.puzzle_strength(ANNA)
    ben = await harness.store.puzzle_strength(BEN)
    assert anna.mu > 25 > ben.mu
    assert anna.rated == ben.rated == 4
    await pass_days(harness, 1)
    levels = [(await book.next(person)).next.level for person in (ANNA, BEN)]
    assert levels == [Level.HARD, Level.EASY]


async def test_own_mistakes_come_first(harness):
    room, numbers = await analysed_room(harness, count=2)
    book = book_of(harness)
    task = (await book.next(ANNA)).next
    assert task.puzzle == f"own-{room}-{numbers[1]}"  # the costliest one
    assert task.version == f"own-{EDITION}"
    assert (task.origin.room, task.origin.number, task.origin.count) == (room, 1, 2)
    seat = await harness.seat("Anna", room)
    assert task.view.seat == task.view.turn == seat
    verdict = await give(harness, task, answers_of(task.view)[0])
    assert len(verdict.choices) == 3
    task = (await book.next(ANNA)).next
    assert (task.origin.number, task.origin.count) == (2, 2)
    await give(harness, task, answers_of(task.view)[0])
    assert (await book.next(ANNA)).next.origin is None


async def test_an_own_puzzle_is_judged_by_what_the_analysis_compared(harness):
    await analysed_room(harness)
    book = book_of(harness)
    task = (await book.next(ANNA)).next
    mistakes = await OwnMistakes(harness.store, Replays(harness.rooms)).of_person(ANNA)
    puzzle = await OwnMistakes(harness.store, Replays(harness.rooms)).puzzle(mistakes[0], ANNA)
    best, near, played = puzzle.choices
    assert [choice.kind == 0 for choice in (best, near, played)] == [True, True, False]
    assert played.fault is not None
    for choice in (best, near):
        verdict = await give(harness, task, choice.move)
        assert (verdict.is_right, verdict.choices[verdict.chosen].move) == (True, choice.move)
    unknown = [move for move in answers_of(task.view) if isinstance(move, Bid)]
    compared = [choice.move for choice in puzzle.choices]
    other = next((move for move in unknown if move not in compared), None)
    if other is not None:
        verdict = await give(harness, task, other)
        assert verdict.chosen is None or verdict.choices[verdict.chosen].move != other


@pytest.mark.parametrize(("cost", "error"), [(49_000, 1_000), (52_000, 40_000)])
async def test_doubtful_and_small_mistakes_are_no_puzzles(harness, cost, error):
    await analysed_room(harness, cost=cost, error=error)
    assert (await book_of(harness).next(ANNA)).next.origin is None


async def test_findings_of_another_edition_are_no_puzzles(harness):
    room, (number,) = await analysed_room(harness)
    body = (await harness.store.findings(room))[number]
    old = {**msgspec.json.decode(body), "edition": EDITION - 1}
    await harness.store.delete_findings([room])
    await harness.store.add_finding(room, number, msgspec.json.encode(old), 1)
    assert (await book_of(harness).next(ANNA)).next.origin is None


async def test_the_puzzles_of_one_game_are_not_limited_by_the_day(harness):
    room, _ = await analysed_room(harness, count=7)
    book = book_of(harness)
    for left in range(7, 0, -1):
        puzzles = await book.of_game(ANNA, room)
        assert puzzles.waiting == left
        await give(harness, puzzles.next, answers_of(puzzles.next.view)[0])
    assert (await book.of_game(ANNA, room)).next is None
    assert (await refusal(book.of_game(BEN, room))).code is Code.NOT_FOUND


async def test_nobody_gets_the_puzzles_of_another_person(harness):
    await analysed_room(harness)
    await harness.meet("Ben")
    book = book_of(harness)
    assert (await book.next(BEN)).next.origin is None
    task = (await book.next(ANNA)).next
    assert (await refusal(give(harness, task, answers_of(task.view)[0], BEN))).code is (
        Code.NOT_FOUND
    )


async def test_a_puzzle_of_a_game_that_is_gone_is_skipped(harness):
    room, (number,) = await analysed_room(harness)
    book = book_of(harness)
    task = (await book.next(ANNA)).next
    wrong = (await harness.store.findings(room))[number]
    played = msgspec.json.decode(wrong)["verdict"]["alternatives"][2]["move"]
    await give(harness, task, msgspec.convert(played, type=Bid) if "cards" in played else None)
    await harness.store.delete_findings([room])
    await pass_days(harness, 8)
    assert (await book_of(harness).next(ANNA)).next.origin is None


async def test_two_answers_at_the_same_moment_count_once(harness):
    await harness.meet("Anna")
    task = (await book_of(harness).next(ANNA)).next
    await asyncio.gather(*[answer(harness, task, right=True) for _ in range(3)])
    (tried,) = await harness.store.puzzle_tries(ANNA)
    assert tried.tries == 1
    assert (await harness.store.puzzle_strength(ANNA)).rated == 1


def test_a_costly_mistake_is_easy():
    assert [level_of_cost(cost) for cost in (60_000, 90_000, 200_000)] == [
        *(Level.HARD, Level.MEDIUM, Level.EASY)
    ]


def test_choices_without_reasons_are_short():
    assert "fault" not in msgspec.to_builtins(Choice(Sell((Card.M,) * 3), 0, 1, 1))
