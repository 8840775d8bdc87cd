"""The queue of jobs: claims are exclusive, leases expire, and answered jobs are gone."""

import asyncio

import asyncpg
import pytest

from byzanz.store.errors import StoreBusy
from byzanz.store.job_queries import MOST_ATTEMPTS
from byzanz.store.opening import open_store
from byzanz.store.postgres import open_postgres
from byzanz.store.rows import JobRow, TakenJob, WorkerRow
from tests.store.samples import append, opened

PLAY, HINT = 0, 1
VIEW = b"a view that only one seat may see"


def job(name="j1", urgency=PLAY, room="r1", *, version="v1", asker="a1", at=10, question=VIEW):
    return JobRow(name, urgency, room, version, asker, at, question)


async def claim(store, worker="w1", *, now=20, until=50, version="v1"):
    taken = await store.claim_job(worker, version, now, until)
    return taken and taken.job


async def test_an_answer_is_read_once(url):
    async with opened(url) as store:
        await store.add_job(job())
        assert await store.take_answers("a1") == {}
        assert await store.claim_job("w1", "v1", 20, 50) == TakenJob("j1", PLAY, VIEW)
        assert await store.answer_job("w1", "j1", b"pass")
        assert not await store.answer_job("w1", "j1", b"again")
        assert await store.take_answers("a2") == {}
        assert await store.take_answers("a1") == {"j1": b"pass"}
        assert await store.take_answers("a1") == {}
        assert await store.jobs_of("a1") == set()


async def test_play_comes_before_hints_and_rooms_take_turns(url):
    async with opened(url) as store:
        for number, room in enumerate(["r1", "r1", "r1", "r2", "r3"]):
            await store.add_job(job(f"hint {number}", HINT, room, at=number))
        await store.add_job(job("play 1", at=100))
        await store.add_job(job("play 0", at=99, room="r2"))
        order = [await claim(store, now=200, until=300) for _ in range(8)]
        hints = ["hint 0", "hint 3", "hint 4", "hint 1", "hint 2"]
        assert order == ["play 0", "play 1", *hints, None]


async def test_only_workers_of_the_same_version_take_a_job(url):
    async with opened(url) as store:
        await store.add_job(job(version="v2"))
        assert await claim(store) is None
        assert await claim(store, version="v2") == "j1"


async def test_claims_are_exclusive(url):
    """Several connections claim at once; each job is taken by one worker."""
    async with opened(url) as one, opened(url) as other:
        names = [f"j{number}" for number in range(60)]
        for name in names:
            await one.add_job(job(name, room=name))
        claims = [claim(store, f"w{number}") for number in range(50) for store in (one, other)]
        taken = [each for each in await asyncio.gather(*claims) if each is not None]
        assert len(taken) == len(set(taken))
        while (left := await claim(one)) is not None:  # one that skipped locked rows may get none
            taken.append(left)
        assert sorted(taken) == sorted(names)


async def test_a_job_whose_lease_expires_is_taken_again(url):
    async with opened(url) as store:
        await store.add_job(job())
        assert await claim(store, "w1", now=20, until=50) == "j1"
        assert await claim(store, "w2", now=49) is None
        assert await store.renew_jobs("w1", ["j1", "j9"], 60) == {"j1"}
        assert await claim(store, "w2", now=59) is None
        assert await claim(store, "w2", now=60, until=90) == "j1"
        assert await store.renew_jobs("w1", ["j1"], 99) == set()
        assert not await store.answer_job("w1", "j1", b"late")
        assert await store.answer_job("w2", "j1", b"right")
        assert await store.take_answers("a1") == {"j1": b"right"}


async def test_a_job_is_tried_by_few_workers(url):
    async with opened(url) as store:
        await store.add_job(job())
        for number in range(MOST_ATTEMPTS):
            assert await claim(store, now=100 * number, until=100 * number + 50) == "j1"
        assert await claim(store, now=1000) is None


async def test_a_job_given_back_is_free_at_once(url):
    async with opened(url) as store:
        await store.add_job(job())
        assert await claim(store, "w1") == "j1"
        await store.release_jobs("w2", ["j1"], now=20)
        assert await claim(store, "w2") is None
        await store.release_jobs("w1", ["j1"], now=20)
        assert await store.withdraw_jobs("a1", untaken_since=20, added_before=0) == []
        assert await claim(store, "w2") == "j1"


async def test_a_withdrawn_job_is_gone_for_its_worker(url):
    async with opened(url) as store:
        for number, at in enumerate([5, 15, 25, 15, 15]):
            await store.add_job(job(f"j{number}", room=f"r{number}", at=at))
        assert [await claim(store, now=20, until=50) for _ in range(2)] == ["j0", "j1"]
        await store.add_job(job("other", asker="a2", at=5))
        await store.answer_job("w1", "j0", b"pass")
        withdrawn = await store.withdraw_jobs("a1", untaken_since=20, added_before=0)
        assert sorted(withdrawn) == ["j3", "j4"]
        assert await store.withdraw_jobs("a1", untaken_since=50, added_before=0) == ["j2"]
        await store.add_job(job("j2", at=25))
        assert await store.withdraw_jobs("a1", untaken_since=20, added_before=16) == ["j1"]
        assert not await store.answer_job("w1", "j1", b"late")
        assert await store.jobs_of("a1") == {"j0", "j2"}
        assert await store.take_answers("a1") == {"j0": b"pass"}
        await store.delete_old_jobs(added_before=6)
        assert await store.jobs_of("a2") == set()


async def test_a_worker_lives_until_its_time(url):
    async with opened(url) as store:
        first = WorkerRow("w1", 10, "v1", has_search=True, has_analysis=False)
        second = WorkerRow("w2", 20, "v2", has_search=False, has_analysis=True)
        for row in (first, second):
            await store.renew_worker(row)
        assert await store.live_workers(10) == [second]
        await store.renew_worker(WorkerRow("w1", 30, "v1", has_search=True, has_analysis=True))
        assert len(await store.live_workers(10)) == 2
        await store.delete_worker("w1")
        assert await store.live_workers(10) == [second]
        await store.delete_dead_workers(expired_before=21)
        assert await store.live_workers(0) == []


# --- analyses -------------------------------------------------------------------------------


async def test_an_analysis_is_shared_and_is_taken_over_when_its_lease_expires(url):
    async with opened(url) as store:
        for person in ("anna", "ben"):
            await store.add_person(person, 1)
        await store.add_analysis("s1", "anna", "v1", "record", 10)
        await store.add_analysis("s1", "ben", "v1", "record", 11)
        assert await store.analyses() == {"s1": "anna"}
        assert await store.claim_analysis("w1", "v1", 20, 50) == ("s1", "record")
        assert await store.claim_analysis("w2", "v1", 49, 80) is None
        assert await store.renew_analyses("w1", ["s1"], 60) == {"s1"}
        assert await store.claim_analysis("w2", "v1", 59, 80) is None
        assert await store.claim_analysis("w2", "v1", 60, 80) == ("s1", "record")
        assert await store.renew_analyses("w1", ["s1"], 90) == set()
        await store.delete_analysis("w1", "s1")
        assert await store.analyses() == {"s1": "anna"}
        await store.release_analyses("w2", ["s1"])
        assert await store.claim_analysis("w1", "v1", 61, 90) == ("s1", "record")
        await store.delete_analysis("w1", "s1")
        assert await store.analyses() == {}


async def test_an_analysis_of_a_version_that_is_gone_is_taken_over(url):
    async with opened(url) as store:
        await store.add_person("ben", 1)
        await store.add_analysis("s1", "anna", "v1", "record", 10)
        await store.claim_analysis("w1", "v1", 20, 50)
        await store.add_analysis("s1", "ben", "v2", "record", 40)
        assert await store.claim_analysis("w2", "v2", 49, 80) is None
        await store.add_analysis("s1", "ben", "v2", "record", 51)
        assert await store.claim_analysis("w2", "v2", 51, 80) == ("s1", "record")
        await store.delete_old_analyses(added_before=60, now=79)
        assert await store.analyses() == {"s1": "ben"}
        await store.delete_old_analyses(added_before=60, now=80)
        assert await store.analyses() == {}


async def test_previews_end_with_their_analysis(url):
    async with opened(url) as store:
        await store.add_preview("s1", 0, b"nobody asked")
        await store.add_analysis("s1", "anna", "v1", "record", 10)
        for number in (1, 0, 1):
            await store.add_preview("s1", number, b"%d" % number)
        assert await store.previews("s1") == {0: b"0", 1: b"1"}
        await store.claim_analysis("w1", "v1", 20, 50)
        await store.delete_analysis("w1", "s1")
        assert await store.previews("s1") == {}


# --- secrecy --------------------------------------------------------------------------------


async def test_jobs_are_in_no_backup(url, tmp_path):
    async with opened(url) as store:
        await store.add_job(job())
        await store.add_analysis("s1", "anna", "v1", "a record", 10)
        await store.backup(tmp_path / "backup")
        text = (tmp_path / "backup").read_bytes()
        assert VIEW not in text
        assert b"a record" not in text
        assert b"job" not in text


async def test_jobs_are_in_no_log_of_postgres(postgres_url):
    """PostgreSQL writes unlogged tables to neither its write-ahead log nor base backups."""
    async with opened(postgres_url):
        connection = await asyncpg.connect(postgres_url)
        sql = "SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r'"
        rows = await connection.fetch(sql)
        await connection.close()
    assert {name for (name,) in rows} == {"job", "analysis", "preview", "worker"}


RIGHTS = """
    GRANT SELECT ON migration, beat TO byzanz_worker;
    GRANT SELECT (room) ON room TO byzanz_worker;
    GRANT SELECT (replay) ON replay, daily_line TO byzanz_worker;
    GRANT SELECT (game, body) ON sent_game TO byzanz_worker;
    GRANT SELECT, INSERT, UPDATE, DELETE ON job, analysis, preview, worker, finding
        TO byzanz_worker;
"""


async def with_rights(url):
    """Create a database role with the rights of a worker; returns its address."""
    connection = await asyncpg.connect(url)
    try:
        if not await connection.fetch("SELECT 1 FROM pg_roles WHERE rolname = 'byzanz_worker'"):
            await connection.execute("CREATE ROLE byzanz_worker LOGIN")
        await connection.execute(f"GRANT USAGE ON SCHEMA public TO byzanz_worker; {RIGHTS}")
    finally:
        await connection.close()
    return url.replace("://postgres:", "://byzanz_worker:")


async def test_threat_40_the_rights_of_a_worker_are_enough_and_open_no_room(postgres_url):
    async with opened(postgres_url) as store:
        await store.append(append("r1"))
        await store.add_job(job())
        await store.add_analysis("r1", "anna", "v1", "record", 10)
        worker = await open_postgres(await with_rights(postgres_url), may_migrate=False)
        try:
            await worker.renew_worker(WorkerRow("w1", 10, "v1", has_search=True, has_analysis=True))
            assert await claim(worker, "w1") == "j1"
            assert await worker.renew_jobs("w1", ["j1"], 60) == {"j1"}
            assert await worker.answer_job("w1", "j1", b"pass")
            await worker.claim_analysis("w1", "v1", 20, 50)
            await worker.add_preview("r1", 0, b"{}")
            await worker.add_finding("r1", 0, b"{}", 20)
            assert await worker.findings("r1") == {0: b"{}"}
            await worker.delete_analysis("w1", "r1")
            await worker.delete_worker("w1")
            assert await worker.last_heartbeat() is None
            for table in ("log", "private", "person", "member", "code"):
                with pytest.raises(asyncpg.InsufficientPrivilegeError):
                    await worker._read(f"SELECT * FROM {table}")
        finally:
            await worker.close()


async def test_a_worker_does_not_migrate(postgres_url):
    with pytest.raises(StoreBusy, match="older schema"):
        await open_postgres(postgres_url, may_migrate=False)
    await (await open_store(postgres_url)).close()
    await (await open_postgres(postgres_url, may_migrate=False)).close()


async def test_notifications_wake_workers_and_askers(postgres_url):
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        heard = asyncio.Queue()

        async def listen(notifications):
            async for each in notifications:
                heard.put_nowait(set(each.job_signals))

        listening = [
            asyncio.ensure_future(listen(notifications))
            for notifications in (store.notifications(), other.job_notifications())
        ]
        await asyncio.sleep(0.3)
        await other.add_job(job())
        assert [await asyncio.wait_for(heard.get(), 5) for _ in range(2)] == [{"v1"}] * 2
        await claim(other)
        await other.answer_job("w1", "j1", b"pass")
        assert [await asyncio.wait_for(heard.get(), 5) for _ in range(2)] == [{"a1"}] * 2
        for task in listening:
            task.cancel()
