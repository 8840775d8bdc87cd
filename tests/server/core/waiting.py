"""How long a person waits from one decision to the next, in whole games against solid bots.

The server's own rooms and conductor play in virtual time, in which a thought takes as long as it
really took. Skips are also measured in real time, with bots' processes and a store on disk.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from byzanz.bots.roster import make_bot
from byzanz.server.people import person_of
from byzanz.server.thinker import think
from byzanz.server.thinkers import Thinkers
from byzanz.store.opening import open_store
from byzanz.wire.room import Pace, Status
from tests.server.core.house import Bots, House
from tests.server.virtual import run_virtual

BARS = {"calm": 12_000, "quick": 6_000, "skip": 3_000, "real skip": 3_000}  # milliseconds
SEATS = (3, 4, 5, 6)
GAMES = 20


@dataclass(slots=True)
class Wait:
    """From a move to the next decision, or to the end of the game."""

    milliseconds: int
    moves: int  # of bots


class HonestBots(Bots):
    """Think for as many virtual seconds as it really takes."""

    async def think(self, task, urgency, room):
        began = time.perf_counter()
        thought = think(task)
        await asyncio.sleep(time.perf_counter() - began)
        return thought


async def game_waits(house: House, seats: int, pace: Pace, *, skips: bool) -> list[Wait]:
    """All waits of a game in which a solid person answers at once."""
    room = await house.table("Anna", " ".join(["solid"] * (seats - 1)), pace=pace)
    follower = await house.follow("Anna", room)
    seat = await house.seat("Anna", room)
    player = make_bot("solid", seats)
    waits, acted_at, move_count = [], house.now(), 0

    async def skip() -> None:
        if skips and (await house.update("Anna", room)).room.may_skip:
            await house.rooms.skip(person_of("Anna"), room)

    await skip()
    while True:
        folded = await house.room(room)
        game = folded.game
        is_over = folded.status is not Status.RUNNING
        if is_over or game.options(seat).is_asked:
            waits.append(Wait(house.now() - acted_at, len(game.moves) - move_count))
            if is_over:
                return waits
            move = player.choose(game.view(seat), game.options(seat))
            await house.play("Anna", room, str(move))
            acted_at, move_count = house.now(), len(game.moves) + 1
            await skip()
        else:
            await follower.feed.next()


def virtual_waits(seats: int, seed: int, mode: str) -> list[Wait]:
    """The waits of one game."""

    async def play() -> list[Wait]:
        house = await House.open(seed)
        house.bots = HonestBots()
        house.rooms, house.conductor = house.new_rooms()
        try:
            pace = Pace.CALM if mode == "skip" else Pace(mode)
            return await game_waits(house, seats, pace, skips=mode == "skip")
        finally:
            await house.close()

    return run_virtual(play())


def real_waits(seats: int, seed: int) -> list[Wait]:
    """The waits of one game of skips, with the clock on the wall."""

    async def play(folder: Path) -> list[Wait]:
        house = House(await open_store(str(folder / "rooms.db")), seed)
        thinkers = house.bots = Thinkers(1)
        thinkers.is_warm = True  # solid needs no compiler
        thinkers.start()
        house.rooms, house.conductor = house.new_rooms()
        try:
            return await game_waits(house, seats, Pace.CALM, skips=True)
        finally:
            await thinkers.stop()
            await house.close()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(play(Path(folder)))


def line(mode: str, seats: int, waits: list[Wait]) -> str:
    """The figures of some games."""
    times = sorted(wait.milliseconds for wait in waits)
    parts = [times[int(len(times) * share)] / 1000 for share in (0.5, 0.9, 0.99)]
    moves = max(wait.moves for wait in waits)
    figures = "".join(f"{part:7.1f}" for part in (*parts, times[-1] / 1000))
    return f"{mode:10}{seats:8}{len(waits):8}{figures}{BARS[mode] / 1000:6.0f}{moves:8}"


def main() -> int:
    """Measure, print, and tell whether every wait is short enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of players")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seats", type=int, nargs="*", default=SEATS)
    parser.add_argument("--modes", nargs="*", default=list(BARS), choices=list(BARS))
    words = parser.parse_args()
    print("seconds   players   waits   50 %   90 %   99 % longest   bar   moves")  # noqa: T201
    is_good = True
    for mode in words.modes:
        for seats in words.seats:
            games = range(words.first, words.first + words.games)
            found = [
                real_waits(seats, seed) if mode == "real skip" else virtual_waits(seats, seed, mode)
                for seed in games
            ]
            waits = [wait for game in found for wait in game]
            is_good &= max(wait.milliseconds for wait in waits) <= BARS[mode]
            print(line(mode, seats, waits), flush=True)  # noqa: T201
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
