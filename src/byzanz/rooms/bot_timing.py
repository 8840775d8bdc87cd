"""When a bot's move is sent: at a time drawn beforehand, so that thinking time tells nothing."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from byzanz.game.events import Event, LotRevealed, TrioSold
from byzanz.wire.room import BotId, Pace

GRID = {Pace.QUICK: 300, Pace.CALM: 900, Pace.SLOW: 1800, Pace.RAPID: 100}
"""Milliseconds between the points at which a late answer is sent; among bots alone, every answer is
sent at one of them."""

IN_COMPANY = {Pace.RAPID: Pace.QUICK, Pace.PAUSED: Pace.SLOW}
"""The pace that counts where people play: a finer grid would tell them a bot's thinking time."""

STEPS = 2

LONG_TO_SEE = (LotRevealed, TrioSold)
LINGERING = {Pace.QUICK: 2, Pace.CALM: 1, Pace.SLOW: 0, Pace.RAPID: 0}
"""Further points after such an event, while its cards still travel on the pages."""


# --- bots alone ---------------------------------------------------------------------------------


def draw_time(pace: Pace, room: str, seq: int, asked_at: int, events: Sequence[Event] = ()) -> int:
    """When a bot among bots answers after an entry; `events` are those of the entry."""
    draw = _drawn(room, seq, STEPS) + 1
    if any(isinstance(event, LONG_TO_SEE) for event in events):
        draw += LINGERING[pace]
    return asked_at + GRID[pace] * draw


def next_point(pace: Pace, asked_at: int, drawn_at: int, ready_at: int) -> int:
    """When an answer is sent: at the time drawn, or at the next grid point if it is late."""
    if ready_at <= drawn_at:
        return drawn_at
    points = -(-(ready_at - asked_at) // GRID[pace])
    return asked_at + GRID[pace] * points


# --- where people play ----------------------------------------------------------------------------


class Schedule(NamedTuple):
    """How long bots take to answer where people play."""

    first: int  # milliseconds, right after a person's move
    least: int  # milliseconds, after many answers in a row
    lingering: float  # the fraction added after an event that takes long to see


SCHEDULES = {
    Pace.SLOW: dict.fromkeys((3, 4, 5, 6), Schedule(2000, 800, 0.5)),
    Pace.CALM: {
        3: Schedule(900, 520, 0.5),
        4: Schedule(900, 400, 0.5),
        5: Schedule(900, 240, 0.5),
        6: Schedule(900, 180, 0.3),
    },
    Pace.QUICK: {
        3: Schedule(400, 280, 0.5),
        4: Schedule(400, 210, 0.5),
        5: Schedule(400, 150, 0.3),
        6: Schedule(200, 150, 0.0),
    },
}
"""By the number of seats: the more there are, the more bots answer before a person's turn."""

DECAY = 0.85  # of the time, from one answer to the next

LEAST = 150  # milliseconds, of any answer outside a skip
LEAST_BY_BOT = {BotId.EXPERT: 300}
"""The least time in milliseconds of a slow bot, 99th percentile of its decisions. All other bots
decide within a tenth of `LEAST`."""

MOST_BOT_MOVES = {Pace.CALM: 38, Pace.QUICK: 36}
"""After that many bots' moves in a row the only person has waited enough: the rest is skipped."""


def answer_time(
    pace: Pace,
    entry: tuple[str, int],
    *,
    seats: int,
    answers: int,
    bot: BotId,
    events: Sequence[Event] = (),
) -> int:
    """Milliseconds from an entry to a bot's answer, computed from public facts alone.

    `entry` is the room and the number of the entry, `events` its events; `answers` counts those of
    bots since a person's seat last moved.
    """
    schedule = SCHEDULES[pace][seats]
    time = max(schedule.first * DECAY**answers, schedule.least, LEAST_BY_BOT.get(bot, LEAST))
    swing = (time - LEAST) / 4 * (_drawn(*entry, 3) - 1)
    if any(isinstance(event, LONG_TO_SEE) for event in events):
        time += schedule.lingering * time
    return max(round(time + swing), LEAST_BY_BOT.get(bot, LEAST))


def _drawn(room: str, seq: int, count: int) -> int:
    """A pseudo-random number below the count, independent of anything hidden."""
    return blake2b(f"{room} {seq}".encode(), digest_size=1).digest()[0] % count


# --- skips ----------------------------------------------------------------------------------------

SKIP_START = 200  # milliseconds
SKIP_TIMES = {BotId.EXPERT: 150}
SKIP_TIME = 40
"""Milliseconds of a skip for each answer: above a bot's average time."""


def skip_time(bots: Sequence[BotId]) -> int:
    """Milliseconds from a skip to the moves of these bots, which are sent all at once."""
    return SKIP_START + sum(SKIP_TIMES.get(bot, SKIP_TIME) for bot in bots)
