"""The report of a match; docs/arena.md says what its numbers mean."""

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

import byzanz
from byzanz.arena.bootstrap import Estimate, Floats, estimates
from byzanz.arena.match import GameResult, SeatResult
from byzanz.arena.plan import Plan
from byzanz.arena.rating import Rating, rate
from byzanz.arena.tally import (
    FailureLine,
    cross_table,
    deck_means,
    failure_lines,
    score_counts,
    seat_means,
    seats_of,
    whole_decks,
)
from byzanz.arena.times import percentile

STEPS = 16  # at which the convergence is shown
FEWEST = 10  # decks: an interval of fewer says little


class DecisionTiming(msgspec.Struct, frozen=True):
    """How long a bot thought about a move; depends on the machine."""

    mean_seconds: float
    p99_seconds: float
    counts: dict[int, int]  # decisions by bucket: 50 for each factor of ten, from 1 µs


class Line(msgspec.Struct, frozen=True):
    """How one bot fared; of a bot with several seats, the mean of a seat."""

    bot: str
    seats: int  # that it had in each game
    win_share: Estimate
    score: Estimate
    seat_shares: tuple[Estimate, ...]  # the win share in seat 0, 1, …
    score_counts: tuple[int, ...]  # by score from 0
    rating: Rating
    decisions: int
    playouts_per_decision: float
    failures: tuple[FailureLine, ...]
    timing: DecisionTiming


class Convergence(msgspec.Struct, frozen=True):
    """The win shares that the first decks alone would have given."""

    decks: int
    win_shares: tuple[Estimate, ...]  # in the order of the lines


class RunTiming(msgspec.Struct, frozen=True):
    """What depends on the machine, and on how much was played before."""

    jobs: int
    games: int  # played this time
    seconds: float


class Report(msgspec.Struct, frozen=True):
    """What a match says; only the timings differ from run to run."""

    version: str
    players: int
    words: tuple[str, ...]
    seed: int
    seconds: float  # that a program may think
    seatings: tuple[tuple[str, ...], ...]
    decks: int  # finished in every seating; nothing else counts
    decks_planned: int
    games: int
    is_partial: bool
    fair_share: float
    mean_moves: float
    lines: tuple[Line, ...]
    cross_table: tuple[tuple[float | None, ...], ...]  # row ahead of column
    convergence: tuple[Convergence, ...]
    command: str  # that plays it again
    timing: RunTiming


def make_report(plan: Plan, results: Sequence[GameResult], timing: RunTiming) -> Report | None:
    """The report of the games so far; None before a deck is finished in every seating."""
    decks = whole_decks(plan, results)
    if not decks:
        return None
    games = [game for deck in decks for game in deck]
    return Report(
        version=byzanz.__version__,
        players=plan.players,
        words=plan.words,
        seed=plan.seed,
        seconds=plan.seconds,
        seatings=plan.seatings,
        decks=len(decks),
        decks_planned=plan.decks,
        games=len(games),
        is_partial=len(decks) < plan.decks,
        fair_share=1 / plan.players,
        mean_moves=sum(len(game.actions) for game in games) / len(games),
        lines=make_lines(plan.bots, decks),
        cross_table=cross_table(plan.bots, games),
        convergence=_convergence(deck_means(plan.bots, decks, lambda seat: seat.win_share)),
        command=plan.command,
        timing=timing,
    )


def make_lines(bots: Sequence[str], decks: Sequence[Sequence[GameResult]]) -> tuple[Line, ...]:
    """How each bot fared in the games of these decks."""
    games = [game for deck in decks for game in deck]
    shares = estimates(deck_means(bots, decks, lambda seat: seat.win_share))
    scores = estimates(deck_means(bots, decks, lambda seat: seat.score))
    facts = zip(bots, shares, scores, rate(bots, games), strict=True)
    return tuple(
        [
            Line(
                bot=bot,
                seats=max(len(seats_of(bot, [game])) for game in games),
                win_share=win_share,
                score=score,
                seat_shares=estimates(seat_means(bot, decks)),
                score_counts=score_counts(seats),
                rating=rating,
                decisions=(decisions := sum(seat.decisions for seat in seats)),
                playouts_per_decision=sum(seat.playouts for seat in seats) / decisions,
                failures=failure_lines(bot, games),
                timing=_timing(seats, decisions),
            )
            for bot, win_share, score, rating in facts
            for seats in [seats_of(bot, games)]
        ]
    )


def _timing(seats: Sequence[SeatResult], decisions: int) -> DecisionTiming:
    times: Counter[int] = Counter()
    for seat in seats:
        times.update(seat.times)
    return DecisionTiming(
        mean_seconds=sum(seat.seconds for seat in seats) / decisions,
        p99_seconds=percentile(times, 0.99),
        counts=dict(sorted(times.items())),
    )


def _convergence(shares: Floats) -> tuple[Convergence, ...]:
    """The estimates after a part of the decks, from few to all."""
    first = min(FEWEST, len(shares))
    counts = np.unique(np.linspace(first, len(shares), STEPS).astype(int))
    return tuple([Convergence(int(count), estimates(shares[:count])) for count in counts])
