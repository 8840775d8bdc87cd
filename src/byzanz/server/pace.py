"""When a bot's answer leaves: at a time drawn beforehand, so that thinking time tells nothing."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from byzanz.game.events import Event, LotRevealed, TrioSold
from byzanz.wire.room import BotWord, Pace

GRID = {Pace.QUICK: 300, Pace.CALM: 900, Pace.SLOW: 1800, Pace.RAPID: 100}
"""Milliseconds between the points at which an answer leaves that is ready too late; where bots are
alone, every answer leaves at one of them."""

IN_COMPANY = {Pace.RAPID: Pace.QUICK, Pace.PAUSED: Pace.SLOW}
"""What a pace counts as where people play: on so fine a grid, thinking time would tell them."""

STEPS = 2

LONG_TO_SEE = (LotRevealed, TrioSold)
LINGERING = {Pace.QUICK: 2, Pace.CALM: 1, Pace.SLOW: 0, Pace.RAPID: 0}
"""Points more after such an event: at the first, its cards are still on their way on the pages."""


# --- bots alone ---------------------------------------------------------------------------------


def draw_time(pace: Pace, room: str, seq: int, asked_at: int, events: Sequence[Event] = ()) -> int:
    """When a bot among bots answers what was asked after this entry: on the grid.

    `events`: what the entry brought about.
    """
    draw = _drawn(room, seq, STEPS) + 1
    if any(isinstance(event, LONG_TO_SEE) for event in events):
        draw += LINGERING[pace]
    return asked_at + GRID[pace] * draw


def next_point(pace: Pace, asked_at: int, drawn_at: int, ready_at: int) -> int:
    """The time drawn or, for an answer that is ready too late, the next point of the grid."""
    if ready_at <= drawn_at:
        return drawn_at
    points = -(-(ready_at - asked_at) // GRID[pace])
    return asked_at + GRID[pace] * points


# --- where people play ----------------------------------------------------------------------------


class Schedule(NamedTuple):
    """Milliseconds that a bot's answer takes: the first after a person's move, and at least."""

    first: int
    least: int
    lingering: float  # so much of it more after what takes long to see


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
"""By seats: the more there are, the more bots answer before the next decision of a person."""

DECAY = 0.85  # of each answer's time, after the one before it

LEAST = 150  # milliseconds, of any answer outside a skip
LONG_THOUGHTS = {BotWord.EXPERT: 300}
"""At least so long where this bot answers: 99 of 100 of its decisions take less. Those of all other
bots take a tenth of `LEAST`."""

MOST_ANSWERS = {Pace.CALM: 38, Pace.QUICK: 36}
"""After so many in a row the only person of a room has waited long enough: the rest is skipped."""


def answer_time(
    pace: Pace,
    place: tuple[str, int],
    *,
    seats: int,
    answers: int,
    bot: BotWord,
    events: Sequence[Event] = (),
) -> int:
    """Milliseconds from an entry to a bot's answer, all of it from what everybody has seen.

    `place`: the room, and the number of the entry. `answers`: of bots, since a person's seat last
    moved. `events`: what the entry brought about.
    """
    schedule = SCHEDULES[pace][seats]
    time = max(schedule.first * DECAY**answers, schedule.least, LONG_THOUGHTS.get(bot, LEAST))
    swing = (time - LEAST) / 4 * (_drawn(*place, 3) - 1)
    if any(isinstance(event, LONG_TO_SEE) for event in events):
        time += schedule.lingering * time
    return max(round(time + swing), LONG_THOUGHTS.get(bot, LEAST))


def _drawn(room: str, seq: int, count: int) -> int:
    """A number below the count, drawn from nothing that a hand changes."""
    return blake2b(f"{room} {seq}".encode(), digest_size=1).digest()[0] % count


# --- skips ----------------------------------------------------------------------------------------

SKIP_START = 200  # milliseconds
SKIP_TIMES = {BotWord.EXPERT: 150}
SKIP_TIME = 40
"""Milliseconds that a skip takes for each answer: more than the bot needs, on the average."""


def skip_time(bots: Sequence[BotWord]) -> int:
    """Milliseconds from a skip to the moves of these bots, which then come all at once."""
    return SKIP_START + sum(SKIP_TIMES.get(bot, SKIP_TIME) for bot in bots)
