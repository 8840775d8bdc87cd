"""When a bot's answer leaves: on the room's time grid, so that thinking time tells nothing."""

from hashlib import blake2b

from byzanz.wire.room import Pace

GRID = {Pace.QUICK: 300, Pace.CALM: 900, Pace.SLOW: 1800, Pace.RAPID: 100}
"""Milliseconds; longer than 99 of 100 decisions of the expert take, except where bots are alone."""

IN_COMPANY = {Pace.RAPID: Pace.QUICK, Pace.PAUSED: Pace.SLOW}
"""What a pace counts as where people play: on so fine a grid, thinking time would tell them."""

STEPS = 2


def draw_time(pace: Pace, room: str, seq: int, asked_at: int) -> int:
    """When to answer what was asked after this entry: drawn from nothing that a hand changes."""
    draw = blake2b(f"{room} {seq}".encode(), digest_size=1).digest()[0] % STEPS + 1
    return asked_at + GRID[pace] * draw


def next_point(pace: Pace, drawn_at: int, ready_at: int) -> int:
    """The time drawn or, for an answer that is ready too late, the next point of the grid."""
    late = -(-(ready_at - drawn_at) // GRID[pace])
    return drawn_at + GRID[pace] * max(late, 0)
