"""Threats 34 to 37: what happens around the server."""

import asyncio
import signal
from contextlib import ExitStack
from random import Random
from unittest.mock import patch

import pytest

from byzanz.server.people import person_of
from byzanz.server.visitor import Visitor
from byzanz.store.opening import open_store
from byzanz.wire.commands import CreateRoom, Play, SeatPlan, Undo
from byzanz.wire.problems import Refusal
from byzanz.wire.room import BotWord, MoveClock, Setup
from tests.server.core.house import InlineLane
from tests.server.faults.choosing import choose
from tests.server.faults.database import Database
from tests.server.faults.host import Host
from tests.server.faults.process import Process, in_one_thread
from tests.server.faults.table import Table, check_logs
from tests.server.virtual import run_virtual

HOUR = 3_600_000
NONCE = "0f" * 16


# --- real processes -------------------------------------------------------------------------


async def play_through(hosts, trouble) -> Table:
    """A game in which there is trouble, to its end."""
    table = Table(hosts, Random(3), 3)
    for host in hosts:
        host.start()
        await host.listening()
    async with asyncio.timeout(90), asyncio.TaskGroup() as group:
        group.create_task(table.play())
        while len(table.told) < 20:
            await asyncio.sleep(0.02)
        table.is_enough = True
        await trouble()
    for host in hosts:
        assert host.is_alive()
        host.kill()
    store = await open_store(hosts[0].store)
    assert await check_logs(store, [table]) > 50
    await store.close()
    return table


async def stopped_for(seconds: float, url: str, folder) -> None:
    hosts = [Host(url, folder / f"log{number}") for number in range(2)]

    async def trouble() -> None:
        hosts[0].signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        hosts[0].signal(signal.SIGCONT)

    await play_through(hosts, trouble)


@pytest.mark.slow
async def test_threat_34_a_stopped_process_comes_back(postgres_url, tmp_path):
    await stopped_for(2, postgres_url, tmp_path)


@pytest.mark.long
async def test_threat_34_a_process_stopped_for_long_comes_back(postgres_url, tmp_path):
    await stopped_for(15, postgres_url, tmp_path)


@pytest.mark.slow
async def test_threat_35_postgres_is_restarted(postgres, postgres_url, tmp_path):
    async def trouble() -> None:
        for _ in range(2):
            await asyncio.to_thread(postgres.stop)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres.start)
            await asyncio.sleep(0.5)

    table = await play_through([Host(postgres_url, tmp_path / "log")], trouble)
    assert table.busy_count > 0


# --- virtual time ---------------------------------------------------------------------------


class Hall:
    """Two processes on a store that is never busy."""

    def __init__(self, database: Database) -> None:
        self.database = database
        database.is_calm = True
        self._source = Random(5).randbytes

    async def process(self, *, jump: int = 0) -> Process:
        process = Process(self.database, self._source, jump=jump)
        await process.start()
        return process

    async def room(self, process: Process, **setup) -> None:
        """A game of a person and two bots."""
        key = (await process.ask("new_person", Visitor("x", None))).key
        self.visitor = Visitor("x", key)
        seats = (SeatPlan(), SeatPlan(BotWord.SOLID), SeatPlan(BotWord.SOLID))
        body = CreateRoom("command-1", "Anna", NONCE, seats, Setup(**setup), start=True)
        self.room_id = (await process.ask("create", self.visitor, body=body)).room

    async def turn(self, process: Process) -> None:
        """Wait until the person is on turn."""
        while (fold := self.database.read(self.room_id)).seat_of(
            person_of(self.visitor.key)
        ) != fold.game.turn:
            await asyncio.sleep(0.01)


def in_hall(test) -> None:
    async def run() -> None:
        with patch("byzanz.store.sqlite.Lane", InlineLane):
            store = await open_store(":memory:", volatile=True)
        database = Database(store, Random(1))
        try:
            await test(Hall(database))
        finally:
            for link in list(database.links):
                link.cut()
            database.close()
            await store.close()

    with ExitStack() as stack:
        for each in in_one_thread():
            stack.enter_context(each)
        run_virtual(run())


def test_threat_36_wake_ups_are_lost():
    async def test(hall: Hall) -> None:
        hall.database.tell = lambda *_: None
        one, other = await hall.process(), await hall.process()
        await hall.room(one)
        feed = await other.ask("follow", hall.visitor, room=hall.room_id, after=0)
        await hall.turn(one)
        update = await one.ask("update", hall.visitor, room=hall.room_id, after=0)
        play = Play("command-2", choose(update.options, Random(1)), update.options.decision)
        seq = (await one.ask("command", hall.visitor, room=hall.room_id, body=play)).seq
        (live,) = other.service.rooms.live
        assert live.room.seq < seq
        await asyncio.sleep(2.1)
        assert live.room.seq >= seq
        assert feed.close_code is None

    in_hall(test)


def test_threat_18_a_server_that_has_missed_much_is_asked():
    async def test(hall: Hall) -> None:
        one, other = await hall.process(), await hall.process()
        await hall.room(one)
        await other.ask("follow", hall.visitor, room=hall.room_id, after=0)
        (live,) = other.service.rooms.live
        for task in (*other.service._tasks, live.task):
            if task is not None:
                task.cancel()  # it neither hears, nor polls, nor plays
        for number in range(3):
            await hall.turn(one)
            update = await one.ask("update", hall.visitor, room=hall.room_id, after=0)
            words, decision = choose(update.options, Random(1)), update.options.decision
            play = Play(f"command-{number + 2}", words, decision)
            asked = (one, other) if number < 2 else (other, one)
            first, second = [
                await each.ask("command", hall.visitor, room=hall.room_id, body=play)
                for each in asked
            ]
            assert first == second
            if number == 0:
                live.task.cancel()

    in_hall(test)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_threat_37_the_clock_jumps_while_the_server_is_down(jump):
    async def test(hall: Hall) -> None:
        process = await hall.process()
        await hall.room(process, clock=MoveClock(60))
        await hall.turn(process)
        head = hall.database.read(hall.room_id).seq
        process.crash()
        again = await hall.process(jump=jump)
        await asyncio.sleep(30)
        assert hall.database.read(hall.room_id).seq == head
        with pytest.raises(Refusal):  # and it can be played: nothing was moved yet
            await again.ask("command", hall.visitor, room=hall.room_id, body=Undo("command-2"))

    in_hall(test)


def test_threat_37_the_clock_jumps_while_the_server_runs():
    async def test(hall: Hall) -> None:
        process = await hall.process()
        await hall.room(process, clock=MoveClock(60))
        await hall.turn(process)
        head = hall.database.read(hall.room_id).seq
        with patch("time.time", lambda: 4e9), patch("time.time_ns", lambda: int(4e18)):
            await asyncio.sleep(50)
            assert hall.database.read(hall.room_id).seq == head
            await asyncio.sleep(11)
            assert hall.database.read(hall.room_id).seq > head

    in_hall(test)
