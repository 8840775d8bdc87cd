"""Moves of people are played in order and once; a refused move has no effect."""

import asyncio

import pytest

from byzanz.game.moves import Sell
from byzanz.server.hosting.people import person_of
from byzanz.server.ops.clock import SteadyClock
from byzanz.store.errors import StoreBusy
from byzanz.store.rows import Append
from byzanz.wire.commands import Play
from byzanz.wire.problems import Code
from byzanz.wire.room import Status
from tests.server.hosting.harness import START, refusal


async def seller(harness, room):
    """Play until a person who is not on turn may sell; returns their name and the sale."""
    while True:
        game = (await harness.room(room)).game
        for seat, move in game.legal():
            if isinstance(move, Sell) and seat != game.turn:
                return (await harness.room(room)).seats[seat].name, str(move)
        await advance(harness, room)


async def advance(harness, room):
    """Play a move of the person on turn: sometimes a pass, else the first other move."""
    game = (await harness.room(room)).game
    moves = [str(move) for _, move in game.legal(game.turn)]
    move = next((each for each in moves if each != "pass"), "pass")
    if game.moves and len(game.moves) % 3 and "pass" in moves:
        move = "pass"
    await harness.play(await harness.person_on_turn(room), room, move)


async def test_a_sale_by_anyone_at_any_moment_is_never_stale(harness):
    room = await harness.table()
    name, sale = await seller(harness, room)
    decision = (await harness.room(room)).game.decision
    accepted = await harness.play(name, room, sale, decision=max(decision - 1, 0))
    after = (await harness.room(room)).game
    assert after.decision == decision  # the person on turn may still answer
    assert str(after.moves[-1][1]) == sale
    assert accepted.seq == len(await harness.store.log(room))


@pytest.mark.parametrize(
    ("move", "code", "facts"),
    [
        ("bid M", Code.REFUSED, {"reason": "merchant_bid"}),
        ("give C1", Code.REFUSED, {"reason": "wrong_phase"}),
        ("sell C1 C1 C1", Code.REFUSED, {}),
        ("done", Code.REFUSED, {"reason": "wrong_phase"}),
        ("fly", Code.BAD_REQUEST, {"field": "move"}),
        ("bid", Code.BAD_REQUEST, {"field": "move"}),
        ("pass pass", Code.BAD_REQUEST, {"field": "move"}),
    ],
)
async def test_a_refused_move_changes_nothing(harness, move, code, facts):
    room = await harness.table()
    name, before = await harness.person_on_turn(room), await harness.store.log(room)
    follower = await harness.follow(name, room)
    follower.read()
    refused = await refusal(harness.play(name, room, move))
    assert refused.code is code
    assert refused.facts.items() >= facts.items()
    assert await harness.store.log(room) == before
    assert follower.read() == []


async def test_moves_out_of_turn_and_by_strangers_are_refused(harness):
    room = await harness.table()
    turn = await harness.person_on_turn(room)
    other = next(name for name in ("Anna", "Ben", "Cleo") if name != turn)
    refused = await refusal(harness.play(other, room, "pass"))
    assert (refused.code, refused.facts["reason"]) == (Code.REFUSED, "not_your_turn")
    assert (await refusal(harness.play("Nobody", room, "pass"))).code is Code.NOT_ALLOWED
    assert (await refusal(harness.start("Anna", room))).code is Code.NOT_WAITING


async def test_strangers_find_no_room_where_nobody_may_watch(harness):
    room = await harness.table(spectators=False)
    for request in (harness.play("Nobody", room, "pass"), harness.update("Nobody", room)):
        assert (await refusal(request)).code is Code.NOT_FOUND


async def test_a_move_for_a_past_decision_is_refused_with_the_current_one(harness):
    room = await harness.table()
    name = await harness.person_on_turn(room)
    await advance(harness, room)
    decision = (await harness.room(room)).game.decision
    refused = await refusal(harness.play(name, room, "pass", decision=decision - 1))
    assert (refused.code, refused.facts) == (Code.STALE, {"decision": decision})
    assert refused.status == 409


async def test_a_move_without_a_decision_is_refused(harness):
    room = await harness.table()
    name = await harness.person_on_turn(room)
    assert (await refusal(harness.do(name, room, Play, "pass"))).code is Code.BAD_REQUEST


async def test_one_command_twice_is_one_entry(harness):
    room = await harness.table()
    name = await harness.person_on_turn(room)
    first = await harness.play(name, room, "pass", decision=0, id="the-same-id")
    again = await harness.play(name, room, "pass", decision=0, id="the-same-id")
    assert again == first
    assert len(await harness.store.log(room)) == first.seq
    refused = await refusal(harness.play(name, room, "pass", decision=1, id="the-same-id"))
    assert refused.code is Code.COMMAND_CONFLICT
    await harness.restart()
    assert await harness.play(name, room, "pass", decision=0, id="the-same-id") == first


async def test_the_same_id_from_two_people_makes_two_commands(harness):
    room = await harness.create()
    await harness.join("Ben", room, id="the-same-id")
    await harness.join("Cleo", room, id="the-same-id")
    assert len(await harness.store.log(room)) == 3


async def test_one_command_from_two_processes_is_one_entry(harness):
    room = await harness.table()
    name = await harness.person_on_turn(room)
    first, _ = harness.rooms, await harness.room(room)
    other, _ = harness.new_rooms()
    await other.update(person_of(name), room, 0)
    answers = []
    for harness.rooms in (first, other):
        answers.append(await harness.play(name, room, "pass", decision=0, id="the-same-id"))
    assert answers[0] == answers[1]
    assert len(await harness.store.log(room)) == answers[0].seq


async def test_time_never_goes_back_in_a_log(harness):
    room = await harness.table()
    await harness.wait(10)
    await harness.play(await harness.person_on_turn(room), room, "pass")
    harness.rooms, _ = harness.new_rooms()
    harness.rooms.clock = SteadyClock(START - 60_000)  # a machine whose clock is behind
    await harness.play(await harness.person_on_turn(room), room, "pass")
    times = [entry.at for entry in await harness.store.log(room)]
    assert times == sorted(times)


async def test_only_one_of_several_simultaneous_moves_is_played(harness):
    room = await harness.table()
    names = ["Anna", "Ben", "Cleo"]
    results = await asyncio.gather(
        *[harness.play(name, room, "pass", decision=0) for name in names], return_exceptions=True
    )
    assert sum(not isinstance(result, Exception) for result in results) == 1
    assert len((await harness.room(room)).game.moves) == 1


async def test_a_busy_store_acknowledges_nothing_and_a_resent_command_is_done_once(harness):
    room = await harness.table()
    name = await harness.person_on_turn(room)
    append, store = harness.store.append, harness.store

    async def append_and_disconnect(rows: Append):
        await append(rows)
        raise StoreBusy("connection lost after the commit")

    store.append = append_and_disconnect
    with pytest.raises(StoreBusy):
        await harness.play(name, room, "pass", decision=0, id="the-same-id")
    store.append = append
    assert (await harness.room(room)).game.moves == []  # not shown before it is acknowledged
    accepted = await harness.play(name, room, "pass", decision=0, id="the-same-id")
    assert accepted.seq == len(await harness.store.log(room))
    assert len((await harness.room(room)).game.moves) == 1


async def test_the_game_is_aborted_when_all_players_vote_for_it(harness):
    room = await harness.table()
    for name in ("Anna", "Ben"):
        await harness.abort(name, room)
        await harness.abort(name, room)
    assert len((await harness.update(None, room)).room.abort_asked) == 2
    assert (await harness.update(None, room)).room.deal.secret is None
    await harness.abort("Cleo", room)
    update = await harness.update("Anna", room)
    assert update.room.status is Status.ABORTED
    assert update.room.deal.secret is not None
    assert update.options is None
    assert (await refusal(harness.play("Anna", room, "pass"))).code is Code.NOT_RUNNING
    assert (await refusal(harness.leave("Anna", room))).code is Code.NOT_RUNNING


async def test_a_vote_to_end_the_game_can_be_withdrawn(harness):
    room = await harness.table()
    for name in ("Anna", "Ben"):
        await harness.abort(name, room)
    await harness.abort("Anna", room, is_wanted=False)
    await harness.abort("Cleo", room)
    update = await harness.update("Anna", room)
    assert update.room.status is Status.RUNNING
    assert len(update.room.abort_asked) == 2
    await harness.abort("Anna", room)
    assert (await harness.update("Anna", room)).room.status is Status.ABORTED


async def test_people_who_left_have_no_vote(harness):
    room = await harness.table()
    await harness.abort("Anna", room)
    await harness.leave("Ben", room)
    assert (await harness.room(room)).status is Status.RUNNING
    await harness.leave("Cleo", room)
    assert (await harness.room(room)).status is Status.ABORTED


async def test_leaving_a_finished_game_is_refused(harness):
    room = await harness.table("Anna", "solid solid", pace="quick", clock=None)
    while (await harness.room(room)).status is Status.RUNNING:
        if await harness.person_on_turn(room) == "Anna":
            await advance(harness, room)
        else:
            await harness.wait(1)
    assert (await refusal(harness.leave("Anna", room))).code is Code.NOT_RUNNING
    assert (await harness.room(room)).status is Status.FINISHED
