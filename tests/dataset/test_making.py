"""A dataset has exactly the games of the arena, and making it can be interrupted anywhere."""

import msgspec
import pytest

from byzanz.arena.game_records import replayed, write_game
from byzanz.arena.match import EntrantPool, play_game
from byzanz.arena.plan import Plan
from byzanz.arena.worker_pool import WorkerPool
from byzanz.dataset.making import UNFINISHED, ArenaParts, CompiledParts, make_dataset
from byzanz.dataset.manifest import BadDataset, new_manifest, part_path, read_manifest
from byzanz.dataset.parts import is_written, read_game, read_part
from byzanz.dataset.records import game_of, record_of
from byzanz.ledger_file import LedgerInUse
from tests.dataset.small_datasets import PART_GAMES, PLAN, make


def contents(folder):
    """The bytes of all files, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def stored_games(folder):
    manifest = read_manifest(folder)
    return [game for part in range(manifest.part_count) for game in read_part(folder, part)]


def test_every_game_is_read_back_as_the_record_that_the_arena_writes(dataset, tmp_path):
    pool = EntrantPool()
    numbers = list(PLAN.numbers())
    stored = stored_games(dataset)
    assert [game.played.number for game in stored] == numbers
    for number, game in zip(numbers, stored, strict=True):
        write_game(tmp_path, PLAN, play_game(PLAN, number, pool))
        file = tmp_path / f"deck-{number.deck:04}-seating-{number.seating}.byz"
        assert record_of(game) == file.read_text()


def test_a_game_is_found_by_its_number(dataset):
    manifest = read_manifest(dataset)
    for number, expected in enumerate(PLAN.numbers()):
        assert read_game(dataset, manifest, number).played.number == expected


def test_bots_that_are_not_compiled_give_the_same_files(dataset, tmp_path):
    other = tmp_path / "other"
    with WorkerPool(1) as workers:
        make(other, source=ArenaParts(workers))
    assert contents(other) == contents(dataset)
    assert UNFINISHED not in contents(other)


class Interrupted(Exception):
    """Stands for Ctrl-C."""


class FailingPool:
    """Plays games as the arena does, until a number of them is played."""

    def __init__(self, games):
        self.left = games
        self.played = 0

    def play(self, plan, numbers):
        for number in numbers:
            if not self.left:
                raise Interrupted
            self.left -= 1
            self.played += 1
            yield play_game(plan, number, EntrantPool())


@pytest.mark.parametrize("games", [0, 1, 5, 6, 7, 17])
def test_an_interrupted_dataset_goes_on_and_plays_no_game_twice(dataset, tmp_path, games):
    folder = tmp_path / "other"
    first, second = FailingPool(games), FailingPool(100)
    with pytest.raises(Interrupted):
        make(folder, source=ArenaParts(first))
    make(folder, source=ArenaParts(second))
    assert first.played + second.played == len(list(PLAN.numbers()))
    assert contents(folder) == contents(dataset)


def test_a_torn_part_is_made_again(dataset):
    expected = contents(dataset)
    path = part_path(dataset, 1)
    path.write_bytes(path.read_bytes()[:-50])
    assert not is_written(dataset, read_manifest(dataset), 1)
    make(dataset)
    assert contents(dataset) == expected


def test_a_dataset_grows(dataset, tmp_path):
    longer = Plan(PLAN.bot_ids, 9, PLAN.seed, PLAN.seconds)
    times = {path.name: path.stat().st_mtime_ns for path in dataset.glob("*.parquet")}
    make(dataset, longer, part_games=1)  # its parts keep their size
    assert {name: (dataset / name).stat().st_mtime_ns for name in times} == times
    make(tmp_path / "at once", longer)
    assert contents(dataset) == contents(tmp_path / "at once")


@pytest.mark.parametrize(
    "plan",
    [
        Plan(("solid", "greedy", "solid"), 6, 5, 5.0),
        Plan(PLAN.bot_ids, 6, 6, 5.0),
        Plan(PLAN.bot_ids, 5, 5, 5.0),
    ],
)
def test_a_folder_with_other_games_is_refused(dataset, plan):
    before = contents(dataset)
    with pytest.raises(BadDataset, match="other games"):
        make(dataset, plan)
    assert {name: data for name, data in contents(dataset).items() if name in before} == before


def test_games_of_two_versions_are_not_mixed(dataset):
    other = msgspec.structs.replace(new_manifest(PLAN, PART_GAMES), program="another")
    with pytest.raises(BadDataset, match="expected a new folder"):
        make_dataset(dataset, other, CompiledParts(1), lambda games: None)


def test_parts_of_another_dataset_are_refused(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "part-00077.parquet").write_bytes(b"")
    with pytest.raises(BadDataset, match="part-00077"):
        make(folder)


def test_only_one_process_makes_a_dataset(dataset):
    class Nested:
        def parts(self, *arguments):
            with pytest.raises(LedgerInUse):
                make(dataset)
            yield from CompiledParts(1).parts(*arguments)

    part_path(dataset, 0).unlink()
    make(dataset, source=Nested())


def test_the_games_so_far_are_counted(tmp_path):
    counts = []
    manifest = new_manifest(PLAN, PART_GAMES)
    make_dataset(tmp_path / "a", manifest, CompiledParts(1), counts.append)
    assert sum(counts) == manifest.game_count
    counts.clear()
    make_dataset(tmp_path / "a", manifest, CompiledParts(1), counts.append)
    assert counts == [manifest.game_count]


def test_a_stored_game_has_the_scores_and_winners_of_its_replay(dataset):
    for stored in stored_games(dataset):
        game = game_of(stored)
        assert game.is_over
        assert (game.scores, game.winners) == (stored.played.scores, stored.played.winners)
    result = play_game(PLAN, next(iter(PLAN.numbers())), EntrantPool())
    assert replayed(PLAN, result).moves == game_of(stored_games(dataset)[0]).moves


def test_a_million_games_fit_in_200_megabytes(tmp_path):
    plan = Plan(("solid", "greedy", "solid", "beginner"), 500, 5, 5.0)
    make(tmp_path / "a", plan, part_games=2000)
    size = sum(path.stat().st_size for path in (tmp_path / "a").iterdir())
    assert size / (500 * 4) < 200
