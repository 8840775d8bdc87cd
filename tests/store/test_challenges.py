"""Challenges and the tries at them."""

import asyncio

import pytest

from byzanz.store.rows import ChallengeRow, TryRow
from tests.store.samples import opened

PEOPLE = ("ada", "bob", "cleo", "dora")


def challenge(name="c1", maker="ada", at=1000, source="room:r1", game=None):
    return ChallengeRow(
        *(name, at, maker, "Ada", source, "C1 C2", 1, '["solid",null,"solid"]'),
        *("5a" * 32, "1.1", game),
    )


def attempt(person="bob", name="c1", at=2000):
    return TryRow(name, person, person.title(), f"room-{person}", at)


async def with_people(store):
    for person in PEOPLE:
        await store.add_person(person, 1)


async def test_one_challenge_of_each_source(url):
    async with opened(url) as store:
        await with_people(store)
        assert await store.add_challenge(challenge(game="{}")) == challenge(game="{}")
        assert await store.add_challenge(challenge("c2", at=5)) == challenge(game="{}")
        assert await store.challenge("c2") is None
        other = challenge("c3", maker="bob")
        assert await store.add_challenge(other) == other
        assert await store.add_challenge(challenge("c4", maker="nobody")) is None


async def test_a_person_has_one_try_and_a_challenge_has_only_so_many(url):
    async with opened(url) as store:
        await with_people(store)
        await store.add_challenge(challenge())
        await store.add_try(attempt(), most=2)
        await store.add_try(attempt(at=9), most=2)
        await store.add_try(attempt("cleo"), most=2)
        await store.add_try(attempt("dora"), most=2)
        await store.add_try(attempt("nobody"), most=9)
        await store.add_try(attempt("dora", "unknown"), most=9)
        assert await store.tries("c1") == [attempt(), attempt("cleo")]
        assert await store.challenges_of("ada") == [("c1", 1000, "Ada")]
        assert await store.challenges_of("bob") == [("c1", 2000, "Bob")]


async def test_tries_at_the_same_moment_do_not_pass_the_limit(postgres_url):
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        await with_people(one)
        await one.add_challenge(challenge())
        await asyncio.gather(
            *[
                store.add_try(attempt(person), most=2)
                for person, store in zip(PEOPLE, (one, two, one, two), strict=True)
            ]
        )
        assert len(await one.tries("c1")) == 2


@pytest.mark.parametrize(("deleted", "left"), [("ada", None), ("bob", ["cleo"])])
async def test_challenges_and_tries_go_with_their_people(url, deleted, left):
    async with opened(url) as store:
        await with_people(store)
        await store.add_challenge(challenge())
        await store.add_try(attempt(), most=6)
        await store.add_try(attempt("cleo"), most=6)
        await store.begin_deletion(deleted, 5, 9)
        assert (await store.challenge("c1") is None) == (left is None)
        assert [each.person for each in await store.tries("c1")] == (left or [])


async def test_old_challenges_are_deleted(url):
    async with opened(url) as store:
        await with_people(store)
        await store.add_challenge(challenge())
        await store.add_challenge(challenge("c2", source="room:r2", at=3000))
        await store.add_try(attempt(), most=6)
        assert await store.delete_challenges(made_before=2000) == 1
        assert await store.delete_challenges(made_before=2000) == 0
        assert await store.challenge("c1") is None
        assert await store.tries("c1") == []
        assert await store.challenge("c2") is not None


async def test_challenges_are_in_a_backup(url, tmp_path):
    async with opened(url) as store:
        await with_people(store)
        await store.add_challenge(challenge(game="{}"))
        await store.add_try(attempt(), most=6)
        await store.backup(tmp_path / "backup")
    async with opened(f"sqlite:///{tmp_path}/copy.db") as copy:
        await copy.restore(tmp_path / "backup")
        assert await copy.challenge("c1") == challenge(game="{}")
        assert await copy.tries("c1") == [attempt()]
