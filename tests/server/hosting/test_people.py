"""The keys of people, and the codes that copy a key to another device."""

import pytest

from byzanz.server.hosting.people import CODE_SECONDS, People, person_of
from byzanz.wire.problems import Code, RequestRefused
from tests.server.hosting.harness import refusal


def make_people(harness):
    return People(harness.store, harness.clock, harness.random_bytes)


async def test_a_person_is_known_by_the_key_and_the_store_never_sees_it(harness):
    people = make_people(harness)
    key = await people.new()
    assert len(key) == 32
    assert await people.find(key) == person_of(key)
    assert await make_people(harness).find(key) == person_of(key)
    assert await people.find(None) is None
    assert await harness.store.has_person(person_of(key))
    assert not await harness.store.has_person(key)


@pytest.mark.parametrize("key", ["", "0" * 32, "x", "F" * 32, "0" * 10_000, "a" * 31 + "\n"])
async def test_an_unknown_key_is_refused(harness, key):
    assert (await refusal(make_people(harness).find(key))).code is Code.NOT_KNOWN


async def test_a_code_works_once_and_for_two_minutes(harness):
    people = make_people(harness)
    key = await people.new()
    code = await people.device_code(key)
    assert await people.claim(code) == key
    with pytest.raises(RequestRefused):
        await people.claim(code)
    late = await people.device_code(key)
    await harness.wait(CODE_SECONDS + 0.1)
    assert (await refusal(people.claim(late))).code is Code.NOT_FOUND
    assert (await refusal(people.claim("0" * 32))).code is Code.NOT_FOUND


async def test_the_last_visit_is_stored_once_per_day(harness):
    people = make_people(harness)
    key = await people.new()
    for _ in range(4):
        await people.find(key)
        await harness.wait(13 * 3600)
    now = harness.clock.now()
    assert await harness.store.delete_people(seen_before=now - 20 * 3_600_000) == 1  # 26 hours ago
    assert await harness.store.delete_people(seen_before=now) == 0
    assert (await refusal(people.find(key))).code is Code.NOT_KNOWN


async def test_the_cache_of_known_people_is_limited(harness, monkeypatch):
    monkeypatch.setattr("byzanz.server.hosting.people.MOST_KNOWN", 2)
    people = make_people(harness)
    keys = [await people.new() for _ in range(5)]
    for key in keys * 2:
        assert await people.find(key) == person_of(key)
    assert len(people._known) <= 2
