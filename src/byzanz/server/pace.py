"""When a bot's answer leaves: on the room's time grid, so that thinking time tells nothing."""

from collections.abc import Sequence
from hashlib import blake2b

from byzanz.game.events import Event, LotRevealed, TrioSold
from byzanz.wire.room import Pace

GRID = {Pace.QUICK: 300, Pace.CALM: 900, Pace.SLOW: 1800, Pace.RAPID: 100}
"""Milliseconds; longer than 99 of 100 decisions of the expert take, except where bots are alone."""

IN_COMPANY = {Pace.RAPID: Pace.QUICK, Pace.PAUSED: Pace.SLOW}
"""What a pace counts as where people play: on so fine a grid, thinking time would tell them."""

STEPS = 2

LONG_TO_SEE = (LotRevealed, TrioSold)
LINGERING = {Pace.QUICK: 2, Pace.CALM: 1, Pace.SLOW: 0, Pace.RAPID: 0}
"""Points more after such an event: at the first, its cards are still on their way on the pages."""


def draw_time(pace: Pace, room: str, seq: int, asked_at: int, events: Sequence[Event] = ()) -> int:
    """When to answer what was asked after this entry: drawn from nothing that a hand changes.

    `events`: what the entry brought about.
    """
    draw = blake2b(f"{room} {seq}".encode(), digest_size=1).digest()[0] % STEPS + 1
    if any(isinstance(event, LONG_TO_SEE) for event in events):
        draw += LINGERING[pace]
    return asked_at + GRID[pace] * draw


def next_point(pace: Pace, drawn_at: int, ready_at: int) -> int:
    """The time drawn or, for an answer that is ready too late, the next point of the grid."""
    late = -(-(ready_at - drawn_at) // GRID[pace])
    return drawn_at + GRID[pace] * max(late, 0)
