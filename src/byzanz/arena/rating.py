"""Ratings by OpenSkill's Plackett-Luce model, which knows games of more than two."""

from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce

from byzanz.arena.match import GameResult


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is believed to be."""

    mu: float  # the belief
    sigma: float  # its doubt
    ordinal: float  # mu - 3 sigma: surely at least so strong


def rate(bots: Sequence[str], games: Iterable[GameResult]) -> tuple[Rating, ...]:
    """The ratings of bots after these games, in this order.

    All seats of one word have one rating; after a game it moves to the mean of what its seats
    would have got.
    """
    model = PlackettLuce(tau=0)  # bots don't learn: no doubt is added with time
    now = dict.fromkeys(bots, (model.mu, model.sigma))
    for game in games:
        words = [seat.word for seat in game.seats]
        teams = [[model.rating(*now[word])] for word in words]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in game.seats])
        for word in set(words):
            own = [rated[seat][0] for seat, other in enumerate(words) if other == word]
            now[word] = (fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own))
    return tuple([Rating(mu, sigma, mu - 3 * sigma) for mu, sigma in map(now.__getitem__, bots)])
