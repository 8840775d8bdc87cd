"""Everybody gets what is theirs, all of it, and nothing else."""

from random import Random

import msgspec
import pytest

from byzanz.server.live import ENCODER
from byzanz.wire.answers import Presence
from byzanz.wire.endpoints import Closing
from byzanz.wire.problems import Code
from byzanz.wire.room import BotWord, MemoryAid, Status
from tests.server.core.house import refusal
from tests.server.core.sitting import random_step

PEOPLE = ("Anna", "Ben", "Cleo")


async def test_each_seat_and_the_spectators_get_their_own(house):
    room = await house.table()
    followers = {name: await house.follow(name, room) for name in (*PEOPLE, None)}
    dice = Random(3)
    for _ in range(25):
        await random_step(house, room, dice)
    game = (await house.room(room)).game
    for name, follower in followers.items():
        seat = None if name is None else await house.seat(name, room)
        for update in follower.updates():
            assert update.room.seat == update.view.seat == seat
            assert (update.view.own is None) == (seat is None)
            assert (update.options is None) == (seat is None)
            for step in update.steps:
                for event in step.events:
                    if type(event).__name__ == "Dealt":
                        assert (event.cards is None) == (event.seat != seat)
        assert update.view == game.view(seat, memory=False)


async def test_the_memory_aid_is_the_rooms(house):
    room = await house.table(memory_aid=MemoryAid.FULL)
    assert (await house.update("Anna", room)).view.memory is not None
    room = await house.table(memory_aid=MemoryAid.LOG)
    assert (await house.update("Anna", room)).view.memory is None


async def test_no_secret_leaves_before_the_end(house):
    room = await house.table()
    folded = await house.room(room)
    sent = [ENCODER.encode(await house.update(name, room)) for name in (*PEOPLE, None)]
    hidden = [folded.secret, *[seat.person for seat in folded.seats]]
    hidden += [seat.person[:16] for seat in folded.seats]
    assert not any(text.encode() in message for text in hidden for message in sent)


async def test_resuming_from_any_entry_gives_the_same_events(house):
    room = await house.table("Anna Ben", "solid", pace="quick")
    dice = Random(5)
    for _ in range(30):
        await random_step(house, room, dice)
        await house.wait(0.2)
    whole = (await house.update("Anna", room, 0)).steps
    assert [step.seq for step in whole] == list(range(1, (await house.room(room)).seq + 1))
    for after in range(len(whole)):
        update = await house.update("Anna", room, after)
        assert update.steps == whole[after:]
        assert (update.after, update.seq) == (after, len(whole))
    assert (await house.update("Anna", room, 10**6)).steps == ()


async def test_a_connection_hears_every_entry_once(house):
    room = await house.create("_ _ solid", pace="quick")
    follower = await house.follow("Ben", room)
    await house.join("Ben", room)
    await house.start("Anna", room)
    dice = Random(6)
    for _ in range(20):
        await random_step(house, room, dice)
        await house.wait(0.3)
    last = 0
    for update in follower.updates():
        assert update.after in (last, update.seq)
        last = update.seq
    assert last == (await house.room(room)).seq


async def test_whoever_watched_and_joins_gets_the_seat_over_the_same_connection(house):
    room = await house.create("_ _ solid")
    follower = await house.follow("Ben", room)
    assert follower.updates()[-1].room.seat is None
    await house.join("Ben", room)
    seat = await house.seat("Ben", room)
    await house.start("Anna", room)
    messages = follower.read()
    assert messages[-1].view.own is not None
    assert messages[-1].room.seat == seat
    assert Presence((seat,), 0) in messages


async def test_whoever_is_removed_gets_nothing_of_the_seat(house):
    """The old connection stays open; the seat is somebody else's now."""
    room = await house.create("_ _ solid")
    await house.join("Ben", room)
    seat = await house.seat("Ben", room)
    follower = await house.follow("Ben", room)
    await house.remove("Anna", room, seat)
    await house.join("Cleo", room, seat=seat)
    await house.start("Anna", room)
    updates = follower.updates()
    assert updates[-1].view.own is None
    assert updates[-1].options is None
    assert updates[-1].room.seat is None


async def test_whoever_leaves_sees_the_hand_no_longer(house):
    room = await house.table()
    follower = await house.follow("Ben", room)
    await house.leave("Ben", room)
    assert follower.updates()[-1].view.own is None


async def test_where_nobody_may_watch_the_connection_ends(house):
    room = await house.table(spectators=False)
    follower = await house.follow("Ben", room)
    await house.leave("Ben", room)
    assert follower.feed.close_code == Closing.NOT_ALLOWED
    assert follower.read() == []


async def test_spectators_of_a_waiting_room_are_sent_away_at_the_start(house):
    room = await house.create("_ solid solid", spectators=False)
    follower = await house.follow(None, room)
    assert follower.feed.close_code is None
    await house.start("Anna", room)
    assert follower.feed.close_code == Closing.NOT_ALLOWED


async def test_an_aborted_room_without_a_host_opens_to_nobody(house):
    room = await house.table("Anna", "solid solid", spectators=False)
    await house.leave("Anna", room)
    assert (await house.room(room)).status is Status.ABORTED
    assert (await refusal(house.update(None, room))).code is Code.NOT_FOUND
    assert (await refusal(house.update("Ben", room))).code is Code.NOT_FOUND


async def test_a_resend_is_answered_even_where_one_may_not_watch(house):
    room = await house.table(spectators=False)
    first = await house.leave("Ben", room, id="the-same-id")
    assert await house.leave("Ben", room, id="the-same-id") == first
    assert (await refusal(house.leave("Ben", room))).code is Code.NOT_FOUND


async def test_presence(house):
    room = await house.table()
    anna, ben = await house.seat("Anna", room), await house.seat("Ben", room)
    follower = await house.follow("Anna", room)
    await house.follow(None, room)
    other = await house.follow("Ben", room)
    await other.leave()
    told = [each for each in follower.read() if isinstance(each, Presence)]
    assert told == [
        Presence((anna,), 0),
        Presence((anna,), 1),
        Presence(tuple(sorted((anna, ben))), 1),
        Presence((anna,), 1),
    ]


async def test_four_connections_of_a_seat(house):
    room = await house.table()
    followers = [await house.follow("Anna", room) for _ in range(4)]
    assert (await refusal(house.follow("Anna", room))).code is Code.TOO_FAST
    await followers[0].leave()
    await followers[0].leave()
    await house.follow("Anna", room)


async def test_a_slow_reader_is_cut_off_and_nobody_waits(house):
    room = await house.create("_ _ solid")
    slow, quick = await house.follow("Anna", room), await house.follow(None, room)
    for number in range(1000):
        bot = [BotWord.SOLID, BotWord.GREEDY][number % 2]
        await house.set_seat("Anna", room, 2, bot)
        quick.read()
        quick.feed._size = 0
        if slow.feed.close_code is not None:
            break
    assert slow.feed.close_code == Closing.TRY_LATER
    assert quick.feed.close_code is None


@pytest.mark.parametrize("kind", ["update", "presence"])
async def test_messages_name_their_kind(house, kind):
    room = await house.table()
    follower = await house.follow("Anna", room)
    kinds = [msgspec.json.decode(each)["type"] for each in follower.feed._messages]
    assert kind in kinds


async def test_hands_are_open_once_it_is_over_and_not_before(house):
    room = await house.table()
    dice = Random(11)
    for _ in range(20):
        await random_step(house, room, dice)
        assert (await house.update(None, room)).room.hands == ()
    follower = await house.follow(None, room)
    for name in PEOPLE:
        await house.abort(name, room)
    game = (await house.room(room)).game
    hands = tuple([game.view(seat).own.hand for seat in range(3)])
    assert all(hands)
    assert follower.updates()[-1].room.hands == hands
    assert (await house.update("Ben", room)).room.hands == hands
    waiting = await house.create()
    assert (await house.update("Anna", waiting)).room.hands == ()
