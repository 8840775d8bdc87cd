"""Deals of the day in both databases: made once, tried once, counted once, opened at the end."""

import asyncio

from msgspec.structs import replace

from byzanz.store.rows import DailyCountRow, DailyDealRow, DailyLineRow
from tests.store.samples import append, opened

DAY = "2026-11-19"
DEAL = DailyDealRow(DAY, "d1", "secret", "dice", "1", made=5)
LINE = DailyLineRow(DAY, "e1", b"record", 20, 1, "1.1")


async def with_people(store, *people: str) -> None:
    await store.add_daily_deal(DEAL)
    for person in people:
        await store.add_person(person, 1)


async def test_the_first_deal_of_a_day_stays(url):
    async with opened(url) as store:
        others = [replace(DEAL, deal=f"d{number}") for number in range(4)]
        found = await asyncio.gather(*map(store.add_daily_deal, others))
        assert len({row.deal for row in found}) == 1
        assert await store.daily_deal(DAY) == found[0]
        assert await store.daily_deal("2026-11-20") is None


async def test_a_person_has_one_try_a_day(url):
    async with opened(url) as store:
        await with_people(store, "ada", "ben")
        begun = [store.begin_daily_try("ada", DAY, f"r{number}", 7) for number in range(4)]
        assert sorted(await asyncio.gather(*begun)) == [False, False, False, True]
        assert await store.begin_daily_try("ben", DAY, "r9", 8)
        assert not await store.begin_daily_try("nobody", DAY, "r8", 8)
        assert not await store.begin_daily_try("ben", "2026-11-20", "r8", 8)
        assert (await store.daily_deal(DAY)).begun == 2
        own = await store.daily_try("ada", DAY)
        assert (own.begun, own.ended, own.profit) == (7, None, None)
        assert await store.day_of_try(own.room) == DAY
        assert await store.day_of_try("r8") is None


async def test_a_try_is_counted_once_and_stays_counted_without_its_person(url):
    async with opened(url) as store:
        await with_people(store, "ada", "ben", "eve")
        for person in ("ada", "ben", "eve"):
            await store.begin_daily_try(person, DAY, f"r-{person}", 7)
        ends = [store.end_daily_try("r-ada", 9, "1.1", 20, 1) for _ in range(4)]
        assert sorted(await asyncio.gather(*ends)) == [False, False, False, True]
        assert await store.end_daily_try("r-ben", 9, "1.1", 20, 1)
        assert await store.end_daily_try("r-eve", 9, "1.1", None, None)
        assert await store.daily_counts(DAY, "1.1") == [DailyCountRow(20, 1, 2)]
        assert await store.daily_counts(DAY, "1.2") == []
        await store.begin_deletion("ada", 10, 20)
        assert await store.daily_try("ada", DAY) is None
        assert await store.daily_tries("ada") == []
        assert await store.daily_counts(DAY, "1.1") == [DailyCountRow(20, 1, 2)]


async def test_a_day_is_opened_once_all_its_tries_have_ended(url):
    async with opened(url) as store:
        await with_people(store, "ada")
        await store.begin_daily_try("ada", DAY, "r1", 7)
        assert await store.unended_tries(DAY) == ["r1"]
        assert not await store.open_day(DAY, 9)
        await store.end_daily_try("r1", 8, "1.1", None, None)
        assert await store.unopened_days("2026-11-18") == []
        assert await store.unopened_days(DAY) == [DAY]
        assert sorted(await asyncio.gather(*[store.open_day(DAY, 9) for _ in range(3)])) == [
            False,
            False,
            True,
        ]
        assert (await store.daily_deal(DAY)).opened == 9
        assert await store.unopened_days(DAY) == []
        await store.add_person("ben", 1)
        assert not await store.begin_daily_try("ben", DAY, "r2", 10)


async def test_tries_whose_games_are_over_are_found(url):
    async with opened(url) as store:
        await with_people(store, "ada", "ben")
        for person, status in (("ada", "running"), ("ben", "aborted")):
            await store.begin_daily_try(person, DAY, f"r-{person}", 7)
            await store.append(append(f"r-{person}", status=status))
        assert await store.tries_to_end(9) == ["r-ben"]


async def test_the_best_tries_come_first(url):
    async with opened(url) as store:
        results = {"ada": (20, 1), "ben": (25, 2), "cleo": (25, 1), "dora": (30, 1)}
        await with_people(store, *results)
        for person, (profit, place) in results.items():
            await store.begin_daily_try(person, DAY, f"r-{person}", 7)
            if person != "dora":  # her room is deleted
                await store.append(append(f"r-{person}", status="finished"))
            await store.end_daily_try(f"r-{person}", 9, "1.1", profit, place)
        assert await store.best_tries(DAY, "1.1", 0, 9) == ["r-cleo", "r-ben", "r-ada"]
        assert await store.best_tries(DAY, "1.1", 25, 1) == ["r-cleo"]


async def test_the_calendar_has_the_days_with_deals_and_own_tries(url):
    async with opened(url) as store:
        await with_people(store, "ada", "ben")
        await store.add_daily_deal(replace(DEAL, day="2026-11-20", deal="d2"))
        await store.begin_daily_try("ada", DAY, "r1", 7)
        await store.end_daily_try("r1", 9, "1.1", 20, 2)
        own = await store.daily_calendar("ada", "2026-11-01", "2026-11-30")
        assert own == [(DAY, True, 2, 20), ("2026-11-20", False, None, None)]
        assert not any(
            row.is_tried for row in await store.daily_calendar("ben", "2026-11-01", "2026-11-30")
        )
        assert await store.daily_calendar("ada", "2026-12-01", "2026-12-31") == []


async def test_the_experts_line_is_claimed_by_one_and_read_like_a_record(url):
    async with opened(url) as store:
        await with_people(store, "ada")
        await store.begin_daily_try("ada", DAY, "r1", 7)
        await store.end_daily_try("r1", 9, "1.1", 20, 2)
        assert await store.claim_daily_line(10, 20) is None  # the deck is not open
        await store.open_day(DAY, 10)
        claims = await asyncio.gather(*[store.claim_daily_line(11, 20) for _ in range(3)])
        assert [row.day for row in claims if row] == [DAY]
        assert (await store.claim_daily_line(20, 30)).secret == "secret"
        await store.add_daily_line(LINE)
        await store.add_daily_line(LINE._replace(replay="e2"))
        assert await store.claim_daily_line(40, 50) is None
        assert await store.daily_line(DAY) == LINE
        assert await store.replay("e1") == b"record"
        await store.add_finding("e1", 0, b"found", 5)
        assert await store.findings("e1") == {0: b"found"}
