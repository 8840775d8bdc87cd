"""Habits found by self-play, by number of players; written by scripts/tune.py."""

from functools import cache

from byzanz.bots.mind import Habits, Mind, make_mind

TUNED = {
    4: Habits(single=(58, 96, 130, 243), pair=(109, 130, 171, 277), single_time=1.13, pair_time=.104, upgrade=-3, merchants=(149, 318), merchant_time=.06, crowd=(-7, 0, 17), threshold=(166, 120, 22, 0, 0, 0), market_pull=(146, 47, 61, 0, 0, 0), pay_rate=(186, 142, 127, 0, 0, 0), opener=55)
}
TUNED[3]=TUNED[5]=TUNED[6]=TUNED[4]


@cache
def tuned_mind(seat_count: int) -> Mind:
    """The mind for so many players."""
    return make_mind(TUNED[seat_count])
