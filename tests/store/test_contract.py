"""The contract of `EventStore`, tested with both databases."""

import asyncio

import pytest
from msgspec.structs import replace

from byzanz.store.errors import StoreBusy
from byzanz.store.rows import Appended, Conflict, Outage, PrivateData
from tests.store.samples import append, entry, opened

ENTRY_TAKEN = Conflict("entry")


async def test_a_log_is_read_as_it_was_written(url):
    bodies = [b'{"a":1}', bytes(range(256)), b""]
    async with opened(url) as store:
        for seq, body in enumerate(bodies, 1):
            assert await store.append(append(seq=seq, body=body)) == Appended()
        expected = [entry(seq, body=body) for seq, body in enumerate(bodies, 1)]
        assert await store.log("r1") == expected
        assert await store.log("r1", after=1) == expected[1:]
        assert await store.log("r1", after=3) == await store.log("r2") == []


async def test_the_log_outlives_the_store(url):
    async with opened(url) as store:
        await store.append(append())
    async with opened(url) as store:
        assert await store.log("r1") == [entry()]
        assert await store.append(append(seq=2)) == Appended()


@pytest.mark.parametrize(
    ("seq", "command"),
    [
        pytest.param(1, "other", id="the room exists"),
        pytest.param(2, "other", id="the seq exists"),
        pytest.param(3, "auto:1", id="the command exists"),
        pytest.param(4, "other", id="a seq would be missing"),
    ],
)
async def test_a_conflict_changes_nothing(url, seq, command):
    async with opened(url) as store:
        await store.append(append())
        await store.append(append(seq=2))
        before = await store.log("r1"), await store.row("r1")
        late = append(seq=seq, command=command, status="finished", code="ABCD", members=("p",))
        assert await store.append(late) == ENTRY_TAKEN
        assert (await store.log("r1"), await store.row("r1")) == before
        assert await store.rooms_of("p") == []
        assert await store.append(append(seq=3)) == Appended()


async def test_a_room_begins_with_entry_1(url):
    async with opened(url) as store:
        assert await store.append(append(seq=2)) == ENTRY_TAKEN
        assert await store.row("r1") is None


@pytest.mark.parametrize("room", ["", "a b", "Ä", "x" * 65, "x\n"])
def test_a_room_id_is_short_printable_ascii(room):
    with pytest.raises(AssertionError):
        append(room)


async def test_two_rooms_may_have_the_same_command(url):
    async with opened(url) as store:
        await store.append(append(command="p:1"))
        assert await store.append(append("r2", command="p:1", body=b"other")) == Appended()


async def test_the_row_is_that_of_the_last_entry(url):
    async with opened(url) as store:
        first, second = append(due=5000, code="ABCD"), append(seq=2, status="running")
        await store.append(first)
        assert await store.row("r1") == first.row
        await store.append(second)
        assert await store.row("r1") == second.row
        assert await store.row("r2") is None


async def test_rooms_are_listed_by_status(url):
    async with opened(url) as store:
        public = append("public", at=1)
        hidden = append("hidden", at=2, is_public=False)
        running = append("running", at=3, status="running")
        for each in (public, hidden, running):
            await store.append(each)
        assert await store.rows("waiting") == [hidden.row, public.row]
        assert await store.rows("waiting", is_public=True) == [public.row]
        assert await store.rows("waiting", is_public=False) == [hidden.row]
        assert await store.rows("finished") == []


async def test_rooms_are_found_by_member(url):
    async with opened(url) as store:
        await store.append(append("r1", members=("ada", "bob"), at=1))
        await store.append(append("r2", members=("ada",), at=2))
        rooms = [row.room for row in await store.rooms_of("ada")]
        assert rooms == ["r2", "r1"]
        await store.append(append("r1", 2, members=("bob", "eve")))
        await store.append(append("r1", 3))
        assert [row.room for row in await store.rooms_of("ada")] == ["r2"]
        assert [row.head for row in await store.rooms_of("bob")] == [3]
        assert [row.room for row in await store.rooms_of("eve")] == ["r1"]
        await store.append(append("r1", 4, members=()))
        assert await store.rooms_of("bob") == await store.rooms_of("nobody") == []


async def test_due_rooms_are_found(url):
    async with opened(url) as store:
        for room, due in [("late", 30), ("soon", 10), ("next", 20), ("never", None)]:
            await store.append(append(room, due=due))
        assert [row.room for row in await store.due_rows(20)] == ["soon", "next"]
        assert await store.due_rows(9) == []


async def test_heads_are_the_last_seqs_of_stored_rooms(url):
    async with opened(url) as store:
        await store.append(append("r1"))
        await store.append(append("r1", 2))
        await store.append(append('r"2'))
        assert await store.heads(["r1", 'r"2', "r3"]) == {"r1": (2, 0, 0), 'r"2': (1, 0, 0)}
        assert await store.heads([]) == {}


async def test_a_code_belongs_to_one_room_at_a_time(url):
    async with opened(url) as store:
        await store.append(append("r1", code="ABCD"))
        assert await store.room_of_code("ABCD") == "r1"
        assert await store.append(append("r2", code="ABCD")) == Conflict("code")
        assert await store.row("r2") is None
        await store.append(append("r1", 2, code="ABCD"))
        await store.append(append("r1", 3))
        assert await store.room_of_code("ABCD") is None
        assert await store.append(append("r2", code="ABCD")) == Appended()


async def test_a_failing_append_does_not_affect_the_others(url):
    async with opened(url) as store:
        await store.append(append("r0", code="ABCD"))
        await store.append(append("r1"))
        given = [append(f"r{n}") for n in range(1, 9)]
        given[3] = append("r4", code="ABCD")
        given[6] = append("r7", status=None)  # violates NOT NULL
        done = await asyncio.gather(*map(store.append, given), return_exceptions=True)
        assert done[:3] == [ENTRY_TAKEN, Appended(), Appended()]
        assert done[3] == Conflict("code")
        assert isinstance(done[6], Exception)
        assert not isinstance(done[6], StoreBusy)
        assert (await store.heads([f"r{n}" for n in range(10)])).keys() == {
            *("r0", "r1", "r2", "r3", "r5", "r6", "r8")
        }


async def test_appends_to_one_room_keep_their_order(url):
    async with opened(url) as store:
        given = [append(seq=seq) for seq in range(1, 6)]
        twice = append(seq=3, command="other")
        done = await asyncio.gather(*map(store.append, [*given, twice]))
        assert done == [Appended()] * 5 + [ENTRY_TAKEN]
        assert await store.log("r1") == [each.entry for each in given]


async def test_old_rooms_are_deleted_with_all_their_data(url):
    async with opened(url) as store:
        for room, at, status in [("old", 1, "finished"), ("new", 9, "finished"), ("on", 1, "on")]:
            await store.append(append(room, at=at, status=status, members=("ada",)))
            await store.set_private_data(room, 0, b"x")
        assert await store.delete_rooms("finished", changed_before=9) == 1
        assert await store.delete_rooms("finished", changed_before=9) == 0
        assert await store.log("old") == []

        assert (await store.private_data("old")).bodies == {}
        assert {row.room for row in await store.rooms_of("ada")} == {"new", "on"}
        assert (await store.private_data("new")).bodies == {0: b"x"}
        assert await store.append(append("old", 2)) == ENTRY_TAKEN
        assert await store.append(append("old")) == Appended()


async def test_rooms_are_deleted_a_few_at_a_time(url):
    async with opened(url) as store:
        await asyncio.gather(*(store.append(append(f"r{n}")) for n in range(5)))
        deleted = [
            await store.delete_rooms("waiting", changed_before=9999, limit=2) for _ in range(4)
        ]
        assert deleted == [2, 2, 1, 0]


async def test_old_uploaded_records_are_deleted(url):
    async with opened(url) as store:
        assert await store.replay("a") is None
        await store.add_replay("a", bytes(range(256)), 1)
        await store.add_replay("b", b"b", 1)
        await store.add_replay("b", b"b", 9)  # uploaded again, so no longer old
        assert await store.replay("a") == bytes(range(256))
        assert await store.delete_replays(sent_before=9) == 1
        assert await store.delete_replays(sent_before=9) == 0
        assert await store.replay("a") is None
        assert await store.replay("b") == b"b"


async def test_findings_are_stored_once_and_in_order(url):
    async with opened(url) as store:
        await store.append(append("room"))
        await store.add_replay("sent", b"", 1)
        for subject in ("room", "sent", "nothing"):
            for number in (10, 2, 0):
                await store.add_finding(subject, number, b"%d" % number, 5)
        await store.add_finding("room", 2, b"other", 9)
        assert list((await store.findings("room")).items()) == [(0, b"0"), (2, b"2"), (10, b"10")]
        assert list(await store.findings("sent", 2)) == [2, 10]
        assert await store.finding_numbers("sent") == [0, 2, 10]
        assert await store.finding_numbers("nothing") == []  # there is no such subject
        await store.delete_findings(["sent", "nothing"])
        assert await store.findings("sent") == {}
        assert await store.finding_numbers("room") == [0, 2, 10]


async def test_findings_are_deleted_with_their_subject(url):
    async with opened(url) as store:
        await store.append(append("old", at=1))
        await store.append(append("new", at=9))
        await store.add_replay("sent", b"", 1)
        for subject in ("old", "new", "sent"):
            await store.add_finding(subject, 0, b"x", 9)
        await store.delete_rooms("waiting", changed_before=9)
        assert await store.findings("old") == {}
        assert await store.findings("sent") == await store.findings("new") == {0: b"x"}
        await store.delete_replays(sent_before=9)
        assert await store.findings("sent") == {}
        assert await store.findings("new") == {0: b"x"}


async def test_old_findings_are_deleted_a_few_at_a_time(url):
    async with opened(url) as store:
        await store.append(append("room"))
        for number in range(7):
            await store.add_finding("room", number, b"x", number)
        deleted = [await store.delete_old_findings(found_before=5, limit=2) for _ in range(4)]
        assert deleted == [2, 2, 1, 0]
        assert await store.finding_numbers("room") == [5, 6]


async def test_only_added_people_are_stored(url):
    async with opened(url) as store:
        assert not await store.has_person("ada")
        await store.add_person("ada", 1)
        await store.add_person("ada", 2)
        await store.mark_seen("ada", 3)
        await store.mark_seen("bob", 3)
        assert await store.has_person("ada")
        assert not await store.has_person("bob")


async def test_people_not_seen_for_long_are_deleted(url):
    async with opened(url) as store:
        for person in ("ada", "bob", "eve", "joe"):
            await store.add_person(person, 1)
        await store.mark_seen("bob", 9)
        await store.append(append("r1", members=("eve",)))
        assert await store.delete_people(seen_before=9, limit=1) == 1
        assert await store.delete_people(seen_before=9) == 1
        assert await store.delete_people(seen_before=9) == 0
        left = [person for person in ("ada", "bob", "eve", "joe") if await store.has_person(person)]
        assert left == ["bob", "eve"]


async def test_a_device_code_works_once_and_until_it_expires(url):
    async with opened(url) as store:
        await store.add_person("ada", 1)
        assert await store.add_device_code("h1", "key", 10, "ada")
        assert await store.add_device_code("h2", "other key", 10, "ada")
        assert not await store.add_device_code("h4", "key", 10, "a stranger")
        assert await store.device_code_owner("h1", 9) == ["ada"]
        assert await store.device_code_owner("h1", 10) == []
        assert await store.claim_device_code("h3", 5) is None
        assert await store.claim_device_code("h1", 9) == "key"
        assert await store.claim_device_code("h1", 9) is None
        assert await store.claim_device_code("h2", 10) is None
        assert await store.claim_device_code("h2", 9) is None


async def test_only_one_of_many_can_claim_a_device_code(url):
    async with opened(url) as store, opened(url) as other:
        await store.add_person("ada", 1)
        await store.add_device_code("h1", "ada", 10, "ada")
        claims = (each.claim_device_code("h1", 5) for each in [store, other] * 5)
        assert sorted(await asyncio.gather(*claims), key=str) == [None] * 9 + ["ada"]


async def test_private_data_is_stored_by_room_and_seat(url):
    async with opened(url) as store:
        await store.append(append())
        await store.set_private_data("r1", 1, b"one")
        await store.set_private_data("r1", 0, b"x")
        await store.set_private_data("r1", 0, b"\x00nought")
        assert await store.private_data("r1") == PrivateData(3, {0: b"\x00nought", 1: b"one"})
        assert await store.private_data("r2") == PrivateData(0, {})
        assert (await store.heads(["r1"]))["r1"].private_version == 3


async def test_an_append_may_depend_on_the_private_data(url):
    async with opened(url) as store:
        await store.append(append())
        await store.set_private_data("r1", 1, b"one")
        assert await store.append(replace(append(seq=2), private_version=0)) == ENTRY_TAKEN
        assert await store.append(replace(append(seq=2), private_version=1)) == Appended()
        assert await store.append(replace(append(seq=3), private_version=None)) == Appended()


async def test_the_last_heartbeat_and_all_outages_are_stored(url):
    async with opened(url) as store:
        assert await store.last_heartbeat() is None
        await store.record_heartbeat(5)
        await store.record_heartbeat(7)
        await store.record_heartbeat(6)  # by a process whose clock is behind
        assert await store.last_heartbeat() == 7
        await store.add_outage(9, 12)
        await store.add_outage(1, 2)
        await store.add_outage(9, 12)
        assert await store.outages() == [Outage(1, 2), Outage(9, 12)]


async def test_the_latest_time_covers_heartbeats_and_entries_and_outages(url):
    async with opened(url) as store:
        assert await store.latest_time() is None
        await store.append(append("r1", at=10))
        await store.append(append("r2", at=30))
        assert await store.latest_time() == 30
        await store.record_heartbeat(20)
        assert await store.latest_time() == 30
        await store.record_heartbeat(40)
        assert await store.latest_time() == 40
        await store.add_outage(45, 50)
        assert await store.latest_time() == 50


async def test_the_clock_counts_milliseconds_since_1970(url):
    async with opened(url) as store:
        first = await store.now()
        assert 1_700_000_000_000 < first <= await store.now() < 10_000_000_000_000


async def test_only_one_of_two_processes_gets_a_seq(url):
    async with opened(url) as store, opened(url) as other:
        for seq in range(1, 21):
            given = [append(seq=seq, command=f"{who}:{seq}") for who in ("a", "b")]
            done = await asyncio.gather(store.append(given[0]), other.append(given[1]))
            assert sorted(done, key=repr) == [Appended(), ENTRY_TAKEN]
        log = await other.log("r1")
        assert [each.seq for each in log] == [*range(1, 21)]


async def test_each_seq_of_many_rooms_goes_to_one_of_two_processes(url):
    async with opened(url) as store, opened(url) as other:
        rooms = [f"r{n}" for n in range(50)]
        for seq in range(1, 5):
            mine = (store.append(append(room, seq, command="a" * seq)) for room in rooms)
            theirs = (other.append(append(room, seq, command="b" * seq)) for room in rooms[::-1])
            done = await asyncio.gather(*mine, *theirs)
            assert done.count(Appended()) == done.count(ENTRY_TAKEN) == 50
        assert {head.seq for head in (await store.heads(rooms)).values()} == {4}


async def test_only_one_of_two_processes_gets_a_code(url):
    async with opened(url) as store, opened(url) as other:
        for n in range(10):
            done = await asyncio.gather(
                store.append(append(f"a{n}", code=f"C{n}")),
                other.append(append(f"b{n}", code=f"C{n}")),
            )
            assert sorted(done, key=repr) == [Appended(), Conflict("code")]


async def test_a_closed_store_is_busy(url):
    async with opened(url) as store:
        pending = asyncio.create_task(store.append(append()))
        await asyncio.sleep(0)
    assert await pending == Appended()
    with pytest.raises(StoreBusy):
        await store.append(append(seq=2))
    with pytest.raises(StoreBusy):
        await store.log("r1")


async def test_a_cancelled_append_does_not_affect_the_others(url):
    async with opened(url) as store:
        cancelled = asyncio.create_task(store.append(append("cancelled")))
        other = asyncio.create_task(store.append(append("other")))
        await asyncio.sleep(0)
        cancelled.cancel()
        assert await other == Appended()
        assert await store.append(append("later")) == Appended()
