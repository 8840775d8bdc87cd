"""Results of finished games in both databases: lists, ties, ratings and rooms that are kept."""

import asyncio

from msgspec.structs import replace

from byzanz.store.rows import Appended, Conflict, CountedGame, RatedRow, ResultRow
from tests.store.samples import append, opened


def result(person="ada", room="r1", at=2000, **facts):
    values = {
        "seat": 0, "place": 1, "profit": 20, "seat_count": 4, "person_count": 1, "level": "solid",
        "is_counted": True, "version": "1.1", "seats": "[]",
    } | facts  # fmt: skip
    return ResultRow(person=person, room=room, at=at, **values)


def finishing(room="r1", results=(), *, at=2000):
    return replace(append(room, seq=2, at=at, status="finished"), results=tuple(results))


async def finish(store, *results):
    """Store a finished room with these results."""
    room, at = results[0].room, results[0].at
    assert await store.append(append(room, at=at - 1)) == Appended()
    assert await store.append(finishing(room, results, at=at)) == Appended()


async def test_results_are_written_with_the_entry_that_finishes_the_game(url):
    async with opened(url) as store:
        ada, ben = result(), result("ben", seat=1, place=2, person_count=2, level=None)
        await finish(store, ada, ben)
        stored = await store.result("ada", "r1")
        assert stored.row == ada
        assert (stored.is_kept, stored.accuracy, stored.moment) == (False, None, None)
        assert stored.has_record
        assert await store.results_of_room("r1") == [ada, ben]
        assert await store.result("cleo", "r1") is None


async def test_an_entry_that_comes_second_writes_no_results(url):
    async with opened(url) as store:
        await finish(store, result())
        late = finishing(results=[result("ben")])
        assert await store.append(late) == Conflict("entry")
        assert await store.results_of_room("r1") == [result()]


async def test_a_page_lists_the_latest_results_first(url):
    async with opened(url) as store:
        for number in range(5):
            friends = {"person_count": 2, "level": None} if number % 2 else {}
            await finish(store, result(room=f"r{number}", at=2000 + number, **friends))
        await finish(store, result("ben", "r9"))

        async def rooms(*choice, **page):
            return [stored.row.room for stored in await store.results("ada", *choice, **page)]

        assert await rooms() == ["r4", "r3", "r2", "r1", "r0"]
        assert await rooms(skip=1, limit=2) == ["r3", "r2"]
        assert await rooms("bots") == ["r4", "r2", "r0"]
        assert await rooms("friends") == ["r3", "r1"]
        assert await store.count_results("ada") == (5, 2000)
        assert await store.count_results("ada", "friends") == (2, 2001)
        assert await store.count_results("nobody") == (0, None)


async def test_a_result_outlives_its_room_unless_it_is_kept(url):
    async with opened(url) as store:
        for number in range(3):
            await finish(store, result(room=f"r{number}", at=2000 + number))
        assert await store.keep_result("ada", "r1", is_kept=True, most=1)
        assert not await store.keep_result("ada", "r2", is_kept=True, most=1)
        assert not await store.keep_result("ben", "r0", is_kept=True, most=1)
        assert await store.count_kept("ada") == 1
        assert await store.delete_rooms("finished", changed_before=9000) == 2
        has_record = {each.row.room: each.has_record for each in await store.results("ada")}
        assert has_record == {"r0": False, "r1": True, "r2": False}
        assert await store.keep_result("ada", "r1", is_kept=False, most=1)
        assert await store.delete_rooms("finished", changed_before=9000) == 1


async def test_the_first_analysis_sets_accuracy_and_moment(url):
    async with opened(url) as store:
        await finish(store, result(), result("ben", seat=1))
        await store.set_analysed("r1", 0, accuracy=84, moment='{"number":7}')
        await store.set_analysed("r1", 0, accuracy=12, moment=None)
        ada, ben = await store.result("ada", "r1"), await store.result("ben", "r1")
        assert (ada.accuracy, ada.moment) == (84, '{"number":7}')
        assert (ben.accuracy, ben.moment) == (None, None)


async def test_counted_games_are_those_against_bots_of_one_level(url):
    async with opened(url) as store:
        await finish(store, result(room="r1", at=2001, place=2, profit=11))
        await finish(store, result(room="r2", at=2002, is_counted=False))
        await finish(store, result(room="r3", at=2003, level=None))
        await finish(store, result(room="r0", at=2004, level="greedy", seat_count=3))
        await store.set_analysed("r1", 0, accuracy=84, moment=None)
        assert await store.counted_games("ada") == [
            CountedGame("solid", "1.1", 4, 2, 11, 84),
            CountedGame("greedy", "1.1", 3, 1, 20, None),
        ]


async def test_a_tie_is_cut_on_both_sides(url):
    async with opened(url) as store:
        people = {"person_count": 3, "level": None}
        await finish(
            store,
            result("ada", **people),
            result("ben", seat=1, place=2, **people),
            result("cleo", seat=2, place=3, **people),
        )
        games = await store.common_games("ada")
        assert [(game.other, game.own_place, game.other_place) for game in games] == [
            ("ben", 1, 2),
            ("cleo", 1, 3),
        ]
        await store.cut_tie("ada", "ben", 5)
        assert await store.cut_ties("ada") == set()  # nobody of this name is stored
        await store.add_person("ada", 1)
        await store.add_person("ben", 1)
        await store.cut_tie("ada", "ben", 5)
        await store.cut_tie("ben", "ada", 6)
        assert [game.other for game in await store.common_games("ada")] == ["cleo"]
        assert [game.other for game in await store.common_games("ben")] == ["cleo"]
        assert await store.cut_ties("ada") == {"ben"}


async def test_rooms_without_results_are_filled_in_once(url):
    async with opened(url) as store:
        for room, at in [("r2", 30), ("r1", 20), ("r3", 40)]:
            await store.append(append(room, at=at, status="finished"))
        assert await store.rooms_without_results(2) == ["r1", "r2"]
        await store.fill_in_results("r1", [result(room="r1", at=20)], rewrites=0)
        await store.fill_in_results("r1", [result(room="r1", at=99)], rewrites=0)
        await store.fill_in_results("r2", [result(room="r2")], rewrites=1)
        assert await store.rooms_without_results(9) == ["r2", "r3"]
        await store.fill_in_results("r2", [], rewrites=0)
        assert await store.rooms_without_results(9) == ["r3"]
        assert [each.row.at for each in await store.results("ada")] == [20]


async def test_ratings_are_stored_once_for_each_turn(url):
    async with opened(url) as store:
        await finish(store, result(room="r2", at=2002))
        await finish(store, result(room="r1", at=2001), result("ben", "r1", at=2001, seat=1))
        await finish(store, result(room="r3", at=2003, is_counted=False))
        unrated = await store.unrated_results(9)
        assert [(each.room, each.person) for each in unrated] == [
            ("r1", "ada"), ("r1", "ben"), ("r2", "ada"),
        ]  # fmt: skip
        turn = await store.rating_turn()
        rows = [RatedRow("ada", "r1", 1, 26.5, 8.0), RatedRow("ben", "r1", 1, 23.5, 8.0)]
        assert await store.store_ratings(turn, rows)
        assert not await store.store_ratings(turn, [RatedRow("ada", "r2", 2, 0.0, 0.0)])
        assert await store.rating_turn() == turn + 1
        assert await store.last_rated() == 1
        assert [each.room for each in await store.unrated_results(9)] == ["r2"]
        assert await store.store_ratings(turn + 1, [RatedRow("ada", "r2", 2, 27.5, 7.5)])
        assert await store.ratings(["ada", "ben", "cleo"]) == {
            "ada": (27.5, 7.5, 2),
            "ben": (23.5, 8.0, 1),
        }


async def test_a_store_without_ratings(url):
    async with opened(url) as store:
        assert await store.last_rated() == 0
        assert await store.ratings(["ada"]) == {}
        assert await store.unrated_results(5) == []


async def test_the_first_page_of_many_games_has_the_latest(url):
    async with opened(url) as store:
        finished = [
            replace(
                append(f"r{at}", at=at, status="finished"), results=(result(room=f"r{at}", at=at),)
            )
            for at in range(1, 1001)
        ]
        await asyncio.gather(*[store.append(each) for each in finished])
        page = await store.results("ada", limit=20)
        assert [each.row.at for each in page] == list(range(1000, 980, -1))
