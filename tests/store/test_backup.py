"""A backup is complete, as of one moment, and can be restored into either database."""

import asyncio
import json

import pytest

from byzanz.store.errors import RestoreRefused
from byzanz.store.rows import Appended, DailyDealRow, DailyLineRow
from tests.store.samples import append, entry, opened
from tests.store.test_results import result

ALL_BYTES = bytes(range(256))


async def fill(store):
    await store.append(append("r1", code="ABCD", members=("ada", "bob"), due=5, body=ALL_BYTES))
    await store.append(append("r1", 2, code="ABCD", is_public=False, is_listed=True))
    await store.append(append('Ä"\\'.encode().hex(), command='Ä"\\\n', status="finished"))
    await store.set_private_data("r1", 2, ALL_BYTES)
    await store.add_replay("sent", ALL_BYTES, 8)
    await store.add_finding("sent", 0, b"found again", 8)
    await store.add_person("ada", 1)
    await store.add_device_code("hash", "ada", 10, "ada")
    await store.fill_in_results("r1", [result(at=3)], rewrites=0)
    await store.keep_result("ada", "r1", is_kept=True, most=1)
    await store.add_person("bob", 1)
    await store.cut_tie("ada", "bob", 5)
    await store.add_person("eve", 1)
    await store.begin_deletion("eve", 6, 7)
    await store.add_daily_deal(DailyDealRow("2026-11-19", "d", "secret", "dice", "1", made=5))
    await store.begin_daily_try("ada", "2026-11-19", "r1", 6)
    await store.end_daily_try("r1", 7, "1.1", 20, 1)
    await store.add_daily_line(DailyLineRow("2026-11-19", "e", ALL_BYTES, 20, 1, "1.1"))
    await store.add_sent_game(result(room="g1"), ALL_BYTES, 6, most=1)
    await store.record_heartbeat(7)
    await store.add_outage(3, 4)


async def contents(store):
    return (
        [await store.rows(status) for status in ("waiting", "finished")],
        [await store.log(row.room) for status in ("waiting", "finished")
         for row in await store.rows(status)],
        [await store.rooms_of(person) for person in ("ada", "bob")],
        [(await store.private_data("r1")).bodies, await store.has_person("ada")],
        [await store.last_heartbeat(), await store.outages(), await store.replay("sent")],
        [await store.results("ada"), await store.cut_ties("bob"), await store.sent_game("g1")],
        [await store.daily_deal("2026-11-19"), await store.daily_tries("ada")],
        [await store.daily_counts("2026-11-19", "1.1"), await store.daily_line("2026-11-19")],
    )  # fmt: skip


async def test_a_backup_of_either_database_restores_into_either(url, postgres, tmp_path):
    path = tmp_path / "backup.jsonl"
    async with opened(url) as store:
        await fill(store)
        await store.backup(path)
        before = await contents(store)
    await postgres.empty()
    for target in (f"{tmp_path}/restored.db", postgres.url):
        async with opened(target) as store:
            await store.restore(path)
            assert await contents(store) == before
            assert await store.findings("sent") == {}
            assert await store.device_code_owner("hash", 5) == ["ada"]
            assert await store.claim_device_code("hash", 5) == "ada"
            assert await store.append(append("r1", 3)) == Appended()
            assert await store.claim_deletion(7, 9) == ("eve", 1)
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_backup_shows_one_moment(url, tmp_path):
    """Two rooms get entries in turn: no backup has the later entry without the earlier one."""
    path = tmp_path / "backup.jsonl"
    async with opened(url) as store:

        async def play():
            for seq in range(1, 200):
                for room in ("a", "b"):
                    await store.append(append(room, seq))

        playing = asyncio.create_task(play())
        while not await store.heads(["b"]):
            assert not playing.done()
            await asyncio.sleep(0)
        for _ in range(5):
            await store.backup(path)
            rows = [json.loads(line) for line in path.read_bytes().splitlines()]
            heads = {row[1]: row[2] for row in rows if row[0] == "room"}
            assert heads["a"] - heads["b"] in (0, 1)
            log = [tuple(row[1:3]) for row in rows if row[0] == "log"]
            assert sorted(log) == [
                (room, seq) for room in sorted(heads) for seq in range(1, heads[room] + 1)
            ]
        playing.cancel()


async def test_many_rows_are_copied_page_by_page(url, tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.store.backup.PAGE", 7)
    monkeypatch.setattr("byzanz.store.sqlite.PAGE", 7)
    path = tmp_path / "backup.jsonl"
    async with opened(url) as store:
        await asyncio.gather(*(store.append(append(f"r{n}")) for n in range(50)))
        await store.backup(path)
    async with opened(":memory:", volatile=True) as store:
        await store.restore(path)
        assert len(await store.rows("waiting")) == 50
        assert await store.log("r49") == [entry()]


def without_end(lines):
    return lines[:-1]


def with_half_an_end(lines):
    return [*lines[:-1], lines[-1][:2]]


def without_one_row(lines):
    return [*lines[:-2], lines[-1]]


def of_newer_version(lines):
    return [b'["byzanz-store",2]', *lines[1:]]


def with_foreign_start(lines):
    return [b'{"a": 1}', *lines]


def empty(lines):
    return []


@pytest.mark.parametrize(
    "damage",
    [without_end, with_half_an_end, without_one_row, of_newer_version, with_foreign_start, empty],
)
async def test_a_damaged_backup_is_refused(url, tmp_path, damage):
    path = tmp_path / "backup.jsonl"
    async with opened(":memory:", volatile=True) as store:
        await fill(store)
        await store.backup(path)
    path.write_bytes(b"\n".join(damage(path.read_bytes().splitlines())) + b"\n")
    async with opened(url) as store:
        with pytest.raises(RestoreRefused):
            await store.restore(path)
        assert await store.rows("waiting") == []
        assert await store.append(append()) == Appended()


async def test_only_an_empty_store_can_be_filled(url, tmp_path):
    path = tmp_path / "backup.jsonl"
    async with opened(url) as store:
        await store.add_person("ada", 1)
        await store.backup(path)
        with pytest.raises(RestoreRefused, match="empty"):
            await store.restore(path)


async def test_a_missing_file_or_folder_is_reported(url, tmp_path):
    async with opened(url) as store:
        with pytest.raises(FileNotFoundError):
            await store.restore(tmp_path / "none.jsonl")
        with pytest.raises(FileNotFoundError):
            await store.backup(tmp_path / "none" / "backup.jsonl")


async def test_a_failed_backup_keeps_the_previous_one(url, tmp_path, monkeypatch):
    path = tmp_path / "backup.jsonl"
    path.write_text("the previous one")
    async with opened(url) as store:
        await store.append(append())
        monkeypatch.setattr("byzanz.store.backup.End", None)
        with pytest.raises(TypeError):
            await store.backup(path)
    assert path.read_text() == "the previous one"
    assert not (tmp_path / "backup.jsonl.part").exists()
