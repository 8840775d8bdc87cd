"""Matches between bots that do not search, in compiled code: the same games, hundreds a second."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

import msgspec
import numpy as np

from byzanz.arena.match import GameResult
from byzanz.arena.plan import GameNumber, Plan
from byzanz.dice import seeded_deck
from byzanz.engine.policy_games import BEGINNER, GREEDY, SOLID, PolicyGames, play_policy_games

POLICY_NUMBERS = {"beginner": BEGINNER, "greedy": GREEDY, "solid": SOLID}
CHUNK = 512  # games that a thread plays at a time


class PlayedGame(msgspec.Struct, frozen=True):
    """What a game came to, without its times."""

    number: GameNumber
    actions: tuple[int, ...]  # all actions of the game, each by the seat on turn
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    failures: tuple[int, ...]  # by seat: how often a program failed

    @classmethod
    def of(cls, result: GameResult) -> "PlayedGame":
        """Take the facts of a game of the arena."""
        return cls(
            result.number,
            result.actions,
            tuple([seat.score for seat in result.seats]),
            result.winners,
            tuple([len(seat.failures) for seat in result.seats]),
        )


def has_policies_only(plan: Plan) -> bool:
    """Return whether all bots of a match play by policies, so that it can be compiled."""
    return set(plan.bot_ids) <= set(POLICY_NUMBERS)


def play_policy_match(
    plan: Plan, numbers: Sequence[GameNumber], jobs: int = 1
) -> Iterator[PlayedGame]:
    """Play games of a match whose bots are all policies, and yield them in order.

    The games are those that `match.play_game` plays. At most two chunks per thread wait.
    """
    waiting: deque[Future[list[PlayedGame]]] = deque()
    rest = iter(numbers)
    executor = ThreadPoolExecutor(jobs)
    try:
        while chunk := list(islice(rest, CHUNK)):
            waiting.append(executor.submit(_play_chunk, plan, chunk))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        executor.shutdown(cancel_futures=True)


def _play_chunk(plan: Plan, numbers: Sequence[GameNumber]) -> list[PlayedGame]:
    decks = {deck: seeded_deck(plan.seed, deck) for deck in {number.deck for number in numbers}}
    seatings = [
        [POLICY_NUMBERS[bot_id] for bot_id in plan.seatings[number.seating]] for number in numbers
    ]
    seeds = [[plan.bot_seed(number, seat) for seat in range(plan.players)] for number in numbers]
    played = play_policy_games(
        np.array([decks[number.deck] for number in numbers], np.int64),
        np.array(seatings, np.int64),
        np.array(seeds, np.int64),
    )
    return [_played_game(number, played, index) for index, number in enumerate(numbers)]


def _played_game(number: GameNumber, played: PolicyGames, index: int) -> PlayedGame:
    actions = played.actions[index, : played.counts[index]].tolist()
    winners = np.flatnonzero(played.winners[index]).tolist()
    scores = tuple(played.scores[index].tolist())
    return PlayedGame(number, tuple(actions), scores, tuple(winners), (0,) * len(scores))
