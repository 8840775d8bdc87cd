"""The report of a match; docs/arena.md explains its numbers."""

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
    complete_decks,
    cross_table,
    deck_means,
    failure_lines,
    score_counts,
    seat_means,
    seats_of,
)
from byzanz.arena.time_buckets import percentile

CONVERGENCE_STEPS = 16  # points of each convergence curve
FIRST_STEP = 10  # decks of the first point; an interval of fewer decks is not reliable


class DecisionTiming(msgspec.Struct, frozen=True):
    """The time that a bot takes per decision; it depends on the machine."""

    mean_seconds: float
    p99_seconds: float
    counts: dict[int, int]  # decisions by bucket; 50 buckets per factor of ten, from 1 µs on


class BotLine(msgspec.Struct, frozen=True):
    """The results of one bot; if it has several seats, shares and scores are means per seat."""

    bot: str
    seats: int  # number of the bot's seats in each game
    win_share: Estimate
    score: Estimate
    seat_shares: tuple[Estimate, ...]  # the win share in seat 0, 1, …
    score_counts: tuple[int, ...]  # how often each score was reached; the index is the score
    rating: Rating
    decisions: int
    playouts_per_decision: float
    failures: tuple[FailureLine, ...]
    timing: DecisionTiming


class Convergence(msgspec.Struct, frozen=True):
    """The win shares after a number of decks."""

    decks: int
    win_shares: tuple[Estimate, ...]  # one per bot, in the order of the report's lines


class RunTiming(msgspec.Struct, frozen=True):
    """The duration of a run; games that were already in the ledger don't count."""

    jobs: int
    games: int  # games that were played in this run
    seconds: float


class MatchReport(msgspec.Struct, frozen=True):
    """The report of a match; only its timings differ from run to run."""

    version: str
    players: int
    bot_ids: tuple[str, ...] = msgspec.field(name="words")  # `words` is the name in JSON output
    seed: int
    seconds: float  # time limit of an external program per move
    seatings: tuple[tuple[str, ...], ...]
    decks: int  # decks that were played in every seating; only their games count
    decks_planned: int
    games: int
    is_partial: bool
    fair_share: float
    mean_moves: float
    lines: tuple[BotLine, ...]
    cross_table: tuple[tuple[float | None, ...], ...]  # see `tally.cross_table`
    convergence: tuple[Convergence, ...]
    command: str  # the command that plays the match again
    timing: RunTiming


def make_report(plan: Plan, results: Sequence[GameResult], timing: RunTiming) -> MatchReport | None:
    """Make the report of the games so far; None if no deck is finished in every seating."""
    decks = complete_decks(plan, results)
    if not decks:
        return None
    games = [game for deck in decks for game in deck]
    return MatchReport(
        version=byzanz.__version__,
        players=plan.players,
        bot_ids=plan.bot_ids,
        seed=plan.seed,
        seconds=plan.seconds,
        seatings=plan.seatings,
        decks=len(decks),
        decks_planned=plan.decks,
        games=len(games),
        is_partial=len(decks) < plan.decks,
        fair_share=1 / plan.players,
        mean_moves=sum(len(game.actions) for game in games) / len(games),
        lines=make_bot_lines(plan.bots, decks),
        cross_table=cross_table(plan.bots, games),
        convergence=_convergence(deck_means(plan.bots, decks, lambda seat: seat.win_share)),
        command=plan.command,
        timing=timing,
    )


def make_bot_lines(
    bots: Sequence[str], decks: Sequence[Sequence[GameResult]]
) -> tuple[BotLine, ...]:
    """Summarise the results of each bot over decks, each a list of its games.

    Every bot has to occur in every deck; this is not checked.
    """
    games = [game for deck in decks for game in deck]
    shares = estimates(deck_means(bots, decks, lambda seat: seat.win_share))
    scores = estimates(deck_means(bots, decks, lambda seat: seat.score))
    facts = zip(bots, shares, scores, rate(bots, games), strict=True)
    return tuple(
        [
            BotLine(
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


def win_share_lead(bot: str, rival: str, decks: Sequence[Sequence[GameResult]]) -> Estimate:
    """Estimate how much larger a bot's win share per seat is than a rival's on the same decks.

    The difference is taken deck by deck, so luck that both bots share cancels out.
    """
    shares = deck_means((bot, rival), decks, lambda seat: seat.win_share)
    return estimates(shares[:, :1] - shares[:, 1:])[0]


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
    """Estimate the win shares after the first few decks, then after more, up to all of them."""
    first = min(FIRST_STEP, len(shares))
    counts = np.unique(np.linspace(first, len(shares), CONVERGENCE_STEPS).astype(int))
    return tuple([Convergence(int(count), estimates(shares[:count])) for count in counts])
