"""Answers to puzzles and ratings in both databases."""

import asyncio

from msgspec.structs import replace

from byzanz.store.rows import PuzzleTry, RatingChange, StoredStrength
from tests.store.samples import opened

START = StoredStrength(25.0, 8.0, 0)
WRONG = PuzzleTry("p1", "v1", 1000, 1000, 1, is_right=False, due=5000)


def change(name="ada", gain=2.0, factor=0.5, *, is_person=True):
    return RatingChange(name, is_person, START, gain, factor)


async def test_a_puzzle_comes_back_after_a_wrong_answer_and_never_after_a_right_one(url):
    async with opened(url) as store:
        await store.add_person("ada", 1)
        assert await store.add_puzzle_try("ada", WRONG, ())
        assert await store.puzzle_tries("ada") == [WRONG]
        early = replace(WRONG, at=4999, is_right=True, due=None)
        assert not await store.add_puzzle_try("ada", early, ())
        assert await store.puzzle_tries("ada") == [WRONG]
        right = replace(WRONG, at=5000, version="v2", is_right=True, due=None)
        assert await store.add_puzzle_try("ada", right, ())
        assert await store.puzzle_tries("ada") == [replace(right, begun=1000, tries=2)]
        late = replace(WRONG, at=10**12)
        assert not await store.add_puzzle_try("ada", late, ())


async def test_answers_at_the_same_moment_count_once(url):
    async with opened(url) as store:
        await store.add_person("ada", 1)
        answers = [store.add_puzzle_try("ada", WRONG, [change()]) for _ in range(5)]
        assert sorted(await asyncio.gather(*answers)) == [False] * 4 + [True]
        assert await store.puzzle_strength("ada") == StoredStrength(27.0, 4.0, 1)


async def test_no_change_of_a_rating_is_lost(url):
    async with opened(url) as store:
        people = [f"person {number}" for number in range(6)]
        for person in people:
            await store.add_person(person, 1)
        await asyncio.gather(
            *[
                store.add_puzzle_try(person, WRONG, [change("p1", 1.0, 0.5, is_person=False)])
                for person in people
            ]
        )
        assert await store.puzzle_ratings() == {"p1": StoredStrength(31.0, 8.0 / 64, 6)}


async def test_nothing_is_stored_for_an_unknown_person(url):
    async with opened(url) as store:
        changes = [change(), change("p1", is_person=False)]
        assert not await store.add_puzzle_try("ada", WRONG, changes)
        assert await store.puzzle_tries("ada") == []
        assert await store.puzzle_strength("ada") is None
        assert await store.puzzle_ratings() == {}


async def test_answers_are_deleted_with_their_person_and_ratings_of_puzzles_stay(url):
    async with opened(url) as store:
        for person in ("ada", "ben"):
            await store.add_person(person, 1)
            changes = [change(person), change("p1", is_person=False)]
            assert await store.add_puzzle_try(person, WRONG, changes)
        assert await store.begin_deletion("ada", 2000, 3000) is not None
        assert await store.puzzle_tries("ada") == []
        assert await store.puzzle_strength("ada") is None
        assert await store.puzzle_tries("ben") == [WRONG]
        assert (await store.puzzle_ratings())["p1"].rated == 2


async def test_a_backup_has_answers_and_ratings(url, tmp_path):
    async with opened(url) as store:
        await store.add_person("ada", 1)
        changes = [change(), change("p1", is_person=False)]
        assert await store.add_puzzle_try("ada", WRONG, changes)
        await store.backup(tmp_path / "backup")
    async with opened(f"sqlite:///{tmp_path}/restored.db") as restored:
        await restored.restore(tmp_path / "backup")
        assert await restored.puzzle_tries("ada") == [WRONG]
        assert await restored.puzzle_strength("ada") == StoredStrength(27.0, 4.0, 1)
        assert await restored.puzzle_ratings() == {"p1": StoredStrength(27.0, 4.0, 1)}
