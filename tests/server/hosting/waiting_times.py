"""Measures how long a person waits between decisions, in whole games against the bot solid.

The server's rooms and autoplay run in virtual time, in which a bot's answer takes as long as in
real time. Skips are also measured in real time, with worker processes and a store on disk.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from byzanz.bots.roster import make_bot
from byzanz.rooms.bot_task import answer_task
from byzanz.server.hosting.people import person_of
from byzanz.server.ops.metrics import Metrics
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.store.opening import open_store
from byzanz.wire.room import Pace, Status
from tests.server.hosting.harness import Harness, InProcessBots
from tests.server.virtual_time import run_in_virtual_time

LONGEST = {"calm": 12_000, "quick": 6_000, "skip": 3_000, "real skip": 3_000}  # milliseconds
SEATS = (3, 4, 5, 6)
GAMES = 20


@dataclass(slots=True)
class Wait:
    """The time from a person's move to their next decision, or to the end of the game."""

    milliseconds: int
    moves: int  # bot moves during the wait


class MeasuredBots(InProcessBots):
    """Bots whose answers take as long in virtual time as in real time."""

    async def answer(self, task, urgency, room):
        began = time.perf_counter()
        answer = answer_task(task)
        await asyncio.sleep(time.perf_counter() - began)
        return answer


async def game_waits(harness: Harness, seats: int, pace: Pace, *, skips: bool) -> list[Wait]:
    """Return all waits of one game in which the person answers at once, like the bot solid."""
    room = await harness.table("Anna", " ".join(["solid"] * (seats - 1)), pace=pace)
    follower = await harness.follow("Anna", room)
    seat = await harness.seat("Anna", room)
    player = make_bot("solid", seats)
    waits, acted_at, move_count = [], harness.now(), 0

    async def skip() -> None:
        if skips and (await harness.update("Anna", room)).room.may_skip:
            await harness.rooms.skip(person_of("Anna"), room)

    await skip()
    while True:
        current_room = await harness.room(room)
        game = current_room.game
        is_over = current_room.status is not Status.RUNNING
        if is_over or game.options(seat).has_decision:
            waits.append(Wait(harness.now() - acted_at, len(game.moves) - move_count))
            if is_over:
                return waits
            move = player.choose(game.view(seat), game.options(seat))
            await harness.play("Anna", room, str(move))
            acted_at, move_count = harness.now(), len(game.moves) + 1
            await skip()
        else:
            await follower.outbox.next()


def virtual_waits(seats: int, seed: int, mode: str) -> list[Wait]:
    """Return the waits of one game in virtual time."""

    async def play() -> list[Wait]:
        harness = await Harness.open(seed)
        harness.bots = MeasuredBots()
        harness.rooms, harness.autoplay = harness.new_rooms()
        try:
            pace = Pace.CALM if mode == "skip" else Pace(mode)
            return await game_waits(harness, seats, pace, skips=mode == "skip")
        finally:
            await harness.close()

    return run_in_virtual_time(play())


def real_waits(seats: int, seed: int) -> list[Wait]:
    """Return the waits of one game with skips, in real time."""

    async def play(folder: Path) -> list[Wait]:
        harness = Harness(await open_store(str(folder / "rooms.db")), seed)
        bots = harness.bots = BotPool(1, CompiledCode(), Metrics())
        bots.start()
        harness.rooms, harness.autoplay = harness.new_rooms()
        try:
            return await game_waits(harness, seats, Pace.CALM, skips=True)
        finally:
            await bots.stop()
            await harness.close()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(play(Path(folder)))


def line(mode: str, seats: int, waits: list[Wait]) -> str:
    """Return a row of the printed table: percentiles, longest wait and limit in seconds."""
    times = sorted(wait.milliseconds for wait in waits)
    percentiles = [times[int(len(times) * share)] / 1000 for share in (0.5, 0.9, 0.99)]
    moves = max(wait.moves for wait in waits)
    columns = "".join(f"{value:7.1f}" for value in (*percentiles, times[-1] / 1000))
    return f"{mode:10}{seats:8}{len(waits):8}{columns}{LONGEST[mode] / 1000:6.0f}{moves:8}"


def main() -> int:
    """Measure and print the table; returns the exit code, 1 if a wait was too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games per number of players")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seats", type=int, nargs="*", default=SEATS)
    parser.add_argument("--modes", nargs="*", default=list(LONGEST), choices=list(LONGEST))
    arguments = parser.parse_args()
    print("seconds   players   waits   50 %   90 %   99 % longest limit   moves")  # noqa: T201
    is_good = True
    for mode in arguments.modes:
        for seats in arguments.seats:
            games = range(arguments.first, arguments.first + arguments.games)
            by_game = [
                real_waits(seats, seed) if mode == "real skip" else virtual_waits(seats, seed, mode)
                for seed in games
            ]
            waits = [wait for game in by_game for wait in game]
            is_good &= max(wait.milliseconds for wait in waits) <= LONGEST[mode]
            print(line(mode, seats, waits), flush=True)  # noqa: T201
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
