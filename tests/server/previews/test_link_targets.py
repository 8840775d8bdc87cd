"""What a link leads to tells nobody more than the link itself."""

import pytest

from byzanz.server.call import Visitor
from byzanz.server.handlers.visitors import Visitors
from byzanz.server.hosting.people import People
from byzanz.server.ops.config import Limits
from byzanz.server.previews.link_targets import Kind, LinkTargets, Target
from byzanz.store.errors import StoreBusy
from tests.server.hosting.finished_games import finished_room, record, truncated
from tests.server.hosting.harness import Harness

UNKNOWN = "0" * 32
STRANGER = Visitor("192.0.2.1", None)


def targets_of(harness: Harness, **limits) -> LinkTargets:
    people = People(harness.store, harness.clock, harness.random_bytes)
    return LinkTargets(harness.rooms, Visitors(people, Limits(**limits), harness.clock))


async def kind(harness, room, otherwise=Kind.TABLE):
    return (await targets_of(harness).find(room, otherwise, STRANGER)).kind


async def test_threat_1_a_room_that_waits_looks_like_none(harness):
    room = await harness.create()
    targets = targets_of(harness)
    for otherwise in (Kind.TABLE, Kind.REPLAY, Kind.ANALYSIS):
        found = [await targets.find(each, otherwise, STRANGER) for each in (room, UNKNOWN)]
        assert found == [Target(otherwise)] * 2


async def test_threat_1_a_game_that_may_not_be_watched_looks_like_none(harness):
    room = await harness.table(spectators=False)
    assert await kind(harness, room) is Kind.TABLE
    assert await kind(harness, room, Kind.REPLAY) is Kind.REPLAY


async def test_a_link_to_a_running_game_says_only_that_it_runs(harness):
    room = await harness.table()
    assert await targets_of(harness).find(room, Kind.TABLE, STRANGER) == Target(Kind.RUNNING)


@pytest.mark.parametrize("spectators", [True, False])
async def test_a_link_to_a_finished_game_shows_its_result(harness, spectators):
    room = await finished_room(harness, "Anna Ben", "greedy", spectators=spectators, pace="quick")
    found = await targets_of(harness).find(room, Kind.REPLAY, STRANGER)
    game = (await harness.room(room)).game
    assert found.kind is Kind.RESULT
    assert found.facts.names == game.names
    assert found.facts.standings == game.view(None).standings


async def test_a_game_that_was_ended_early_has_no_result(harness):
    room = await harness.table("Anna", "greedy greedy")
    await harness.abort("Anna", room)
    assert await kind(harness, room, Kind.REPLAY) is Kind.REPLAY


async def test_an_uploaded_record_shows_its_result(harness):
    await harness.store.add_replay("a" * 32, record().encode(), harness.clock.now())
    await harness.store.add_replay("b" * 32, truncated(record(), 20).encode(), harness.clock.now())
    found = await targets_of(harness).find("a" * 32, Kind.REPLAY, STRANGER)
    assert found.kind is Kind.RESULT
    assert await kind(harness, "b" * 32, Kind.REPLAY) is Kind.REPLAY


async def test_a_deleted_game_looks_like_none(harness):
    room = await finished_room(harness, "Anna Ben", "greedy", pace="quick")
    await harness.store.delete_rooms("finished", changed_before=harness.clock.now() + 1)
    await harness.restart()
    assert await kind(harness, room) is Kind.TABLE


async def test_threat_1_lookups_of_links_are_limited_like_guesses(harness):
    room = await harness.table()
    targets = targets_of(harness, misses=3)
    for number in range(3):
        await targets.find(f"{number:032x}", Kind.TABLE, STRANGER)
    assert await targets.find(room, Kind.TABLE, STRANGER) == Target(Kind.TABLE)
    other = Visitor("192.0.2.2", None)
    assert await targets.find(room, Kind.TABLE, other) == Target(Kind.RUNNING)


async def test_threat_15_an_address_looks_up_a_limited_number_of_links(harness):
    room = await harness.table()
    targets = targets_of(harness, previews=2)
    found = [await targets.find(room, Kind.TABLE, STRANGER) for _ in range(3)]
    assert [each.kind for each in found] == [Kind.RUNNING, Kind.RUNNING, Kind.TABLE]


async def test_while_the_store_is_busy_a_link_leads_nowhere(harness, monkeypatch):
    room = await finished_room(harness, "Anna Ben", "greedy", pace="quick")
    await harness.restart()

    async def busy(*_):
        raise StoreBusy

    monkeypatch.setattr(harness.store, "log", busy)
    assert await kind(harness, room) is Kind.TABLE


async def test_a_room_that_is_held_for_long_delays_no_page(harness):
    room = await harness.table()
    async with harness.rooms.held(room):
        before = harness.now()
        assert await kind(harness, room) is Kind.TABLE
        assert harness.now() - before <= 2000


async def test_a_lookup_changes_nothing(harness):
    room = await harness.table()
    before = await harness.log(room)
    await kind(harness, room)
    assert await harness.log(room) == before
