"""The minds that the bots play with."""

from functools import cache

from byzanz.bots.habits import tuned
from byzanz.bots.mind import Mind, make_mind


@cache
def tuned_mind(seat_count: int) -> Mind:
    """The mind for so many players."""
    found = tuned()[seat_count]
    return make_mind(found.habits, found.judgement)
