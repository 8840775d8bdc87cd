"""Every seat and the spectators get complete updates, with only what they may see."""

from random import Random

import msgspec
import pytest

from byzanz.server.hosting import registry
from byzanz.server.log_entries import ENCODER
from byzanz.wire.answers import Presence
from byzanz.wire.endpoints import CloseCode
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, MemoryAid, Status
from tests.server.hosting.harness import refusal
from tests.server.hosting.random_commands import random_step

PEOPLE = ("Anna", "Ben", "Cleo")


async def test_each_seat_and_the_spectators_get_their_own_views(harness):
    room = await harness.table()
    followers = {name: await harness.follow(name, room) for name in (*PEOPLE, None)}
    dice = Random(3)
    for _ in range(25):
        await random_step(harness, room, dice)
    game = (await harness.room(room)).game
    for name, follower in followers.items():
        seat = None if name is None else await harness.seat(name, room)
        for update in follower.updates():
            assert update.room.seat == update.view.seat == seat
            assert (update.view.own is None) == (seat is None)
            assert (update.options is None) == (seat is None)
            for step in update.steps:
                for event in step.events:
                    if type(event).__name__ == "Dealt":
                        assert (event.cards is None) == (event.seat != seat)
        assert update.view == game.view(seat, memory=False)


async def test_the_memory_aid_follows_the_setup(harness):
    room = await harness.table(memory_aid=MemoryAid.FULL)
    assert (await harness.update("Anna", room)).view.memory is not None
    room = await harness.table(memory_aid=MemoryAid.LOG)
    assert (await harness.update("Anna", room)).view.memory is None


async def test_no_secret_is_sent_before_the_end(harness):
    room = await harness.table()
    current_room = await harness.room(room)
    sent = [ENCODER.encode(await harness.update(name, room)) for name in (*PEOPLE, None)]
    hidden = [current_room.secret, *[seat.person for seat in current_room.seats]]
    hidden += [seat.person[:16] for seat in current_room.seats]
    assert not any(text.encode() in message for text in hidden for message in sent)


async def test_resuming_from_any_entry_gives_the_same_events(harness):
    room = await harness.table("Anna Ben", "solid", pace="quick")
    dice = Random(5)
    for _ in range(30):
        await random_step(harness, room, dice)
        await harness.wait(0.2)
    whole = (await harness.update("Anna", room, 0)).steps
    assert [step.seq for step in whole] == list(range(1, (await harness.room(room)).seq + 1))
    for after in range(len(whole)):
        update = await harness.update("Anna", room, after)
        assert update.steps == whole[after:]
        assert (update.after, update.seq) == (after, len(whole))
    assert (await harness.update("Anna", room, 10**6)).steps == ()


async def test_a_connection_gets_every_entry_once(harness):
    room = await harness.create("_ _ solid", pace="quick")
    follower = await harness.follow("Ben", room)
    await harness.join("Ben", room)
    await harness.start("Anna", room)
    dice = Random(6)
    for _ in range(20):
        await random_step(harness, room, dice)
        await harness.wait(0.3)
    last = 0
    for update in follower.updates():
        assert update.after in (last, update.seq)
        last = update.seq
    assert last == (await harness.room(room)).seq


async def test_a_spectator_who_joins_gets_the_seat_over_the_same_connection(harness):
    room = await harness.create("_ _ solid")
    follower = await harness.follow("Ben", room)
    assert follower.updates()[-1].room.seat is None
    await harness.join("Ben", room)
    seat = await harness.seat("Ben", room)
    await harness.start("Anna", room)
    messages = follower.read()
    assert messages[-1].view.own is not None
    assert messages[-1].room.seat == seat
    assert Presence((seat,), 0) in messages


async def test_a_removed_person_sees_nothing_of_the_seat(harness):
    """The old connection stays open although somebody else has the seat."""
    room = await harness.create("_ _ solid")
    await harness.join("Ben", room)
    seat = await harness.seat("Ben", room)
    follower = await harness.follow("Ben", room)
    await harness.remove("Anna", room, seat)
    await harness.join("Cleo", room, seat=seat)
    await harness.start("Anna", room)
    updates = follower.updates()
    assert updates[-1].view.own is None
    assert updates[-1].options is None
    assert updates[-1].room.seat is None


async def test_a_person_who_leaves_no_longer_sees_the_hand(harness):
    room = await harness.table()
    follower = await harness.follow("Ben", room)
    await harness.leave("Ben", room)
    assert follower.updates()[-1].view.own is None


async def test_without_spectators_the_connection_of_a_person_who_leaves_is_closed(harness):
    room = await harness.table(spectators=False)
    follower = await harness.follow("Ben", room)
    await harness.leave("Ben", room)
    assert follower.outbox.close_code == CloseCode.NOT_ALLOWED
    assert follower.read() == []


async def test_the_start_disconnects_spectators_who_are_not_allowed(harness):
    room = await harness.create("_ solid solid", spectators=False)
    follower = await harness.follow(None, room)
    assert follower.outbox.close_code is None
    await harness.start("Anna", room)
    assert follower.outbox.close_code == CloseCode.NOT_ALLOWED


async def test_an_aborted_room_without_a_host_still_allows_no_spectators(harness):
    room = await harness.table("Anna", "solid solid", spectators=False)
    await harness.leave("Anna", room)
    assert (await harness.room(room)).status is Status.ABORTED
    assert (await refusal(harness.update(None, room))).code is Code.NOT_FOUND
    assert (await refusal(harness.update("Ben", room))).code is Code.NOT_FOUND


async def test_a_resent_leave_is_answered_in_a_room_without_spectators(harness):
    room = await harness.table(spectators=False)
    first = await harness.leave("Ben", room, id="the-same-id")
    assert await harness.leave("Ben", room, id="the-same-id") == first
    assert (await refusal(harness.leave("Ben", room))).code is Code.NOT_FOUND


async def test_presence_is_pushed_when_somebody_connects_or_leaves(harness):
    room = await harness.table()
    anna, ben = await harness.seat("Anna", room), await harness.seat("Ben", room)
    follower = await harness.follow("Anna", room)
    await harness.follow(None, room)
    other = await harness.follow("Ben", room)
    await other.leave()
    pushed = [each for each in follower.read() if isinstance(each, Presence)]
    assert pushed == [
        Presence((anna,), 0),
        Presence((anna,), 1),
        Presence(tuple(sorted((anna, ben))), 1),
        Presence((anna,), 1),
    ]


async def test_a_seat_has_at_most_four_connections(harness):
    room = await harness.table()
    followers = [await harness.follow("Anna", room) for _ in range(4)]
    assert (await refusal(harness.follow("Anna", room))).code is Code.TOO_FAST
    await followers[0].leave()
    await followers[0].leave()
    await harness.follow("Anna", room)


async def test_a_room_has_a_limit_of_connected_spectators(harness, monkeypatch):
    monkeypatch.setattr(registry, "MOST_SPECTATORS", 2)
    room = await harness.table()
    followers = [await harness.follow(None, room) for _ in range(2)]
    assert (await refusal(harness.follow(None, room))).code is Code.TOO_FAST
    await harness.follow("Anna", room)  # players do not count
    await followers[0].leave()
    await harness.follow(None, room)


async def test_a_slow_reader_is_disconnected_and_delays_nobody(harness):
    room = await harness.create("_ _ solid")
    slow, quick = await harness.follow("Anna", room), await harness.follow(None, room)
    for number in range(1000):
        bot = [BotId.SOLID, BotId.GREEDY][number % 2]
        await harness.set_seat("Anna", room, 2, bot)
        quick.read()
        quick.outbox._size = 0
        if slow.outbox.close_code is not None:
            break
    assert slow.outbox.close_code == CloseCode.TRY_LATER
    assert quick.outbox.close_code is None


@pytest.mark.parametrize("message_type", ["update", "presence"])
async def test_messages_have_a_type(harness, message_type):
    room = await harness.table()
    follower = await harness.follow("Anna", room)
    types = [msgspec.json.decode(each)["type"] for each in follower.outbox._messages]
    assert message_type in types


async def test_hands_are_shown_once_the_game_is_over_and_not_before(harness):
    room = await harness.table()
    dice = Random(11)
    for _ in range(20):
        await random_step(harness, room, dice)
        assert (await harness.update(None, room)).room.hands == ()
    follower = await harness.follow(None, room)
    for name in PEOPLE:
        await harness.abort(name, room)
    game = (await harness.room(room)).game
    hands = tuple([game.view(seat).own.hand for seat in range(3)])
    assert all(hands)
    assert follower.updates()[-1].room.hands == hands
    assert (await harness.update("Ben", room)).room.hands == hands
    waiting = await harness.create()
    assert (await harness.update("Anna", waiting)).room.hands == ()
