"""What the games of a match add up to, bot by bot."""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean

import msgspec
import numpy as np

from byzanz.arena.bootstrap import Floats
from byzanz.arena.match import GameResult, SeatResult
from byzanz.arena.plan import Plan

EXAMPLES = 3  # failures of a kind that are told


class FailureExample(msgspec.Struct, frozen=True):
    """One failure of a program and where it happened."""

    deck: int
    seating: int
    move: int  # moves of the game before it
    detail: str


class FailureLine(msgspec.Struct, frozen=True):
    """All failures of one kind."""

    kind: str
    count: int
    examples: tuple[FailureExample, ...]


def whole_decks(plan: Plan, results: Sequence[GameResult]) -> list[list[GameResult]]:
    """The games deck by deck, in order; a deck that lacks a seating would favour somebody."""
    decks: dict[int, list[GameResult]] = {}
    for result in sorted(results, key=lambda result: result.number):
        decks.setdefault(result.deck, []).append(result)
    return [games for games in decks.values() if len(games) == len(plan.seatings)]


def seats_of(bot: str, games: Sequence[GameResult]) -> list[SeatResult]:
    """Every seat that a bot had."""
    return [seat for game in games for seat in game.seats if seat.word == bot]


def deck_means(
    bots: Sequence[str], decks: Sequence[Sequence[GameResult]], fact: Callable[[SeatResult], float]
) -> Floats:
    """For each deck and bot, the mean of a fact over the bot's seats."""
    return np.array(
        [[fmean(fact(seat) for seat in seats_of(bot, games)) for bot in bots] for games in decks],
        np.float64,
    )


def seat_means(bot: str, decks: Sequence[Sequence[GameResult]]) -> Floats:
    """For each deck and seat, the mean win share of a bot there."""
    return np.array(
        [
            [
                fmean(game.seats[seat].win_share for game in games if game.seats[seat].word == bot)
                for seat in range(len(games[0].seats))
            ]
            for games in decks
        ],
        np.float64,
    )


def score_counts(seats: Sequence[SeatResult]) -> tuple[int, ...]:
    """How often each score was reached, from 0."""
    counts = Counter(seat.score for seat in seats)
    return tuple([counts[score] for score in range(max(counts) + 1)])


def cross_table(
    bots: Sequence[str], games: Sequence[GameResult]
) -> tuple[tuple[float | None, ...], ...]:
    """How often the bot of a row finished ahead of the bot of a column; the same place is half.

    Every pair of their seats in a game counts. None where two never met.
    """
    ahead = {(one, other): 0.0 for one in bots for other in bots}
    met = dict.fromkeys(ahead, 0)
    for game in games:
        for one in game.seats:
            for other in game.seats:
                if one.word != other.word:
                    pair = (one.word, other.word)
                    met[pair] += 1
                    ahead[pair] += (one.place < other.place) + 0.5 * (one.place == other.place)
    return tuple(
        [
            tuple(
                [ahead[one, other] / met[one, other] if met[one, other] else None for other in bots]
            )
            for one in bots
        ]
    )


def failure_lines(bot: str, games: Sequence[GameResult]) -> tuple[FailureLine, ...]:
    """The failures of a program by kind, in the order in which they came."""
    by_kind: dict[str, list[FailureExample]] = {}
    for game in games:
        for seat in seats_of(bot, [game]):
            for failure in seat.failures:
                example = FailureExample(
                    game.deck, game.seating, failure.move_count, failure.detail
                )
                by_kind.setdefault(failure.kind.value, []).append(example)
    return tuple(
        [
            FailureLine(kind, len(examples), tuple(examples[:EXAMPLES]))
            for kind, examples in by_kind.items()
        ]
    )
