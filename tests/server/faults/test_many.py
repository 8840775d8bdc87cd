"""Three processes on one PostgreSQL server are killed, stopped and cut off, and it is restarted."""

import asyncio
import signal
from random import Random

import asyncpg
import pytest

from byzanz.rooms.entries import DECODER, Moved, WentAway
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.store.opening import open_store
from byzanz.wire.room import MoveClock, Pace, Setup
from tests.server.faults.host import Host
from tests.server.faults.table import Table, check_logs
from tests.server.faults.test_kill import check_errors

AWAY_AFTER = 15_000  # milliseconds; shorter than usual, so that an error is noticed
UNNOTICED = 8_000  # milliseconds for which a client may take a suspended or dead process for alive
QUIET = 18  # seconds without faults, so that who seems to have no connection would be away
QUICK = Setup(pace=Pace.QUICK)
CUT_LISTENERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'byzanz' AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
"""


class IdleTable(Table):
    """People who are connected to different processes and do nothing until `is_enough` is set."""

    async def play(self) -> None:
        await self.start_room()
        following = [asyncio.ensure_future(player.follow()) for player in self.players]
        while not self.is_enough:
            await asyncio.sleep(0.1)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        self.close()


class Faults:
    """Causes one random fault after another."""

    def __init__(self, hosts, postgres, dice: Random) -> None:
        self._hosts, self._postgres, self._dice = hosts, postgres, dice
        self._all = (self.kill, self.kill, self.pause, self.end, self.cut_listeners, self.restart)

    async def next(self) -> None:
        await self._dice.choice(self._all)(self._dice.choice(self._hosts))
        for host in self._hosts:
            await asyncio.wait_for(host.listening(), 30)

    async def kill(self, host) -> None:
        host.kill()
        await asyncio.sleep(self._dice.choice((0, 0, 1, 3)))
        host.start()

    async def pause(self, host) -> None:
        """Suspend a process for a few seconds; it continues with old data in memory."""
        host.signal(signal.SIGSTOP)
        await asyncio.sleep(self._dice.uniform(1, 6))
        host.signal(signal.SIGCONT)

    async def end(self, host) -> None:
        """Restart a process gracefully, as for a new release."""
        host.signal(signal.SIGTERM)
        while host.is_alive():
            await asyncio.sleep(0.05)
        host.start()

    async def cut_listeners(self, _host) -> None:
        """Close the connections that listen; notifications sent meanwhile are lost."""
        connection = await asyncpg.connect(self._postgres.url)
        await connection.execute(CUT_LISTENERS)
        await connection.close()

    async def restart(self, _host) -> None:
        await asyncio.to_thread(self._postgres.stop)
        await asyncio.to_thread(self._postgres.start)


async def play_through(faults: int, postgres, folder, seed: int) -> None:
    dice = Random(seed)
    url = postgres.url
    hosts = [Host(url, folder / f"log{n}", away_after=AWAY_AFTER) for n in range(3)]
    for host in hosts:
        host.start()
        await host.listening()
    idle = IdleTable(hosts, dice, 3, Setup(clock=MoveClock(3000)), is_sticky=True)
    busy = [
        Table(hosts, dice, 3),
        Table(hosts, dice, 2, QUICK, bots=2),
        Table(hosts, dice, 4, Setup(clock=MoveClock(60))),
    ]
    chaos = Faults(hosts, postgres, dice)
    async with asyncio.timeout(120 + 15 * faults), asyncio.TaskGroup() as group:
        group.create_task(idle.play())
        playing = [group.create_task(table.play()) for table in busy]
        for _ in range(faults):
            await asyncio.sleep(dice.uniform(0.3, 2))
            await chaos.next()
        for table in busy:
            table.is_enough = True
        await asyncio.gather(*playing)
        await asyncio.sleep(QUIET)
        idle.is_enough = True  # no earlier, because people who disconnect are away
    for host in hosts:
        host.kill()
        check_errors(host.log)
    await check_store(url, [*busy, idle])


def check_absences(table, room: str, log) -> None:
    """Check that nobody was declared away who had a connection shortly before, at any process.

    On a machine that is slow to start processes, people may really be cut off for that long.
    """
    players = {player.name: player for player in table.players}
    fold = Room(room, Outages())
    for row in log:
        entry = DECODER.decode(row.body)
        fold.add(row.at, entry)
        if isinstance(entry, WentAway):
            player = players[fold.seats[entry.seat].name]
            since = row.at - AWAY_AFTER + UNNOTICED
            assert not [
                each for each in player.connections if each.began < row.at and each.ended > since
            ], (row, player.connections)


async def check_store(url, tables) -> None:
    store = await open_store(url)
    try:
        assert await check_logs(store, tables) > 100
        assert len(await store.rows("running")) == 1  # that of the idle table
        for table in tables:
            for room in table.rooms:
                log = await store.log(room)
                entries = [DECODER.decode(row.body) for row in log]
                assert not [each for each in entries if isinstance(each, Moved) and each.is_late]
                check_absences(table, room, log)
    finally:
        await store.close()


@pytest.mark.slow
async def test_three_processes_log_every_move_exactly_once(postgres, postgres_url, tmp_path):
    await play_through(20, postgres, tmp_path, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
async def test_many_faults_of_three_processes_lose_no_move(postgres, postgres_url, tmp_path, seed):
    await play_through(100, postgres, tmp_path, seed=seed)
