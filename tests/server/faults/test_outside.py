"""Threats 34 to 37: processes, database, notifications and clocks fail, and games go on."""

import asyncio
import signal
from contextlib import ExitStack
from random import Random
from unittest.mock import patch

import pytest

from byzanz.server.call import Visitor
from byzanz.server.hosting.people import person_of
from byzanz.store.opening import open_store
from byzanz.wire.commands import CreateRoom, Play, SeatPlan, Undo
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import BankClock, BotId, MoveClock, Setup
from tests.server.faults.choosing import choose
from tests.server.faults.database import Database
from tests.server.faults.host import Host
from tests.server.faults.process import Process, in_one_thread
from tests.server.faults.table import Table, check_logs
from tests.server.hosting.harness import InlineSqliteThread
from tests.server.virtual_time import run_in_virtual_time

HOUR = 3_600_000
NONCE = "0f" * 16


# --- real processes -------------------------------------------------------------------------


async def play_through(hosts, disturb) -> Table:
    """Play a game to its end while `disturb` runs; returns the table."""
    table = Table(hosts, Random(3), 3)
    for host in hosts:
        host.start()
        await host.listening()
    async with asyncio.timeout(90), asyncio.TaskGroup() as group:
        group.create_task(table.play())
        while len(table.acknowledged) < 20:
            await asyncio.sleep(0.02)
        table.is_enough = True
        await disturb()
    for host in hosts:
        assert host.is_alive()
        host.kill()
    store = await open_store(hosts[0].store)
    assert await check_logs(store, [table]) > 50
    await store.close()
    return table


async def stopped_for(seconds: float, url: str, folder) -> None:
    hosts = [Host(url, folder / f"log{number}") for number in range(2)]

    async def disturb() -> None:
        hosts[0].signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        hosts[0].signal(signal.SIGCONT)

    await play_through(hosts, disturb)


@pytest.mark.slow
async def test_threat_34_a_stopped_process_comes_back(postgres_url, tmp_path):
    await stopped_for(2, postgres_url, tmp_path)


@pytest.mark.long
async def test_threat_34_a_process_stopped_for_long_comes_back(postgres_url, tmp_path):
    await stopped_for(15, postgres_url, tmp_path)


@pytest.mark.slow
async def test_threat_35_games_survive_restarts_of_postgres(postgres, postgres_url, tmp_path):
    async def disturb() -> None:
        for _ in range(2):
            await asyncio.to_thread(postgres.stop)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres.start)
            await asyncio.sleep(0.5)

    table = await play_through([Host(postgres_url, tmp_path / "log")], disturb)
    assert table.busy_count > 0


# --- virtual time ---------------------------------------------------------------------------


class VirtualServers:
    """Server processes in virtual time on a store that is never busy."""

    def __init__(self, database: Database) -> None:
        self.database = database
        database.injects_faults = False
        self._source = Random(5).randbytes

    async def process(self, *, jump: int = 0) -> Process:
        process = Process(self.database, self._source, jump=jump)
        await process.start()
        return process

    async def room(self, process: Process, **setup) -> None:
        """Start a game of a person and two bots."""
        key = (await process.ask("new_person", Visitor("x", None))).key
        self.visitor = Visitor("x", key)
        seats = (SeatPlan(), SeatPlan(BotId.SOLID), SeatPlan(BotId.SOLID))
        body = CreateRoom("command-1", "Anna", NONCE, seats, Setup(**setup), start=True)
        self.room_id = (await process.ask("create", self.visitor, body=body)).room

    async def turn(self, process: Process) -> None:
        """Wait until it is the person's turn."""
        while (fold := self.database.read(self.room_id)).seat_of(
            person_of(self.visitor.key)
        ) != fold.game.turn:
            await asyncio.sleep(0.01)


def with_virtual_servers(test) -> None:
    async def run() -> None:
        with patch("byzanz.store.sqlite.SqliteThread", InlineSqliteThread):
            store = await open_store(":memory:", volatile=True)
        database = Database(store, Random(1))
        try:
            await test(VirtualServers(database))
        finally:
            for link in list(database.links):
                link.cut()
            database.close()
            await store.close()

    with ExitStack() as stack:
        for each in in_one_thread():
            stack.enter_context(each)
        run_in_virtual_time(run())


def test_threat_36_a_server_without_notifications_catches_up():
    async def test(servers: VirtualServers) -> None:
        servers.database.notify = lambda *_: None
        one, other = await servers.process(), await servers.process()
        await servers.room(one)
        outbox = await other.ask("follow", servers.visitor, room=servers.room_id, after=0)
        await servers.turn(one)
        update = await one.ask("update", servers.visitor, room=servers.room_id, after=0)
        play = Play("command-2", choose(update.options, Random(1)), update.options.decision)
        seq = (await one.ask("command", servers.visitor, room=servers.room_id, body=play)).seq
        (live,) = other.service.rooms.live
        assert live.room.seq < seq
        await asyncio.sleep(2.1)
        assert live.room.seq >= seq
        assert outbox.close_code is None

    with_virtual_servers(test)


def test_threat_18_a_server_that_missed_entries_answers_alike():
    async def test(servers: VirtualServers) -> None:
        one, other = await servers.process(), await servers.process()
        await servers.room(one)
        await other.ask("follow", servers.visitor, room=servers.room_id, after=0)
        (live,) = other.service.rooms.live
        for task in other.service._tasks:
            task.cancel()  # so that it neither listens nor polls
        live.autoplay.cancel()
        for number in range(3):
            await servers.turn(one)
            update = await one.ask("update", servers.visitor, room=servers.room_id, after=0)
            move, decision = choose(update.options, Random(1)), update.options.decision
            play = Play(f"command-{number + 2}", move, decision)
            order = (one, other) if number < 2 else (other, one)
            first, second = [
                await each.ask("command", servers.visitor, room=servers.room_id, body=play)
                for each in order
            ]
            assert first == second
            if number == 0:
                live.autoplay.cancel()

    with_virtual_servers(test)


async def time_left(servers: VirtualServers, process: Process) -> int:
    """Return the milliseconds that are left on a person's clock."""
    update = await process.ask("update", servers.visitor, room=servers.room_id, after=0)
    return update.room.due - update.now


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 20 * 24 * HOUR, -20 * 365 * 24 * HOUR])
@pytest.mark.parametrize("is_killed", [True, False])
def test_threat_37_no_deadline_expires_if_the_clock_jumps_while_the_server_is_down(jump, is_killed):
    async def test(servers: VirtualServers) -> None:
        process = await servers.process()
        await servers.room(process, clock=MoveClock(60))
        await servers.turn(process)
        await asyncio.sleep(10)
        head = servers.database.read(servers.room_id).seq
        if is_killed:
            process.crash()
        else:
            await process.stop()
        await asyncio.sleep(1)
        again = await servers.process(jump=jump)
        assert 48_000 < await time_left(servers, again) <= 60_000
        await asyncio.sleep(30)
        assert servers.database.read(servers.room_id).seq == head
        assert 18_000 < await time_left(servers, again) <= 30_000
        with pytest.raises(RequestRefused):  # the server answers; there is no move to undo
            await again.ask(
                "command", servers.visitor, room=servers.room_id, body=Undo("command-2")
            )
        await asyncio.sleep(31)
        assert servers.database.read(servers.room_id).seq > head

    with_virtual_servers(test)


def test_threat_37_a_clock_that_was_ahead_is_right_again():
    """After a restart, entries are later than those before it, and time banks are still full."""

    async def test(servers: VirtualServers) -> None:
        ahead = await servers.process(jump=HOUR)
        await servers.room(ahead, clock=BankClock(600))
        await servers.turn(ahead)
        await asyncio.sleep(4.5)
        ahead.crash()
        again = await servers.process()
        for number in range(3):
            await servers.turn(again)
            assert 580_000 < await time_left(servers, again) <= 600_000
            update = await again.ask("update", servers.visitor, room=servers.room_id, after=0)
            play = Play(f"x-{number}", choose(update.options, Random(1)), update.options.decision)
            await again.ask("command", servers.visitor, room=servers.room_id, body=play)
        rows = await servers.database.store.log(servers.room_id)
        assert [row.at for row in rows] == sorted(row.at for row in rows)
        banks = [seat.bank for seat in servers.database.read(servers.room_id).seats]
        assert 580_000 < max(bank or 0 for bank in banks) < 600_000

    with_virtual_servers(test)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_threat_37_a_process_is_started_with_another_time(jump):
    async def test(servers: VirtualServers) -> None:
        one = await servers.process()
        await servers.room(one, clock=MoveClock(60))
        await servers.turn(one)
        head = servers.database.read(servers.room_id).seq
        outbox = await one.ask("follow", servers.visitor, room=servers.room_id, after=0)
        other = await servers.process(jump=jump)
        await asyncio.sleep(2)
        for _ in range(5):
            for process in (one, other):
                assert await time_left(servers, process) <= 60_000
            await asyncio.sleep(10)
        assert servers.database.read(servers.room_id).seq == head
        assert abs(one.service.clock.now() - other.service.clock.now()) < 5000
        assert len(await servers.database.store.outages()) <= 2
        assert outbox.close_code is None
        await asyncio.sleep(15)
        assert servers.database.read(servers.room_id).seq > head

    with_virtual_servers(test)


def test_threat_37_deadlines_hold_if_the_clock_jumps_while_the_server_runs():
    async def test(servers: VirtualServers) -> None:
        process = await servers.process()
        await servers.room(process, clock=MoveClock(60))
        await servers.turn(process)
        head = servers.database.read(servers.room_id).seq
        with patch("time.time", lambda: 4e9), patch("time.time_ns", lambda: int(4e18)):
            await asyncio.sleep(50)
            assert servers.database.read(servers.room_id).seq == head
            await asyncio.sleep(11)
            assert servers.database.read(servers.room_id).seq > head

    with_virtual_servers(test)
