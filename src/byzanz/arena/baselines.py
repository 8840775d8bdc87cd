"""Comparing a bot with the baselines: the same decks for every bot, and every seat."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from statistics import fmean

import msgspec
import numpy as np

from byzanz.arena.bootstrap import Estimate, estimates
from byzanz.arena.plan import Plan
from byzanz.arena.policy_match import PlayedGame

BASELINES = ("greedy", "solid")
"""The bots that have all other seats, one after the other. Both are quick and known to all."""
PLAYER_COUNTS = (3, 4, 5, 6)
LEAST_DECKS = 10  # the interval of fewer decks is too narrow for a verdict


class Verdict(StrEnum):
    """What a comparison shows."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    OPEN = "open"  # the interval contains the fair share, or there are too few decks


class Comparison(msgspec.Struct, frozen=True):
    """The results of a bot that plays alone against copies of a baseline."""

    bot: str
    baseline: str
    players: int
    seed: int
    decks: int  # that were played in every seat
    fair_share: float
    win_share: Estimate
    score: Estimate
    rivals_score: Estimate
    failures: int  # of the bot, if it is a program

    @property
    def verdict(self) -> Verdict:
        """Whether the interval of the win share excludes the fair share.

        Where all decks gave the same value, such as no victory at all, that value decides.
        """
        if self.decks >= LEAST_DECKS and self.win_share.low > self.fair_share:
            return Verdict.STRONGER
        if self.decks >= LEAST_DECKS and self.win_share.high < self.fair_share:
            return Verdict.WEAKER
        return Verdict.OPEN


def comparison_plan(
    bot: str, baseline: str, players: int, *, decks: int, seed: int, seconds: float
) -> Plan:
    """Plan the match of a comparison with another bot; the decks depend only on the seed."""
    return Plan((bot, *[baseline] * (players - 1)), decks, seed, seconds)


def comparison_of(plan: Plan, games: Iterable[PlayedGame]) -> Comparison | None:
    """Sum up the games of a comparison; None if no deck is finished in every seat.

    Decks that lack a seat don't count: they would favour whoever had the better seats.
    """
    bot, baseline = plan.bot_ids[0], plan.bot_ids[1]
    decks: dict[int, list[PlayedGame]] = {}
    for game in games:
        decks.setdefault(game.number.deck, []).append(game)
    whole = [decks[deck] for deck in sorted(decks) if len(decks[deck]) == len(plan.seatings)]
    if not whole:
        return None
    rows = [_deck_row(plan, deck) for deck in whole]
    win_share, score, rivals_score = estimates(np.array(rows, np.float64))
    return Comparison(
        bot=bot,
        baseline=baseline,
        players=plan.players,
        seed=plan.seed,
        decks=len(whole),
        fair_share=1 / plan.players,
        win_share=win_share,
        score=score,
        rivals_score=rivals_score,
        failures=sum(game.failures[_seat(plan, game)] for deck in whole for game in deck),
    )


def _deck_row(plan: Plan, games: Sequence[PlayedGame]) -> tuple[float, float, float]:
    """Return the means of a deck: the bot's win share, its score, and the score of the others."""
    seats = [_seat(plan, game) for game in games]
    pairs = list(zip(games, seats, strict=True))
    return (
        fmean((seat in game.winners) / len(game.winners) for game, seat in pairs),
        fmean(game.scores[seat] for game, seat in pairs),
        fmean(
            score
            for game, seat in pairs
            for rival, score in enumerate(game.scores)
            if rival != seat
        ),
    )


def _seat(plan: Plan, game: PlayedGame) -> int:
    """Return the seat of the bot that is compared: each seating turns the table by one seat."""
    return plan.seatings[game.number.seating].index(plan.bot_ids[0])
