"""Ratings by OpenSkill's Plackett-Luce model, which supports games of more than two players."""

from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce

from byzanz.arena.match import GameResult


class Rating(msgspec.Struct, frozen=True):
    """The estimated strength of a bot."""

    mu: float  # mean of the estimate
    sigma: float  # standard deviation of the estimate
    ordinal: float  # mu - 3 sigma, a lower bound of the strength


def rate(bots: Sequence[str], games: Iterable[GameResult]) -> tuple[Rating, ...]:
    """Rate bots by games in the given order, and return the ratings in the order of `bots`.

    All seats of a bot share one rating: after a game it becomes the mean of their new ratings.
    """
    model = PlackettLuce(tau=0)  # bots don't learn, so sigma does not have to grow between games
    ratings = dict.fromkeys(bots, (model.mu, model.sigma))
    for game in games:
        bot_ids = [seat.bot_id for seat in game.seats]
        teams = [[model.rating(*ratings[bot_id])] for bot_id in bot_ids]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in game.seats])
        for bot_id in set(bot_ids):
            new_ratings = [rated[seat][0] for seat, other in enumerate(bot_ids) if other == bot_id]
            ratings[bot_id] = (
                fmean(rating.mu for rating in new_ratings),
                fmean(rating.sigma for rating in new_ratings),
            )
    return tuple(
        [Rating(mu, sigma, mu - 3 * sigma) for mu, sigma in map(ratings.__getitem__, bots)]
    )
