"""The deletion of a person in both databases: in steps that may be repeated and interrupted."""

import asyncio
import json
from itertools import starmap

import pytest
from msgspec.structs import replace

from byzanz.store.deletion_queries import ALL_SEATS, NO_SEAT, OWN_ROWS
from byzanz.store.rows import Appended, Conflict, PrivateData, RoomDeletion, RoomRewrite
from tests.server.personal_data.everything import POSTGRES_TABLES, TABLES, found_in_store
from tests.store.samples import append, opened
from tests.store.test_results import finish, result

ADA, BEN = "a" * 64, "b" * 64
SEATS = json.dumps(
    [
        {"name": "Ada", "bot": None, "place": 1, "profit": 9},
        {"name": "Ben", "bot": None, "place": 2, "profit": 8},
    ]
)

REWRITTEN_BY_ROOM = {("member", "person"), ("result", "person"), ("analysis", "person")}
OF_THE_PERSON = {("person", "person"), ("deletion", "person")}


def naming(person=ADA, name="Ada") -> bytes:
    return json.dumps(
        {"type": "joined", "person": person, "name": name}, separators=(",", ":")
    ).encode()


async def columns(store) -> set[tuple[str, str]]:
    """All columns of all tables."""
    if hasattr(store, "_pool"):
        sql = """
            SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = 'public'
        """
        return {tuple(row) for row in await store._read(sql)}
    found = set()
    for (table,) in await store._read(TABLES):
        for row in await store._read(f"PRAGMA table_info({table})"):
            found.add((table, row[1]))
    return found


async def test_every_column_with_a_person_is_part_of_a_deletion(url):
    """A new table with people in it must be deleted with them: see `OWN_ROWS`."""
    assert POSTGRES_TABLES
    async with opened(url) as store:
        with_person = {
            (table, column)
            for table, column in await columns(store)
            if column in ("person", "owner", "other", "subscriber", "host", "who", "maker")
        }
        wrapped_key = {("code", "person")}  # encrypted with the code
        assert with_person - wrapped_key == {*OWN_ROWS, *REWRITTEN_BY_ROOM, *OF_THE_PERSON}


async def test_a_deletion_begins_once_and_deletes_all_rows_of_the_person(url):
    async with opened(url) as store:
        for person in (ADA, BEN):
            await store.add_person(person, 1)
        await store.add_device_code("h1", "key", 10, ADA)
        await store.cut_tie(ADA, BEN, 5)
        await store.add_analysis("r9", ADA, "v", "record", 1)
        turn = await store.deletion_turn()
        begun = await asyncio.gather(*(store.begin_deletion(ADA, 5, 9) for _ in range(3)))
        assert sorted(begun, key=str) == [turn + 1, None, None]
        assert await store.deletion_turn() == turn + 1
        assert not await store.has_person(ADA)
        assert await store.device_code_owner("h1", 5) == []
        assert await store.cut_ties(BEN) == set()
        assert await store.analyses() == {"r9": None}
        await store.finish_deletion(ADA)
        assert await found_in_store(store, [ADA[:16]]) == []
        assert await store.begin_deletion("nobody", 5, 9) is None


async def test_an_interrupted_deletion_is_taken_over_once_its_lease_has_expired(url):
    async with opened(url) as store:
        await store.add_person(ADA, 1)
        await store.begin_deletion(ADA, 5, 9)
        assert await store.claim_deletion(8, 20) is None
        assert await store.claim_deletion(9, 20) == (ADA, 1)
        assert await store.claim_deletion(19, 30) is None
        await store.renew_deletion(ADA, 40)
        assert await store.claim_deletion(39, 50) is None
        await store.finish_deletion(ADA)
        assert await store.claim_deletion(99, 100) is None


async def test_threat_42_after_a_deletion_nothing_that_names_the_person_is_stored(url):
    async with opened(url) as store:
        await store.add_person(ADA, 1)
        await store.add_person(BEN, 1)
        first = replace(append("r1", members=(ADA, BEN)), named=(ADA, BEN))
        assert await store.append(first) == Appended()
        await store.begin_deletion(ADA, 5, 9)
        second = replace(append("r1", 2), named=(ADA,))
        other = replace(append("r2"), named=(BEN,))
        third = replace(append("r3", members=(ADA,)), named=(BEN, ADA))
        answers = await asyncio.gather(*map(store.append, (second, other, third)))
        assert answers == [Conflict("entry"), Appended(), Conflict("entry")]
        assert not await store.add_device_code("h1", "key", 10, ADA)
        await store.cut_tie(BEN, ADA, 5)
        await store.add_analysis("r9", ADA, "v", "record", 1)
        assert await store.stored_people([ADA, BEN]) == {BEN}
        assert not [
            row for row in await found_in_store(store, [ADA]) if row[:6] not in ("member", "deleti")
        ]


async def room_with_results(store) -> None:
    await finish(
        store,
        replace(result(ADA, seat=0, person_count=2, level=None), seats=SEATS),
        replace(result(BEN, seat=1, person_count=2, level=None), seats=SEATS),
    )


async def test_rooms_that_name_a_person_are_found_page_by_page(url):
    async with opened(url) as store:
        command = f"{ADA[:16]}:command-1"
        await store.append(append("r1", command=command))
        await store.append(append("r2", command=f"{BEN[:16]}:command-1", body=naming()))
        await store.append(append("r3", body=b'{"deck":["W1"],"played":[]}'))
        await store.append(append("r4"))
        await store.append(append("r4", 2, command=command))
        await store.append(append("r5", command=f"{ADA[:15]}b:command-1"))
        pages = [await store.rooms_naming(ADA, after, 2) for after in ("", "r2", "r4", "r5")]
        assert [[each.room for each in page] for page in pages] == [
            ["r1", "r2"],
            ["r3", "r4"],
            ["r5"],
            [],
        ]
        found = [each for page in pages for each in page]
        assert [each.room for each in found if each.has_person] == ["r1", "r2", "r4"]
        assert [each.room for each in found if each.first_entry] == ["r3"]


async def test_a_rewrite_replaces_bodies_command_keys_and_results(url):
    async with opened(url) as store:
        await room_with_results(store)
        await store.append(
            append("r1", 3, command=f"{ADA[:16]}:move", body=naming(), members=(ADA, BEN))
        )
        await store.append(append("r1", 4, command=f"{BEN[:16]}:move", body=naming(BEN, "Ben")))
        await store.set_private_data("r1", 0, b"of ada")
        await store.set_private_data("r1", 1, b"of ben")
        assert set(await store.naming_entries("r1")) == {1, 3, 4}
        rewrite = RoomRewrite("r1", 4, 0, ADA, {3: naming("deleted:1", "somebody")}, 0)
        assert await store.rewrite_room(rewrite)
        log = await store.log("r1")
        assert [row.command for row in log[2:]] == ["deleted:3", f"{BEN[:16]}:move"]
        assert (log[2].digest, log[3].digest) == (b"", bytes(16))
        assert log[2].body == naming("deleted:1", "somebody")
        assert [row.seq for row in log] == [1, 2, 3, 4]
        assert await store.private_data("r1") == PrivateData(3, {1: b"of ben"}, rewrites=1)
        assert [row.room for row in await store.rooms_of(BEN)] == ["r1"]
        (left,) = await store.results_of_room("r1")
        assert left.person == BEN
        assert [seat["name"] for seat in json.loads(left.seats)] == [None, "Ben"]
        assert await found_in_store(store, [ADA[:16], "Ada"]) == []


async def test_a_rewrite_changes_nothing_if_the_log_has_changed(url):
    async with opened(url) as store:
        await room_with_results(store)
        rewrite = RoomRewrite("r1", 2, 0, ADA, {1: b"new"}, ALL_SEATS)
        assert not await store.rewrite_room(replace(rewrite, head=1))
        assert not await store.rewrite_room(replace(rewrite, rewrites=1))
        assert not await store.delete_own_room(RoomDeletion("r1", 1, 0))
        assert len(await store.results_of_room("r1")) == 2
        rewrites = [replace(rewrite, bodies={1: bytes([n])}, seat=NO_SEAT) for n in range(4)]
        assert sum(await asyncio.gather(*map(store.rewrite_room, rewrites))) == 1


async def test_an_entry_for_a_log_that_was_rewritten_meanwhile_is_refused(url):
    async with opened(url) as store:
        await room_with_results(store)
        assert await store.rewrite_room(RoomRewrite("r1", 2, 0, ADA, {}, ALL_SEATS))
        assert await store.append(append("r1", 3)) == Conflict("entry")
        row = await store.row("r1")
        assert row.rewrites == (await store.heads(["r1"]))["r1"].rewrites == 1
        new = append("r1", 3)
        assert await store.append(replace(new, row=replace(new.row, rewrites=1))) == Appended()


async def test_a_room_of_one_person_is_deleted_with_everything(url):
    async with opened(url) as store:
        await finish(store, result(ADA))
        await store.add_finding("r1", 0, b"found", 5)
        await store.add_analysis("r1", None, "v", "record", 1)
        assert await store.delete_own_room(RoomDeletion("r1", 2, 0))
        assert await store.row("r1") is None
        assert await store.log("r1") == []
        assert await store.findings("r1") == {}
        assert await store.analyses() == {}
        assert await store.results(ADA) == []


async def test_the_name_is_removed_from_the_results_of_deleted_rooms(url):
    async with opened(url) as store:
        await room_with_results(store)
        await store.delete_rooms("finished", changed_before=9000)
        assert await store.result_rooms(ADA, 5) == ["r1"]
        await store.delete_results(ADA, ["r1"])
        await store.delete_results(ADA, ["r1"])
        assert await store.result_rooms(ADA, 5) == []
        (row,) = await store.results(BEN)
        assert [seat["name"] for seat in json.loads(row.row.seats)] == [None, "Ben"]


@pytest.mark.parametrize("text", ['{"sockets":{"%s":1}}', '{"seen":{"x":1,"%s":2}}'])
async def test_presence_of_a_person_is_replaced_unless_it_is_newer(url, text):
    from byzanz.store.rows import ProcessRow  # noqa: PLC0415

    async with opened(url) as store:
        await store.renew_process(ProcessRow("p1", 9, 4, "{}"))
        await store.set_presence("p1", {"r1": text % ADA, "r2": text % BEN}, 1)
        (found,) = await store.presence_naming(ADA)
        await store.replace_presence(found._replace(body="{}"), "{}")
        assert await store.presence_naming(ADA) == [found]
        await store.replace_presence(found, "{}")
        assert await store.presence_naming(ADA) == []
        assert len(list(starmap(tuple, [await store.presence_naming(BEN)]))) == 1
