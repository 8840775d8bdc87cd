"""Making a dataset part by part; what is written is not played again."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Protocol

import msgspec

from byzanz.arena.ledger import Ledger
from byzanz.arena.match import GameResult
from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.policy_match import PlayedGame, play_policy_match
from byzanz.cluster.connection import Cluster
from byzanz.cluster.tasks import play_policy_games
from byzanz.dataset.manifest import (
    FILE,
    BadDataset,
    Manifest,
    foreign_parts,
    read_manifest,
    write_manifest,
)
from byzanz.dataset.parts import is_written, write_part

UNFINISHED = "unfinished.jsonl"  # the games of the part that is being played
TASK_GAMES = 20_000  # compiled games of a task: more than ten seconds of a core

Part = tuple[int, list[PlayedGame]]
OnGames = Callable[[int], None]
"""Is told how many more games are finished."""


class MatchPool(Protocol):
    """What plays the games of a match: processes of this machine, or a cluster."""

    def play(self, plan: Plan, numbers: Sequence[GameNumber]) -> Iterator[GameResult]:
        """Play games and yield each when it is over, in any order."""
        ...


class PartSource(Protocol):
    """Plays the games of parts."""

    def parts(
        self, manifest: Manifest, missing: Sequence[int], ledger: Ledger, on_games: OnGames
    ) -> Iterator[Part]:
        """Yield each missing part with its games."""
        ...


class CompiledParts:
    """Parts of bots that do not search, in threads."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def parts(
        self, manifest: Manifest, missing: Sequence[int], ledger: Ledger, on_games: OnGames
    ) -> Iterator[Part]:
        """Yield each missing part with its games."""
        del ledger  # a part takes seconds
        for part in missing:
            games = []
            for game in play_policy_match(manifest.plan, manifest.part_numbers(part), self._jobs):
                games.append(game)
                on_games(1)
            yield part, games


class ClusterParts:
    """Parts of bots that do not search, on a cluster: several at a time."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def parts(
        self, manifest: Manifest, missing: Sequence[int], ledger: Ledger, on_games: OnGames
    ) -> Iterator[Part]:
        """Yield each missing part with its games."""
        del ledger
        found: dict[int, list[PlayedGame]] = {}
        for games in self._cluster.run(play_policy_games, _tasks(manifest, missing)):
            on_games(len(games))
            part = games[0].number.deck // manifest.part_decks
            found.setdefault(part, []).extend(games)
            if len(found[part]) == len(manifest.part_numbers(part)):
                yield part, sorted(found.pop(part), key=lambda game: game.number)


class ArenaParts:
    """Parts of any bots; every finished game is kept in a ledger until its part is written."""

    def __init__(self, pool: MatchPool) -> None:
        self._pool = pool

    def parts(
        self, manifest: Manifest, missing: Sequence[int], ledger: Ledger, on_games: OnGames
    ) -> Iterator[Part]:
        """Yield each missing part with its games."""
        for part in missing:
            numbers = manifest.part_numbers(part)
            on_games(sum(number in ledger.results for number in numbers))
            left = [number for number in numbers if number not in ledger.results]
            for result in self._pool.play(manifest.plan, left):
                ledger.add(result)
                on_games(1)
            yield part, [PlayedGame.of(ledger.results[number]) for number in numbers]
            ledger.clear()


def make_dataset(
    folder: Path, manifest: Manifest, source: PartSource, on_games: OnGames
) -> Manifest:
    """Play and write all missing parts, and return the manifest of the folder.

    Raises `BadDataset` if the folder has other games, `LedgerInUse`, `OSError`, and what the
    source raises.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with Ledger(folder / UNFINISHED) as ledger:
        manifest = _continued(folder, manifest)
        write_manifest(folder, manifest)
        written = [
            part for part in range(manifest.part_count) if is_written(folder, manifest, part)
        ]
        on_games(sum(len(manifest.part_numbers(part)) for part in written))
        missing = sorted(set(range(manifest.part_count)) - set(written))
        for part, games in source.parts(manifest, missing, ledger, on_games):
            write_part(folder, manifest, part, games)
    with suppress(OSError):
        (folder / UNFINISHED).unlink()
    return manifest


def _continued(folder: Path, manifest: Manifest) -> Manifest:
    """Return the manifest that continues a folder; its parts keep their size.

    A dataset may grow. Raises `BadDataset` if the folder has other games.
    """
    if (folder / FILE).exists():
        earlier = read_manifest(folder)
        if earlier.program != manifest.program:
            raise BadDataset(
                f"the folder was begun by version {earlier.version}, whose bots may play otherwise:"
                " expected a new folder"
            )
        longer = msgspec.structs.replace(earlier.plan, decks=manifest.plan.decks)
        if longer != manifest.plan or earlier.plan.decks > manifest.plan.decks:
            raise BadDataset(
                "the folder has other games: expected the same bots and seed, and no fewer decks"
            )
        manifest = msgspec.structs.replace(earlier, plan=longer)
    strangers = list(foreign_parts(folder, manifest))
    if strangers:
        raise BadDataset(f"{strangers[0]} is not of this dataset: expected a new folder")
    return manifest


def _tasks(manifest: Manifest, missing: Sequence[int]) -> Iterator[tuple[Plan, list[GameNumber]]]:
    """Yield tasks of at most `TASK_GAMES` games, none with games of two parts."""
    for part in missing:
        rest = iter(manifest.part_numbers(part))
        while games := list(islice(rest, TASK_GAMES)):
            yield manifest.plan, games
