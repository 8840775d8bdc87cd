"""With given dice, all bots answer equal moves equally, even if all else is different."""

import pytest

from byzanz.rooms import bot_task
from byzanz.wire.room import BotId
from tests.server.hosting.same_answers import deal_of, play_calmly, play_wildly

TABLES = (
    (BotId.BEGINNER,) * 2,
    (BotId.BEGINNER, BotId.GREEDY, BotId.SOLID),
    (BotId.BEGINNER,) * 3,
    (BotId.SOLID, BotId.BEGINNER, BotId.BEGINNER, BotId.GREEDY),
    (BotId.BEGINNER,) * 5,
)


async def assert_same(number: int, bots: tuple[BotId, ...]) -> None:
    deal = deal_of(number, bots)
    one, other = await play_calmly(deal), await play_wildly(deal, number)
    assert len(one) > 30
    assert one == other


@pytest.mark.parametrize("number", range(10))
async def test_equal_moves_get_equal_answers(number):
    await assert_same(number, TABLES[number % len(TABLES)])


@pytest.mark.long
@pytest.mark.parametrize("number", range(10, 200))
async def test_equal_moves_get_equal_answers_in_many_games(number):
    await assert_same(number, TABLES[number % len(TABLES)])


@pytest.mark.long
@pytest.mark.parametrize("number", range(200, 210))
async def test_equal_moves_get_equal_answers_of_searching_bots(number):
    await assert_same(number, (BotId.STRONG, BotId.EXPERT)[: 1 + number % 2] * 2)


async def test_seeds_from_the_number_of_the_entry_give_other_answers(monkeypatch):
    """Shows that these tests fail with the seeds of rooms without given dice."""
    deal = deal_of(1, (BotId.BEGINNER,) * 3)
    seed = bot_task.bot_seed

    def seed_of_entry(room):
        dice, room.dice = room.dice, None
        try:
            return seed(room)
        finally:
            room.dice = dice

    monkeypatch.setattr(bot_task, "bot_seed", seed_of_entry)
    assert await play_calmly(deal) != await play_wildly(deal, 1)
