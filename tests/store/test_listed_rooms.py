"""The rooms in the list of games to watch are found with the index of their table."""

from tests.store.samples import append, opened


async def test_listed_rooms_are_found_while_they_run(url):
    async with opened(url) as store:
        for at, room in enumerate(("first", "second", "third"), 1):
            await store.append(append(room, at=at, status="running", is_listed=True))
        await store.append(append("waiting", status="waiting", is_listed=True))
        await store.append(append("hidden", status="running"))
        assert [row.room for row in await store.listed_rows(2)] == ["third", "second"]
        await store.append(append("third", 2, status="running"))
        await store.append(append("second", 2, status="finished", is_listed=True))
        assert [row.room for row in await store.listed_rows(5)] == ["first"]


async def test_the_list_scans_no_table(tmp_path):
    async with opened(f"{tmp_path}/games.db") as store:
        found = []

        async def explained(sql, *values):
            found.extend(await read(f"EXPLAIN QUERY PLAN {sql}", *values))
            return []

        read, store._read = store._read, explained
        await store.listed_rows(5)
        assert ["room_listed" in line[-1] for line in found] == [True]
