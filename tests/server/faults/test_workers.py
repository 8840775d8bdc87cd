"""Workers are killed at random, and every decision, hint and analysis still arrives, once."""

import asyncio
import json
import signal
from collections import Counter
from pathlib import Path
from random import Random

import asyncpg
import msgspec
import pytest

from byzanz.analysis.findings import Findings, Report
from byzanz.load.http_pool import HttpPool
from byzanz.rooms.bot_task import answer_task, task_for_bot
from byzanz.rooms.entries import DECODER, Moved
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.store.opening import open_store
from byzanz.wire.answers import Hint
from byzanz.wire.commands import AskHint, Play
from byzanz.wire.endpoints import REPLAY, ROOM
from byzanz.wire.replays import AnalysisProgress, ReplayFound
from byzanz.wire.room import BotId, Pace, Setup, Status
from tests.server.faults import slow_greedy_worker
from tests.server.faults.host import Host, WorkerHost
from tests.server.faults.scripted_analyst import findings_of, report_of
from tests.server.faults.table import Table
from tests.server.faults.test_kill import check_errors
from tests.server.hosting.finished_games import GAMES

QUICK = Setup(pace=Pace.QUICK)
WORKERS = 3
HINTS = 3  # asked at once, for each decision of a person
LEFT_SECONDS = 40  # a job that is added while its server ends is deleted by the workers
RECORDS = sorted(path for path in GAMES.glob("3p-*.byz"))

AUDIT = """
    CREATE TABLE audit (job text, event text, attempts bigint);
    CREATE FUNCTION audit_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'INSERT' THEN
            INSERT INTO audit VALUES (NEW.job, 'asked', 0);
        ELSIF TG_OP = 'DELETE' THEN
            INSERT INTO audit VALUES (
                OLD.job, CASE WHEN OLD.answer IS NULL THEN 'withdrawn' ELSE 'read' END, OLD.attempts
            );
        ELSIF NEW.answer IS NOT NULL THEN
            INSERT INTO audit VALUES (NEW.job, 'answered', NEW.attempts);
        ELSIF OLD.worker <> NEW.worker THEN
            INSERT INTO audit VALUES (NEW.job, 'taken over', NEW.attempts);
        END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER audit AFTER INSERT OR UPDATE OF answer, worker OR DELETE ON job
        FOR EACH ROW EXECUTE FUNCTION audit_job();
"""


class HintTable(Table):
    """One person who asks for hints before each move, against two strong bots."""

    def __init__(self, hosts, dice: Random) -> None:
        super().__init__(hosts, dice, 1, QUICK, bots=2, bot=BotId.STRONG)
        self.hints = 0

    async def play(self) -> None:
        (player,) = self.players
        try:
            while not self.is_enough:
                await self.start_room()
                async with asyncio.TaskGroup() as group:
                    following = group.create_task(player.follow())
                    await self._play_with_hints(player)
                    following.cancel()
        finally:
            self.close()

    async def _play_with_hints(self, player) -> None:
        """Play until the game is over, or `is_enough` is set."""
        answered = 0
        while not self.is_enough:
            last = player.last
            if last is not None and last.room.status is Status.FINISHED:
                return
            is_waiting = last is None or last.options is None or last.view.turn != last.room.seat
            if is_waiting or last.seq < answered:
                await asyncio.sleep(0.02)
                continue
            decision = last.options.decision
            hints = await asyncio.gather(*[self._hint(player, decision) for _ in range(HINTS)])
            move = hints[0].explanation.candidates[0].move
            command = Play(f"{self.room[:8]}-{last.seq:08}", str(move), decision)
            answered = (await player.command(command)).seq

    async def _hint(self, player, decision: int) -> Hint:
        body = msgspec.json.encode(AskHint(decision))
        path = f"{ROOM.format(room=self.room)}/hints"
        async with asyncio.timeout(25):
            reply = await self.pool_for(player).post(path, body, player.key)
        assert reply.status == 200, reply
        self.hints += 1
        return msgspec.json.decode(reply.body, type=Hint)


class Analyst:
    """Has one record after another analysed, and asks another server each time."""

    def __init__(self, hosts, dice: Random, store) -> None:
        self.is_enough = False
        self.count = 0
        self._dice, self._store = dice, store
        self._pools = [HttpPool(host.address) for host in hosts]

    async def run(self) -> None:
        try:
            reply = await self._post("/api/people", b"")
            self._key = json.loads(reply)["key"]
            while not self.is_enough:
                text = RECORDS[self.count % len(RECORDS)].read_bytes()
                sent = await self._post("/api/replays", text, media_type="text/plain")
                await self._analyse(msgspec.json.decode(sent, type=ReplayFound).replay)
                self.count += 1
        finally:
            for pool in self._pools:
                pool.close()

    async def _analyse(self, replay: str) -> None:
        path, count = f"{REPLAY.format(replay=replay)}/analysis", 0
        async with asyncio.timeout(60):
            while True:
                reply = await self._post(path, b"", self._key)
                progress = msgspec.json.decode(reply, type=AnalysisProgress)
                assert progress.is_begun
                assert progress.count >= count
                count = progress.count
                if progress.report is not None:
                    break
                await asyncio.sleep(0.1)
        assert progress.findings == tuple([findings_of(n) for n in range(progress.total)])
        assert progress.report == report_of(progress.total)
        kept = await self._store.findings(replay)
        for number, body in kept.items():
            msgspec.json.decode(body, type=Report if number == progress.total else Findings)
        assert list(kept) == list(range(progress.total + 1))
        await self._store.delete_findings([replay])

    async def _post(self, path: str, body: bytes, key: str | None = None, **options) -> bytes:
        reply = await self._dice.choice(self._pools).post(path, body, key, **options)
        assert reply.status == 200, (path, reply)
        return reply.body


async def end(process) -> None:
    """End a process gracefully."""
    process.signal(signal.SIGTERM)
    async with asyncio.timeout(20):
        while process.is_alive():
            await asyncio.sleep(0.02)


async def end_worker(worker: WorkerHost, dice: Random) -> None:
    """Kill a worker, end it gracefully, or stop it until others have taken its jobs."""
    match dice.choice((*["kill"] * 6, "end", "end", "stop")):
        case "kill":
            worker.kill()
        case "end":
            await end(worker)
        case "stop":
            worker.signal(signal.SIGSTOP)
            await asyncio.sleep(4)
            worker.signal(signal.SIGCONT)
            return
    worker.start()


async def work_and_kill(url: str, folder: Path, kills: int, seed: int) -> None:
    dice, store = Random(seed), await open_store(url)
    connection = await asyncpg.connect(url)
    await connection.execute(AUDIT)
    hosts = [Host(url, folder / f"log{number}", has_search=True) for number in range(2)]
    workers = [WorkerHost(url, folder / f"worker{number}") for number in range(WORKERS)]
    for each in (*hosts, *workers):
        each.start()
    for host in hosts:
        await asyncio.wait_for(host.listening(), 30)
    tables = [HintTable(hosts, dice) for _ in range(3)]
    analyst = Analyst(hosts, dice, store)
    async with asyncio.timeout(120 + 10 * kills), asyncio.TaskGroup() as group:
        for work in (*[table.play() for table in tables], analyst.run()):
            group.create_task(work)
        while not await store.live_workers(await store.now()):
            await asyncio.sleep(0.05)
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0.2, 1.2))
            await end_worker(dice.choice(workers), dice)
        for each in (*tables, analyst):
            each.is_enough = True
    await check_results(store, tables, analyst)
    for host in hosts:
        await end(host)
        check_errors(host.log)
    async with asyncio.timeout(LEFT_SECONDS):
        while await connection.fetchval("SELECT count(*) FROM job"):
            await asyncio.sleep(0.1)
    for worker in workers:
        worker.kill()
        check_worker_log(worker.log)
    await check_audit(connection, kills)
    await connection.close()
    await store.close()


async def check_results(store, tables, analyst) -> None:
    assert analyst.count > 0
    for table in tables:
        assert table.hints > 0
        for room in table.rooms:
            assert await count_bot_moves(store, room) > 0


async def count_bot_moves(store, room: str) -> int:
    """Check that every move of a bot is the one that was asked for; returns their number.

    Solid, which stands in when nobody answers, would often have moved in another way.
    """
    rebuilt, count = Room(room, Outages()), 0
    for row in await store.log(room):
        entry = DECODER.decode(row.body)
        if isinstance(entry, Moved) and rebuilt.seats[entry.seat].bot:
            _, task = task_for_bot(rebuilt, BotId.STRONG)
            expected = answer_task(msgspec.structs.replace(task, bot=slow_greedy_worker.BOT)).move
            assert entry.move == expected, f"{room}: entry {row.seq}"
            count += 1
        rebuilt.add(row.at, entry)
    return count


async def check_audit(connection, kills: int) -> None:
    """Check that no job was answered or read twice, and that others took over from dead workers."""
    rows = await connection.fetch("SELECT job, event FROM audit")
    events = Counter(event for _, event in rows)
    for event in ("asked", "answered", "read", "withdrawn"):
        assert events[event] == len({job for job, each in rows if each == event}), event
    assert events["read"] + events["withdrawn"] == events["asked"]
    assert events["answered"] > max(kills, events["asked"] / 2), events
    assert events["taken over"] > 0, events


def check_worker_log(log: str) -> None:
    """Check that a worker's log has no error and no card."""
    for line in Path(log).read_text().splitlines():
        facts = json.loads(line)
        assert facts["level"] in ("debug", "info", "warning"), line
        assert set(facts) <= {"event", "level", "timestamp", "urgency", "has_effect", "processes"}


@pytest.mark.slow
async def test_threat_41_workers_are_killed_and_everything_arrives_once(postgres_url, tmp_path):
    await work_and_kill(postgres_url, tmp_path, kills=10, seed=1)


@pytest.mark.long
async def test_threat_41_workers_are_killed_two_hundred_times(postgres_url, tmp_path):
    await work_and_kill(postgres_url, tmp_path, kills=200, seed=2)
