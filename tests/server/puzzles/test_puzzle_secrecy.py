"""Before it is answered, a puzzle is the same whatever its solution and the hidden cards are."""

from random import Random

import msgspec
import pytest

from byzanz.analysis.findings import Findings
from byzanz.cards import Card
from byzanz.game.moves import Sell
from byzanz.game.record import write_record
from byzanz.puzzles.answers import answers_of
from byzanz.puzzles.collection import Collection, shipped_collection
from byzanz.rooms.finished_game import parse_finished_game, played_game
from byzanz.server.hosting.people import person_of
from byzanz.server.hosting.replays import Replays
from byzanz.server.puzzles import puzzle_book
from byzanz.server.puzzles.own_mistakes import OwnMistakes
from byzanz.server.puzzles.puzzle_book import PuzzleBook
from byzanz.server.workers.analysis_runner import read_finding
from byzanz.wire.problems import RequestRefused
from byzanz.wire.puzzles import AnswerPuzzle
from tests.secrecy.worlds import other_world
from tests.server.puzzles.mistakes import analysed_room

ANNA, BEN = map(person_of, ("Anna", "Ben"))
SHIPPED = shipped_collection()
ASKED = 3  # puzzles


def other_solutions() -> Collection:
    """The same positions, in which the worst answer is the best one."""
    puzzles = []
    for puzzle in SHIPPED.puzzles.values():
        turned = [
            msgspec.structs.replace(
                choice, kind=index, share=900_000 - index, reasons=(), fault=None, chain=None
            )
            for index, choice in enumerate(reversed(puzzle.choices))
        ]
        puzzles.append(msgspec.structs.replace(puzzle, missed=("strong",), choices=tuple(turned)))
    collection = Collection(puzzles)
    assert list(collection.puzzles) == list(SHIPPED.puzzles)
    collection.version = SHIPPED.version  # it is the name of a file that everybody has
    return collection


class TwinReplays(Replays):
    """Replays of games in which other seats had other cards."""

    twins = 0

    async def find(self, room, person):
        finished = await super().find(room, person)
        seat = finished.names.index("Anna")
        game = played_game(finished)
        twin = None
        for seed in range(200):
            twin = other_world(game, seat, Random(seed))
            if twin is not None and twin.deck != game.deck:
                break
        assert twin is not None
        assert twin.deck != game.deck
        self.twins += 1
        return parse_finished_game(write_record(twin))


class TwinStore:
    """The store, with analyses that found something else."""

    def __init__(self, store):
        self._store = store

    def __getattr__(self, name):
        return getattr(self._store, name)

    async def findings(self, room, after):
        bodies = await self._store.findings(room, after)
        return {number: self._other(body) for number, body in bodies.items()}

    def _other(self, body):
        findings = read_finding(body, Findings)
        verdict = findings.verdict
        best, near, played = verdict.alternatives
        turned = (
            msgspec.structs.replace(near, share=700_000, profit=1),
            msgspec.structs.replace(best, share=20_000),
            played,
        )
        other = msgspec.structs.replace(verdict, alternatives=turned)
        return msgspec.json.encode(msgspec.structs.replace(findings, verdict=other))


async def seen_before_the_answer(book: PuzzleBook, room: str | None) -> list[bytes]:
    """Everything that the server sends about the puzzle that waits for Anna."""
    asked = [await book.next(ANNA)]
    task = asked[0].next
    if room is not None:
        asked.append(await book.of_game(ANNA, room))
        assert asked[1].next is not None
    for person, puzzle, version, move in (
        (ANNA, task.puzzle, "0" * 8, answers_of(task.view)[0]),
        (ANNA, task.puzzle, task.version, Sell((Card.M, Card.M, Card.M))),
        (ANNA, task.puzzle, task.version, "fold"),
        (ANNA, task.puzzle[:-1] + "x", task.version, answers_of(task.view)[0]),
        (person_of("Nobody"), task.puzzle, task.version, answers_of(task.view)[-1]),
    ):
        with pytest.raises(RequestRefused) as refused:
            await book.answer(person, puzzle, AnswerPuzzle(version, str(move)))
        asked.append((refused.value.code, refused.value.facts))
    asked.append(await book.next(ANNA))
    return [msgspec.json.encode(each) for each in asked]


async def test_threat_47_a_puzzle_does_not_show_its_solution(harness, monkeypatch):
    await harness.meet("Anna")
    await harness.meet("Ben")
    book = PuzzleBook(
        harness.store, harness.clock, OwnMistakes(harness.store, Replays(harness.rooms))
    )
    twin = other_solutions()
    for _ in range(ASKED):
        first = await seen_before_the_answer(book, None)
        with monkeypatch.context() as other:
            other.setattr(puzzle_book, "shipped_collection", lambda: twin)
            assert await seen_before_the_answer(book, None) == first
        task = (await book.next(ANNA)).next
        move = SHIPPED.puzzles[task.puzzle].choices[0].move
        verdict = await book.answer(ANNA, task.puzzle, AnswerPuzzle(task.version, str(move)))
        assert verdict.is_right
        with monkeypatch.context() as other:
            other.setattr(puzzle_book, "shipped_collection", lambda: twin)
            again = await book.answer(ANNA, task.puzzle, AnswerPuzzle(task.version, str(move)))
        assert not again.is_right  # after the answer the worlds differ


async def test_threat_47_an_own_mistake_shows_no_hidden_card_and_no_solution(harness):
    await harness.meet("Anna")
    room, _ = await analysed_room(harness, count=2)
    replays = TwinReplays(harness.rooms)
    store = TwinStore(harness.store)
    book = PuzzleBook(
        harness.store, harness.clock, OwnMistakes(harness.store, Replays(harness.rooms))
    )
    twin = PuzzleBook(harness.store, harness.clock, OwnMistakes(store, replays))
    first = await seen_before_the_answer(book, room)
    assert await seen_before_the_answer(twin, room) == first
    assert replays.twins > 0
    task = (await book.next(ANNA)).next
    assert task.origin is not None
    given = AnswerPuzzle(task.version, str(answers_of(task.view)[0]))
    one = await book.answer(ANNA, task.puzzle, given)
    other = await twin.answer(ANNA, task.puzzle, given)
    assert one.choices != other.choices  # after the answer the worlds differ
