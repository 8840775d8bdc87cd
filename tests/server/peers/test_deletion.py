"""A deletion with several processes: stale copies, lost messages, crashes and older releases."""

import asyncio
import json

import pytest

from byzanz.rooms.anonymous import SOMEBODY
from byzanz.rooms.entries import REWRITES_LEVEL, HintAsked
from byzanz.server.hosting.people import person_of
from byzanz.server.peers.peers import PeerPresence
from byzanz.server.peers.presence import RoomPresence
from byzanz.store.rows import ProcessRow
from byzanz.wire.commands import AskSeat, CreateRoom, SeatPlan
from byzanz.wire.personal_data import DeleteData
from byzanz.wire.problems import Code
from byzanz.wire.room import Setup
from tests.server.hosting.harness import NONCE, refusal
from tests.server.peers.processes import messages, processes
from tests.server.personal_data.everything import found_in_memory, found_in_store

CONFIRMED = DeleteData(is_confirmed=True)
STEPS = 60  # more than a deletion has calls of the store
MEETING = 1  # second after which all processes know each other


async def two_processes(host):
    first, second = await host.start(), await host.start()
    await asyncio.sleep(MEETING)
    return first, second


async def table(host, at):
    """A running game of Anna and Ben, who are at two processes, with a bot."""
    room, (anna, ben) = await host.table(at, bots=1)
    return room, anna, ben


async def delete(process, visitor):
    return await process.ask("delete_data", visitor, body=CONFIRMED)


async def traces(host, visitor) -> list[str]:
    return await found_in_store(host.store, ["Anna", person_of(visitor.key)[:16]])


async def test_a_process_that_gets_no_messages_shows_no_name_either(monkeypatch):
    async with processes() as host:
        first, second = await host.start(), await host.start()
        room, anna, ben = await table(host, [first, second])
        socket = await second.ask("follow", ben, room=room, after=0)
        messages(socket)
        monkeypatch.setattr(host.database, "notify", lambda *_: None)
        assert (await delete(first, anna)).is_complete
        update = await second.ask("update", ben, room=room, after=0)
        assert SOMEBODY in [seat.name for seat in update.room.seats]
        assert b"Anna" not in b"".join(socket._messages)
        await asyncio.sleep(3)
        assert found_in_memory(second.service, ["Anna", person_of(anna.key)]) == []
        assert await traces(host, anna) == []


async def test_a_message_makes_the_others_forget_at_once():
    async with processes() as host:
        first, second = await two_processes(host)
        room, anna, ben = await table(host, [first, second])
        elsewhere = await second.ask("follow", anna, room=room, after=0)
        watching = await second.ask("follow", ben, room=room, after=0)
        await delete(first, anna)
        await asyncio.sleep(0.5)
        assert elsewhere.close_code == 4401
        names = [each.room.seats for each in messages(watching) if hasattr(each, "room")][-1]
        assert SOMEBODY in [seat.name for seat in names]
        assert found_in_memory(second.service, ["Anna", person_of(anna.key)]) == []


async def test_threat_42_a_stale_copy_of_a_room_writes_nothing(monkeypatch):
    async with processes() as host:
        first, second = await host.start(), await host.start()
        room, anna, ben = await table(host, [first, second])
        monkeypatch.setattr(host.database, "notify", lambda *_: None)
        stale = second.service.rooms.find(room)
        await delete(first, anna)
        assert "Anna" in stale.room.names
        async with stale.lock:
            before = len(await host.store.log(room))
            assert not await second.service.rooms.write(stale, HintAsked(host.seat(room, ben)))
        assert len(await host.store.log(room)) == before
        assert stale.room.seq == before  # loaded again
        assert "Anna" not in stale.room.names


async def test_a_key_that_is_still_cached_elsewhere_writes_nothing(monkeypatch):
    async with processes() as host:
        first, second = await host.start(), await host.start()
        room, _, ben = await table(host, [first, second])
        anna = await host.visitor(first)
        await second.ask("my_rooms", anna)
        monkeypatch.setattr(host.database, "notify", lambda *_: None)
        await delete(first, anna)
        person = person_of(anna.key)
        assert person in second.service.handlers.memory._people.known()
        create = CreateRoom(host.next_id(), "Anna", NONCE, (SeatPlan(),) * 3, Setup())
        requests = [
            second.ask("create", anna, body=create),
            second.ask("command", anna, room=room, body=AskSeat(host.next_id(), "Anni")),
            second.ask("device_code", anna),
            second.ask("my_data", anna),
        ]
        for request in requests:
            assert (await refusal(request)).code is Code.NOT_KNOWN
        assert await found_in_store(host.store, [person[:16]]) == []
        assert ben


async def test_a_process_that_was_suspended_stores_no_presence_of_the_person(monkeypatch):
    async with processes() as host:
        first, second = await host.start(), await host.start()
        room, anna, _ = await table(host, [first, second])
        await second.ask("follow", anna, room=room, after=0)
        await asyncio.sleep(2)
        assert [row for row in await traces(host, anna) if row.startswith("presence")]
        exchange = second.service.exchange
        renew, poll = exchange.renew, exchange.poll
        monkeypatch.setattr(host.database, "notify", lambda *_: None)

        async def nothing():
            """A suspended process does nothing."""

        exchange.renew = exchange.poll = nothing
        await asyncio.sleep(3)
        await delete(first, anna)
        assert await traces(host, anna) == []
        await renew()
        assert await traces(host, anna) == []
        exchange.renew, exchange.poll = renew, poll
        await asyncio.sleep(5)
        assert await traces(host, anna) == []


async def test_a_late_report_of_the_person_s_presence_is_forgotten():
    """A process that has not heard of the deletion yet reports that the person is present."""
    async with processes() as host:
        first, second = await two_processes(host)
        room, anna, ben = await table(host, [first, second])
        await second.ask("follow", ben, room=room, after=0)
        await delete(first, anna)
        person = person_of(anna.key)
        live = first.service.rooms.find(room)
        seen = RoomPresence({person: 1}, {person: first.service.clock.now()})
        live.set_peer_presence(PeerPresence(second.service.rooms.peers.process, room, seen, None))
        first.service.handlers.visitors.limiters["reads"].count_elsewhere(person, 3)
        assert found_in_memory(first.service, [person])
        await asyncio.sleep(MEETING)
        assert found_in_memory(first.service, [person]) == []


async def test_a_request_that_is_under_way_does_not_bring_the_person_back():
    async with processes() as host:
        first, second = await two_processes(host)
        room, anna, _ = await table(host, [first, second])
        person, service = person_of(anna.key), second.service
        service.handlers.memory._people.forget(person)
        has_person, may_answer = host.store.has_person, asyncio.Event()

        async def answered_late(each):
            answer = await has_person(each)
            await may_answer.wait()
            return answer

        host.store.has_person = answered_late
        asking = asyncio.ensure_future(second.ask("my_rooms", anna))
        async with service.rooms.held(room):
            playing = asyncio.ensure_future(second.ask("update", anna, room=room, after=0))
            await asyncio.sleep(MEETING)
            host.store.has_person = has_person
            deleting = asyncio.ensure_future(delete(first, anna))
            await asyncio.sleep(MEETING)
        may_answer.set()
        assert (await refusal(asking)).code is Code.NOT_KNOWN
        assert (await refusal(playing)).code is Code.NOT_KNOWN
        await deleting
        await asyncio.sleep(5)
        assert found_in_memory(service, [person, "Anna"]) == []


async def test_while_an_older_process_is_alive_nothing_is_deleted():
    async with processes() as host:
        first = await host.start()
        room, (anna,) = await host.table([first], bots=2)
        old = ProcessRow("old", first.service.clock.now() + 5000, REWRITES_LEVEL - 1, "[0,{}]")
        await host.store.renew_process(old)
        await asyncio.sleep(1)
        before = await traces(host, anna)
        assert (await refusal(delete(first, anna))).code is Code.BUSY
        assert {row.split(":")[0] for row in await traces(host, anna)} == {
            row.split(":")[0] for row in before
        }
        assert (await first.ask("my_rooms", anna)).rooms[0].room == room
        await host.store.delete_process("old")
        await asyncio.sleep(1)
        assert (await delete(first, anna)).is_complete
        assert await traces(host, anna) == []


@pytest.mark.parametrize("step", range(STEPS))
async def test_threat_42_a_deletion_survives_a_crash_at_every_step(step):
    """A process ends at a call of the store; another one finishes what it has begun."""
    async with processes() as host:
        first, second = await host.start(), await host.start()
        room, anna, ben = await table(host, [first, second])
        calls = 0
        transfer = first.link._transfer

        async def counted_transfer():
            nonlocal calls
            calls += 1
            if calls == step:
                first.crash()
            await transfer()

        first.link._transfer = counted_transfer
        deleting = asyncio.ensure_future(delete(first, anna))
        await asyncio.wait({deleting}, timeout=10)
        deleting.cancel()
        await asyncio.gather(deleting, return_exceptions=True)
        await asyncio.sleep(30)
        if await host.store.has_person(person_of(anna.key)):  # it had not begun
            update = await second.ask("update", anna, room=room, after=0)
            assert update.room.seat is not None
            await delete(second, anna)
        assert await traces(host, anna) == []
        update = await second.ask("update", ben, room=room, after=0)
        assert [seat.has_left for seat in update.room.seats].count(True) == 1
        assert json.dumps([seat.name for seat in update.room.seats]).count(SOMEBODY) == 1


async def test_a_busy_store_delays_a_deletion_but_does_not_stop_it(monkeypatch):
    async with processes() as host:
        first = await host.start()
        _, (anna,) = await host.table([first], bots=2)
        is_busy = iter([False] * 8 + [True] * 100)
        monkeypatch.setattr(host.database, "is_busy", lambda: next(is_busy, False))
        assert not (await delete(first, anna)).is_complete
        await asyncio.sleep(60)
        assert await traces(host, anna) == []
