"""The hashed files of the current build of the pages and of the previous one are stored."""

import asyncio
import json

from byzanz.store.rows import PageFileRow
from tests.store.samples import opened


def file(name="index-AbCd_12-.js", body=b"packed"):
    return PageFileRow(name, "text/javascript", body)


async def add(store, build, at, *files):
    stored = await store.renew_page_build(build, at)
    await store.add_page_files(build, [each for each in files if each.name not in stored])
    return stored


async def test_a_file_of_any_build_is_found(url):
    async with opened(url) as store:
        assert await add(store, "one", 1, file("a"), file("shared")) == set()
        assert await add(store, "two", 2, file("b", b"other"), file("shared")) == set()
        assert await store.page_file("a") == file("a")
        assert await store.page_file("b") == file("b", b"other")
        assert await store.page_file("shared") == file("shared")
        assert await store.page_file("c") is None


async def test_a_build_that_was_stored_in_part_is_completed(url):
    async with opened(url) as store:
        await add(store, "one", 1, file("a"))
        assert await add(store, "one", 2, file("a"), file("b")) == {"a"}
        assert await store.page_file("b") == file("b")


async def test_the_two_builds_that_began_last_are_kept(url):
    async with opened(url) as store:
        for at, build in enumerate(("one", "two", "three")):
            await add(store, build, at, file(f"of-{build}"), file("shared"))
        await add(store, "one", 9, file("of-one"), file("shared"))  # back to an older version
        await store.delete_old_page_builds()
        found = [await store.page_file(f"of-{build}") for build in ("one", "two", "three")]
        assert [each is not None for each in found] == [True, False, True]
        assert await store.page_file("shared") is not None


async def test_many_processes_may_add_one_build_at_once(url):
    async with opened(url) as store:
        files = [file(f"f{number}") for number in range(20)]
        await asyncio.gather(*[add(store, "one", at, *files) for at in range(5)])
        assert await store.renew_page_build("one", 9) == {each.name for each in files}


async def test_a_backup_has_no_page_files(url, tmp_path):
    path = tmp_path / "backup.jsonl"
    async with opened(url) as store:
        await add(store, "one", 1, file())
        await store.backup(path)
        assert [json.loads(line)[0] for line in path.read_text().splitlines()] == [
            *("byzanz-store", "end")
        ]
        await store.restore(path)  # a store with page files alone counts as empty
