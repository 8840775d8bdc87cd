"""Keys, and the codes that give them to another device."""

import pytest

from byzanz.server.people import CODE_SECONDS, People, person_of
from byzanz.wire.problems import Code, Refusal
from tests.server.core.house import refusal


def people(house):
    return People(house.store, house.clock, house.source)


async def test_a_person_is_known_by_the_key_and_the_store_never_sees_it(house):
    one = people(house)
    key = await one.new()
    assert len(key) == 32
    assert await one.find(key) == person_of(key)
    assert await people(house).find(key) == person_of(key)
    assert await one.find(None) is None
    assert await house.store.has_person(person_of(key))
    assert not await house.store.has_person(key)


@pytest.mark.parametrize("key", ["", "0" * 32, "x", "F" * 32, "0" * 10_000, "a" * 31 + "\n"])
async def test_keys_that_nobody_has(house, key):
    assert (await refusal(people(house).find(key))).code is Code.NOT_KNOWN


async def test_a_code_works_once_and_for_two_minutes(house):
    one = people(house)
    key = await one.new()
    code = await one.device_code(key)
    assert await one.claim(code) == key
    with pytest.raises(Refusal):
        await one.claim(code)
    late = await one.device_code(key)
    await house.wait(CODE_SECONDS + 0.1)
    assert (await refusal(one.claim(late))).code is Code.NOT_FOUND
    assert (await refusal(one.claim("0" * 32))).code is Code.NOT_FOUND


async def test_the_store_is_told_every_day_who_is_here(house):
    one = people(house)
    key = await one.new()
    for _ in range(4):
        await one.find(key)
        await house.wait(13 * 3600)
    now = house.clock.now()
    assert await house.store.delete_people(seen_before=now - 20 * 3_600_000) == 1  # 26 hours ago
    assert await house.store.delete_people(seen_before=now) == 0
    assert (await refusal(one.find(key))).code is Code.NOT_KNOWN


async def test_the_memory_of_people_is_bounded(house, monkeypatch):
    monkeypatch.setattr("byzanz.server.people.MOST_KNOWN", 2)
    one = people(house)
    keys = [await one.new() for _ in range(5)]
    for key in keys * 2:
        assert await one.find(key) == person_of(key)
    assert len(one._known) <= 2
