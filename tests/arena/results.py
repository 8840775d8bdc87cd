"""Makes results of games that were not played."""

import re
from collections.abc import Sequence

from byzanz.arena.match import GameResult, SeatResult
from byzanz.arena.plan import Plan
from byzanz.programs.failure import Failure

ZERO_WIDTH = re.compile(r"(?<![\d.-])((-?[\d.]+) to \2|-?0[.0]* to -?0[.0]*)(?![\d.])")
"""Matches an interval of zero width in a report, such as 0.0 to 0.0."""


def result(
    bot_ids: str,
    places: Sequence[int],
    *,
    deck: int = 0,
    seating: int = 0,
    scores: Sequence[int] | None = None,
    failures: tuple[Failure, ...] = (),
) -> GameResult:
    """Make the result of a game of these bots, in the order of seats, with these places.

    All failures happened in seat 0.
    """
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    seats = [
        SeatResult(
            bot_id=bot_id,
            score=20 - place if scores is None else scores[seat],
            place=place,
            win_share=1 / len(winners) if seat in winners else 0.0,
            decisions=4,
            playouts=40,
            seconds=0.004,
            times={150: 4},
            failures=failures if seat == 0 else (),
        )
        for seat, (bot_id, place) in enumerate(zip(bot_ids.split(), places, strict=True))
    ]
    return GameResult(deck, seating, tuple(seats), winners, (0, 0))


def whole_deck(bot_ids: str, places: dict[str, int], deck: int = 0) -> list[GameResult]:
    """Make the results of a deck in every seating; each bot has the same place in all of them."""
    seatings = Plan(tuple(bot_ids.split()), 1, 1, 5.0).seatings
    return [
        result(" ".join(seating), [places[bot] for bot in seating], deck=deck, seating=number)
        for number, seating in enumerate(seatings)
    ]
