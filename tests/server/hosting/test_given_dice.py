"""Rooms with given dice: bots are waited for, and nobody else answers for them."""

import pytest

from byzanz import Game
from byzanz.rooms.given_deal import GivenDeal, given_deal_room
from byzanz.server.hosting.people import person_of
from byzanz.server.workers.bot_pool import Overloaded
from byzanz.wire.commands import PlayDeal
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId
from tests.server.hosting.harness import NONCE, refusal

DECK = Game.new(players=3, seed=5).deck
ROOM = "7" * 32


async def given(harness, bots=(BotId.EXPERT, BotId.EXPERT), person="Anna", room=ROOM):
    """Make a room with given dice, in which a person has the last seat; returns a follower."""
    deal = GivenDeal(DECK, len(bots), (*bots, None), "5a" * 32)
    command = PlayDeal(harness.next_id(), person, NONCE)
    await harness.meet(person)

    def first():
        return given_deal_room(
            person_of(person), command, deal, harness.random_bytes, challenge="c" * 32
        )

    await harness.rooms.make(room, person_of(person), command, first)
    return await harness.follow(person, room)


async def moves(harness):
    return len((await harness.room(ROOM)).game.moves)


async def test_a_search_that_is_not_compiled_is_waited_for(harness):
    harness.bots.code.has_search = False
    follower = await given(harness)
    await harness.wait(60)
    assert await moves(harness) == 0
    assert harness.bots.bot_ids == []
    assert follower.notices() == ["warming_up"]
    harness.bots.code.has_search = True
    await harness.wait(10)
    assert await moves(harness) > 0
    assert set(harness.bots.bot_ids) == {"expert"}
    assert follower.notices() == []


@pytest.mark.parametrize("bot", [BotId.STRONG, BotId.BEGINNER])
async def test_an_overloaded_pool_is_asked_again(harness, bot):
    harness.bots.error = Overloaded()
    follower = await given(harness, (bot, bot))
    await harness.wait(30)
    assert await moves(harness) == 0
    assert follower.notices() == ["bots_busy"]
    assert 20 < len(harness.bots.tasks) < 40
    assert len({task.seed for task in harness.bots.tasks}) == 1
    harness.bots.error = None
    await harness.wait(10)
    assert await moves(harness) > 0


async def test_solid_stands_in_for_itself(harness):
    harness.bots.error = Overloaded()
    await given(harness, (BotId.SOLID, BotId.SOLID))
    await harness.wait(10)
    assert await moves(harness) > 0


async def test_an_illegal_answer_is_not_played(harness):
    harness.bots.move = "fly"
    await given(harness)
    await harness.wait(10)
    assert await moves(harness) == 0
    harness.bots.move = None
    await harness.wait(10)
    assert await moves(harness) > 0


async def test_a_skip_waits_too(harness):
    harness.bots.error = Overloaded()
    await given(harness)
    await harness.rooms.skip(person_of("Anna"), ROOM)
    await harness.wait(10)
    assert await moves(harness) == 0
    harness.bots.error = None
    await harness.wait(3)
    assert await moves(harness) > 0


async def test_a_person_may_leave_while_a_bot_is_waited_for(harness):
    harness.bots.error = Overloaded()
    await given(harness)
    await harness.wait(10)
    await harness.abort("Anna", ROOM)
    assert (await harness.room(ROOM)).status == "aborted"
    count = len(harness.bots.tasks)
    await harness.wait(60)
    assert len(harness.bots.tasks) <= count + 1


async def test_a_second_command_does_not_make_a_second_room(harness):
    await given(harness)
    await given(harness)
    created = [entry for entry in await harness.log(ROOM) if type(entry).__name__ == "Created"]
    assert len(created) == 1


async def test_nobody_watches(harness):
    await given(harness)
    assert (await refusal(harness.follow("Ben", ROOM))).code is Code.NOT_FOUND
    assert (await refusal(harness.follow(None, ROOM))).code is Code.NOT_FOUND
