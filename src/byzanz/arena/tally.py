"""Sums and means over the games of a match, for each bot."""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean

import msgspec
import numpy as np

from byzanz.arena.bootstrap import Floats
from byzanz.arena.match import GameResult, SeatResult
from byzanz.arena.plan import Plan

EXAMPLES = 3  # number of failures of each type that are reported in full


class FailureExample(msgspec.Struct, frozen=True):
    """One failure of a program, and the game in which it happened."""

    deck: int
    seating: int
    move: int  # number of moves played before the failure
    detail: str


class FailureLine(msgspec.Struct, frozen=True):
    """All failures of one type."""

    failure_type: str = msgspec.field(name="kind")  # `kind` is the field's name in JSON output
    count: int
    examples: tuple[FailureExample, ...]


def complete_decks(plan: Plan, results: Sequence[GameResult]) -> list[list[GameResult]]:
    """Group games by deck, in order, and drop decks that lack a seating.

    An incomplete deck would favour the bots that had the better seats.
    """
    decks: dict[int, list[GameResult]] = {}
    for result in sorted(results, key=lambda result: result.number):
        decks.setdefault(result.deck, []).append(result)
    return [games for games in decks.values() if len(games) == len(plan.seatings)]


def seats_of(bot: str, games: Sequence[GameResult]) -> list[SeatResult]:
    """Return the results of all seats of a bot."""
    return [seat for game in games for seat in game.seats if seat.bot_id == bot]


def deck_means(
    bots: Sequence[str], decks: Sequence[Sequence[GameResult]], fact: Callable[[SeatResult], float]
) -> Floats:
    """Return [deck][bot]: the mean of a fact over the bot's seats in all games of the deck."""
    return np.array(
        [[fmean(fact(seat) for seat in seats_of(bot, games)) for bot in bots] for games in decks],
        np.float64,
    )


def seat_means(bot: str, decks: Sequence[Sequence[GameResult]]) -> Floats:
    """Return [deck][seat]: the mean win share of a bot in that seat."""
    return np.array(
        [
            [
                fmean(
                    game.seats[seat].win_share for game in games if game.seats[seat].bot_id == bot
                )
                for seat in range(len(games[0].seats))
            ]
            for games in decks
        ],
        np.float64,
    )


def score_counts(seats: Sequence[SeatResult]) -> tuple[int, ...]:
    """Return how often each score was reached; the index is the score."""
    counts = Counter(seat.score for seat in seats)
    return tuple([counts[score] for score in range(max(counts) + 1)])


def cross_table(
    bots: Sequence[str], games: Sequence[GameResult]
) -> tuple[tuple[float | None, ...], ...]:
    """Return the share of games in which the bot of a row finished ahead of the bot of a column.

    Every pair of their seats in a game counts; a tie counts one half. The share of two bots that
    never met is None.
    """
    ahead = {(one, other): 0.0 for one in bots for other in bots}
    met = dict.fromkeys(ahead, 0)
    for game in games:
        for one in game.seats:
            for other in game.seats:
                if one.bot_id != other.bot_id:
                    pair = (one.bot_id, other.bot_id)
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
    """Group the failures of a program by type, in the order of their first occurrence."""
    by_type: dict[str, list[FailureExample]] = {}
    for game in games:
        for seat in seats_of(bot, [game]):
            for failure in seat.failures:
                example = FailureExample(
                    game.deck, game.seating, failure.move_count, failure.detail
                )
                by_type.setdefault(failure.failure_type.value, []).append(example)
    return tuple(
        [
            FailureLine(failure_type, len(examples), tuple(examples[:EXAMPLES]))
            for failure_type, examples in by_type.items()
        ]
    )
