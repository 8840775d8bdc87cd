"""After the day, a person's try beside the best one and beside the expert's line."""

from byzanz.game.record import load_game
from byzanz.server.hosting.people import person_of
from byzanz.server.hosting.replays import Replays
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId
from tests.server.daily.days import TODAY, Days
from tests.server.hosting.finished_games import play_out, solid_move
from tests.server.hosting.harness import refusal


async def careless(days: Days, person: str) -> str:
    """Play a try in which the person passes whenever that is possible."""
    harness, room = days.harness, await days.begin(person)
    while (current := await harness.room(room)).game.turn is not None:
        if current.turn.is_automatic:
            await harness.wait(1)
            continue
        legal = [str(move) for _, move in current.game.legal(current.game.turn)]
        await harness.play(person, room, "pass" if "pass" in legal else solid_move(current.game))
    return room


async def test_before_the_end_of_the_day_nothing_is_compared(harness):
    days = Days(harness)
    await days.finish("Anna")
    assert (await refusal(days.compare("Anna"))).code is Code.SEALED
    assert (await refusal(days.compare("Anna", expert=1))).code is Code.SEALED


async def test_a_try_is_compared_with_the_best_one(harness):
    days = Days(harness)
    own, best = await careless(days, "Anna"), await days.finish("Ben")
    await days.until_closed()
    shown = await days.compare("Anna")
    assert shown.other == best
    profits = [
        (await harness.store.result(person_of(name), room)).row.profit
        for name, room in (("Anna", own), ("Ben", best))
    ]
    assert [shown.pair.own_profit, shown.pair.other_profit] == profits
    assert shown.pair.most_different is not None
    assert (await days.compare("Ben")).other == own  # the best other one


async def test_there_may_be_nothing_to_compare_with(harness):
    days = Days(harness)
    await days.finish("Anna")
    room = await days.begin("Ben")
    await harness.leave("Ben", room)
    await days.until_closed()
    assert (await days.compare("Anna")).pair is None
    assert (await days.compare("Anna", expert=1)).pair is None
    assert (await days.compare("Ben")).pair is None  # ended early
    assert (await refusal(days.compare("Cleo"))).code is Code.NO_TRY
    assert (await refusal(days.compare("Anna", expert=2))).code is Code.BAD_REQUEST


async def test_games_of_other_bots_are_not_compared(harness):
    days = Days(harness)
    await days.finish("Anna")
    room = await days.begin("Ben")
    await play_out(harness, room)
    await harness.store.end_daily_try(room, 9, "1.0", 50, 1)
    await days.until_closed()
    assert (await days.compare("Anna")).pair is None
    assert (await days.show("Anna", TODAY)).distribution.games == 1
    assert (await days.show("Ben", TODAY)).distribution.games == 1


async def test_the_expert_plays_once_the_deck_is_open(harness):
    days = Days(harness)
    room = await careless(days, "Anna")
    assert not await days.work.line.play_next()
    await days.until_closed()
    assert (await days.show("Anna", TODAY)).line is None
    assert await days.work.line.play_next()
    assert not await days.work.line.play_next()
    line = (await days.show("Anna", TODAY)).line
    finished = await Replays(harness.rooms).find(line.replay, None)
    game = load_game(finished.text)
    own = await harness.room(room)
    seat = own.seat_of(person_of("Anna"))
    assert game.deck == own.game.deck
    assert game.scores[seat] == line.profit
    assert [finished.bots[number] for number in range(4)] == [
        "expert" if number == seat else "solid" for number in range(4)
    ]
    assert "expert" in harness.bots.bot_ids
    shown = await days.compare("Anna", expert=1)
    assert (shown.other, shown.pair.other_profit) == (line.replay, line.profit)


async def test_the_expert_waits_until_the_search_is_compiled(harness, monkeypatch):
    days = Days(harness)
    await days.finish("Anna")
    await days.until_closed()
    monkeypatch.setattr(harness.bots, "available_bot", lambda bot: BotId.SOLID)
    assert not await days.work.line.play_next()
    assert await harness.store.claim_daily_line(harness.clock.now(), 0) is not None


async def test_the_record_of_the_line_proves_the_deal(harness):
    days = Days(harness)
    await days.finish("Anna")
    commitment = (await days.show(None)).commitment.commitment
    await days.until_closed()
    await days.work.line.play_next()
    line = (await days.show(None, TODAY)).line
    text = (await Replays(harness.rooms).find(line.replay, None)).text
    assert f"commitment {commitment}" in text.splitlines()
