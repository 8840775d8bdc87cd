"""Puzzles from a person's own mistakes: decisions that the analysis of a game found wrong."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from byzanz.analysis.decisions.grades import LEAST_COST, sure_loss_of
from byzanz.analysis.findings import EDITION, Findings, Grade, Verdict
from byzanz.game.moves import Sell
from byzanz.puzzles.answers import SALES_ANSWER, options_of
from byzanz.puzzles.puzzle import Choice, Level, Puzzle
from byzanz.rooms.finished_game import FinishedGame
from byzanz.rooms.finished_game import played_game as played_to_its_end
from byzanz.server.hosting.replays import Replays
from byzanz.server.workers.analysis_runner import read_finding
from byzanz.store.event_store import EventStore
from byzanz.store.rows import StoredResult
from byzanz.wire.problems import RequestRefused

PREFIX = "own-"  # begins the ids of these puzzles
VERSION = f"{PREFIX}{EDITION}"
MOST_GAMES = 20  # the latest analysed games of a person
REMEMBERED = 2000  # games whose mistakes are kept in memory
LEAST_NOISE = 10_000  # millionths of a victory: answers this close to the best one are right
PLAIN_COST, CLEAR_COST = 150_000, 80_000  # at least this costly: easy to see, and medium


class OwnMistake(NamedTuple):
    """A decision of a person that cost at least 5 points of win share beyond doubt."""

    result: StoredResult
    number: int  # moves played so far, including the wrong one
    cost: int

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return f"{PREFIX}{self.result.row.room}-{self.number}"


class OwnMistakes:
    """Finds the mistakes of a person's games in the findings of their analyses."""

    def __init__(self, store: EventStore, replays: Replays) -> None:
        self._store = store
        self._replays = replays
        self._known: OrderedDict[tuple[str, int], Mapping[int, int]] = OrderedDict()

    async def of_person(self, person: str) -> list[OwnMistake]:
        """Return the mistakes of a person's latest analysed games, those of the latest first."""
        results = await self._store.analysed_results(person, limit=MOST_GAMES)
        return [mistake for result in results for mistake in await self.of_game(result)]

    async def of_game(self, result: StoredResult) -> list[OwnMistake]:
        """Return the mistakes of one game, the costliest first; none before it is analysed."""
        if result.accuracy is None or not result.has_record:
            return []
        costs = await self._costs(result.row.room, result.row.seat)
        mistakes = [OwnMistake(result, number, cost) for number, cost in costs.items()]
        return sorted(mistakes, key=lambda mistake: -mistake.cost)

    async def _costs(self, room: str, seat: int) -> Mapping[int, int]:
        """Return the costs of a seat's mistakes by their numbers.

        The try of a day has none before the deck is open, not even a number of them.
        """
        known = self._known.get((room, seat))
        if known is None:
            if await self._replays.is_sealed_try(room):
                return {}
            bodies = await self._store.findings(room, 0)
            known = await asyncio.to_thread(_costs_in, list(bodies.values()), seat)
            self._known[room, seat] = known
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return known

    async def puzzle(self, mistake: OwnMistake, person: str) -> Puzzle | None:
        """Make the puzzle of a mistake, from its seat's own view; None if the game is gone."""
        room, seat = mistake.result.row.room, mistake.result.row.seat
        body = (await self._store.findings(room, mistake.number)).get(mistake.number)
        try:
            finished = await self._replays.find(room, person)
        except RequestRefused:
            return None
        if body is None:
            return None
        return await asyncio.to_thread(_puzzle_of, finished, seat, mistake.number, body)


def _costs_in(bodies: list[bytes], seat: int) -> Mapping[int, int]:
    costs = {}
    for body in bodies:
        findings = _read(body)
        if findings is None or findings.verdict is None:
            continue
        verdict = findings.verdict
        if verdict.seat == seat and is_puzzle(verdict):
            costs[findings.number] = verdict.cost
    return costs


def is_puzzle(verdict: Verdict) -> bool:
    """Return whether a decision was a mistake beyond doubt, and one that can be explained."""
    is_answer = all(
        each.move is not None and (verdict.phase in SALES_ANSWER or not isinstance(each.move, Sell))
        for each in verdict.alternatives
    )
    is_sure = sure_loss_of(verdict.loss, verdict.error) >= LEAST_COST[Grade.MISTAKE]
    return is_answer and is_sure and verdict.fault is not None


def _read(body: bytes) -> Findings | None:
    """Read a finding; None for the report, and for findings of another edition."""
    try:
        return read_finding(body, Findings)
    except msgspec.DecodeError:
        return None


def _puzzle_of(finished: FinishedGame, seat: int, number: int, body: bytes) -> Puzzle | None:
    findings = _read(body)
    if findings is None or findings.verdict is None:
        return None
    view = played_to_its_end(finished).at(number - 1).view(seat)
    verdict = findings.verdict
    return Puzzle(
        level=level_of_cost(verdict.cost),
        missed=(),
        view=view,
        options=options_of(view),
        choices=choices_of(findings, verdict),
    )


def level_of_cost(cost: int) -> Level:
    """Return the difficulty of a person's mistake: a costly one is easier to see."""
    if cost >= PLAIN_COST:
        return Level.EASY
    return Level.MEDIUM if cost >= CLEAR_COST else Level.HARD


def choices_of(findings: Findings, verdict: Verdict) -> tuple[Choice, ...]:
    """Return the answers that the analysis compared; those within its noise are as good."""
    noise = max(2 * verdict.error, LEAST_NOISE)
    best = verdict.alternatives[0]
    choices = []
    for index, each in enumerate(verdict.alternatives):
        assert each.move is not None
        is_best = best.share - each.share <= noise
        is_played = index == verdict.played
        kind = 0 if is_best and not is_played else index
        choices.append(
            Choice(
                move=each.move,
                kind=kind,
                share=each.share,
                profit=each.profit,
                reasons=each.reasons,
                fault=verdict.fault if is_played else None,
                chain=findings.chain if is_played else None,
            )
        )
    return tuple(choices)
