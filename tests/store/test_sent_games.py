"""Games that were played without a server, in both databases."""

from byzanz.store.rows import ResultRow
from tests.server.personal_data.everything import found_in_store
from tests.store.samples import opened
from tests.store.test_results import result

MOST = 2


def sent(person="ada", game="g1", at=2000) -> ResultRow:
    return result(person, game, at, is_counted=False)


async def stored(store, *people: str) -> None:
    for person in people:
        await store.add_person(person, 1)


async def add(store, row: ResultRow, at=5000) -> bool:
    return await store.add_sent_game(row, row.room.encode(), at, most=MOST)


async def test_a_game_is_stored_once_and_listed_with_its_mark(url):
    async with opened(url) as store:
        await stored(store, "ada")
        assert await add(store, sent())
        assert not await add(store, sent(at=9))
        (listed,) = await store.results("ada")
        assert listed.row == sent()
        assert (listed.was_offline, listed.has_record, listed.day) == (True, True, None)
        assert await store.sent_game("g1") == await store.replay("g1") == b"g1"
        assert await store.count_results("ada", "bots") == (1, 2000)


async def test_such_games_count_for_nothing(url):
    async with opened(url) as store:
        await stored(store, "ada")
        await add(store, sent())
        assert await store.counted_games("ada") == await store.common_games("ada") == []
        assert await store.unrated_results(9) == []


async def test_a_person_sends_at_most_so_many_games_and_must_be_stored(url):
    async with opened(url) as store:
        await stored(store, "ada", "ben")
        assert [await add(store, sent(game=f"g{n}")) for n in range(4)] == [
            True,
            True,
            False,
            False,
        ]
        assert await add(store, sent("ben", "g9"))
        assert not await add(store, sent("cleo", "g8"))
        assert await store.results("cleo") == []


async def test_old_records_go_unless_they_are_kept_and_the_mark_stays(url):
    async with opened(url) as store:
        await stored(store, "ada")
        await add(store, sent(game="g1"))
        await add(store, sent(game="g2"))
        assert await store.keep_result("ada", "g2", is_kept=True, most=9)
        assert await store.delete_sent_records(sent_before=5000) == 0
        assert await store.delete_sent_records(sent_before=5001) == 1
        assert await store.delete_sent_records(sent_before=5001) == 0
        found = {each.row.room: each for each in await store.results("ada")}
        assert {room: each.has_record for room, each in found.items()} == {"g1": False, "g2": True}
        assert all(each.was_offline for each in found.values())
        assert await store.replay("g1") is None
        assert not await add(store, sent(game="g1"))


async def test_findings_are_stored_while_the_record_is(url):
    async with opened(url) as store:
        await stored(store, "ada")
        await add(store, sent())
        await store.add_finding("g1", 0, b"found", 5)
        await store.set_analysed("g1", 0, accuracy=84, moment=None)
        assert [each.row.room for each in await store.analysed_results("ada", limit=9)] == ["g1"]
        await store.delete_sent_records(sent_before=9000)
        await store.add_finding("g1", 1, b"late", 5)
        assert await store.finding_numbers("g1") == [0]
        assert await store.analysed_results("ada", limit=9) == []


async def test_games_and_findings_go_with_their_person(url):
    ada, ben = "a" * 64, "b" * 64
    async with opened(url) as store:
        await stored(store, ada, ben)
        await add(store, sent(ada, "g1"))
        await add(store, sent(ben, "g2"))
        for game in ("g1", "g2"):
            await store.add_finding(game, 0, b"found", 5)
            await store.add_analysis(game, None, "v", "record", 1)
        await store.begin_deletion(ada, 5, 9)
        await store.delete_results(ada, await store.result_rooms(ada, 9))
        await store.finish_deletion(ada)
        assert await found_in_store(store, [ada, "'g1'"]) == []
        assert await store.replay("g2") == b"g2"
        assert await store.finding_numbers("g2") == [0]
        assert await store.analyses() == {"g2": None}
