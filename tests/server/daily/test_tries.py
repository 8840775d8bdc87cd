"""One counted try a person and day, with the same cards, seat and bots for everybody."""

import asyncio

import pytest

from byzanz.server.hosting.people import person_of
from byzanz.wire.problems import Code
from byzanz.wire.room import Status
from tests.server.daily.days import TODAY, TOMORROW, Days
from tests.server.hosting.harness import refusal


async def test_everybody_has_the_same_cards_seat_and_bots(harness):
    days = Days(harness)
    first, second = [await harness.room(await days.begin(name)) for name in ("Anna", "Ben")]
    assert first.game.deck == second.game.deck
    seats = [room.seat_of(person_of(name)) for room, name in ((first, "Anna"), (second, "Ben"))]
    assert seats[0] == seats[1]
    assert [seat.bot for seat in first.seats] == [seat.bot for seat in second.seats]
    assert sorted(seat.bot or "" for seat in first.seats) == ["", "solid", "solid", "solid"]
    assert first.deal.commitment == (await days.show(None)).commitment.commitment


async def test_the_same_moves_get_the_same_answers(harness):
    days = Days(harness)
    first = await days.finish("Anna")
    await harness.wait(100)
    second = await days.finish("Ben")
    moves = [list((await harness.room(room)).game.moves) for room in (first, second)]
    assert moves[0] == moves[1]


async def test_other_days_have_other_cards(harness):
    days = Days(harness)
    first = (await harness.room(await days.begin("Anna"))).game.deck
    await harness.wait(86_400)
    second = (await harness.room(await days.begin("Anna", TOMORROW))).game.deck
    assert first != second


async def test_a_try_allows_no_hints_no_undo_and_no_spectators(harness):
    days = Days(harness)
    room = await days.begin("Anna")
    setup = (await harness.room(room)).setup
    assert (setup.hints, setup.spectators, setup.is_public) == (False, False, False)
    assert setup.clock is None
    assert (await refusal(harness.undo("Anna", room))).code is Code.NO_UNDO
    changed = harness.change_setup("Anna", room, hints=True)
    assert (await refusal(changed)).code is Code.NOT_WAITING
    assert (await refusal(harness.allow_listing("Anna", room))).code is Code.NOT_ALLOWED
    assert (await refusal(harness.update("Ben", room))).code is Code.NOT_FOUND
    assert (await refusal(harness.update(None, room))).code is Code.NOT_FOUND
    assert (await harness.update("Anna", room)).room.may_undo is False


async def test_a_second_try_is_refused_and_changes_nothing(harness):
    days = Days(harness)
    room = await days.begin("Anna", command="first-one")
    assert await days.begin("Anna", command="first-one") == room  # sent again
    log = await harness.log(room)
    refused = await refusal(days.begin("Anna", command="second-one"))
    assert (refused.code, refused.facts) == (Code.ALREADY_TRIED, {"day": TODAY, "room": room})
    await harness.leave("Anna", room)
    await days.work.work()
    assert (await refusal(days.begin("Anna"))).code is Code.ALREADY_TRIED
    assert (await harness.log(room))[:1] == log
    assert (await days.show("Anna")).begun == 1


async def test_of_several_tries_at_once_one_begins(harness):
    days = Days(harness)
    await harness.meet("Anna")
    begun = await asyncio.gather(
        *[days.begin("Anna", command=f"command-{n}") for n in range(100, 105)],
        return_exceptions=True,
    )
    assert sum(isinstance(each, str) for each in begun) == 1
    assert (await days.show("Anna")).begun == 1
    assert len(await harness.store.rooms_of(person_of("Anna"))) == 1


@pytest.mark.parametrize(
    "text", ["", "today", "2001-9-9", "2001-02-30", "9999-99-99", "\u0662001-09-09"]
)
async def test_what_is_not_a_date_is_refused(harness, text):
    days = Days(harness)
    for asked in (days.show("Anna", text), days.begin("Anna", text)):
        assert (await refusal(asked)).code is Code.BAD_DAY
    assert await harness.store.first_day() is None


async def test_the_future_and_days_without_a_deal_are_refused(harness):
    days = Days(harness)
    await days.work.work()
    for asked in (days.show("Anna", TOMORROW), days.begin("Anna", TOMORROW)):
        refused = await refusal(asked)
        assert (refused.code, refused.facts) == (Code.FUTURE_DAY, {"today": TODAY})
    assert (await refusal(days.show("Anna", "2001-09-01"))).code is Code.NO_DEAL
    assert (await refusal(days.begin("Anna", "2001-09-01"))).code is Code.NO_DEAL
    assert await harness.store.rooms_of(person_of("Anna")) == []


async def test_a_deal_for_other_rules_is_refused(harness):
    days = Days(harness)
    await days.work.work()
    await harness.store._write("UPDATE daily_deal SET rules = '0'")
    assert (await refusal(days.begin("Anna"))).code is Code.OTHER_VERSION
    assert (await days.show("Anna")).begun == 0


async def test_a_bad_name_begins_no_try(harness):
    days = Days(harness)
    assert (await refusal(days.begin("Anna", name="\u202e"))).code is Code.BAD_NAME
    assert (await days.show("Anna")).own is None
    await days.begin("Anna")


async def test_leaving_is_the_try(harness):
    days = Days(harness)
    room = await days.begin("Anna")
    await harness.leave("Anna", room)
    shown = await days.show("Anna")
    assert (shown.own.ended is not None, shown.own.profit) == (True, None)
    assert shown.distribution.games == 0
    assert (await harness.room(room)).status is Status.ABORTED


async def test_aborting_is_the_try(harness):
    days = Days(harness)
    room = await days.begin("Anna")
    await harness.abort("Anna", room)
    assert (await days.show("Anna")).own.profit is None
    assert (await refusal(days.begin("Anna"))).code is Code.ALREADY_TRIED


async def test_a_finished_try_has_profit_and_place(harness):
    days = Days(harness)
    room = await days.finish("Anna")
    shown = await days.show("Anna")
    standings = (await harness.room(room)).game.standings()
    seat = (await harness.room(room)).seat_of(person_of("Anna"))
    own = next(each for each in standings if each.seat == seat)
    assert (shown.own.profit, shown.own.place, shown.own.seat) == (own.profit, own.place, seat)
    assert (shown.distribution.games, shown.distribution.profits) == (1, ())
    assert (await days.show("Ben")).distribution is None
    assert (await days.show(None)).own is None


async def test_a_try_counts_neither_for_trends_nor_for_the_rating(harness):
    days = Days(harness)
    await days.finish("Anna")
    (result,) = await harness.store.results(person_of("Anna"))
    assert not result.row.is_counted


async def test_a_past_day_is_practice(harness):
    days = Days(harness)
    deck = (await harness.room(await days.begin("Anna"))).game.deck
    await days.until_closed()
    room = await days.begin("Ben", TODAY)
    again = await days.begin("Ben", TODAY)
    assert room != again
    practice = await harness.room(room)
    assert practice.game.deck == deck
    assert (practice.day, practice.deal, practice.setup.hints) == (None, None, True)
    await harness.leave("Ben", again)
    await days.finish("Ben", TODAY)
    shown = await days.show("Ben", TODAY)
    assert (shown.own, shown.begun, shown.distribution.games) == (None, 1, 0)
    assert not (await harness.store.results(person_of("Ben")))[0].row.is_counted
