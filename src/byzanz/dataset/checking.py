"""Checking a dataset: every part, row by row, and the games by the rules."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from byzanz.arena.plan import GameNumber
from byzanz.dataset.columns import StoredGame
from byzanz.dataset.manifest import BadDataset, Manifest, foreign_parts
from byzanz.dataset.parts import read_part
from byzanz.dataset.replaying import BadGame, Replayer
from byzanz.dice import seeded_deck

MOST_PROBLEMS = 20  # that are listed of each part


class PartCheck(msgspec.Struct, frozen=True):
    """What a check of a part found."""

    part: int
    games: int  # rows
    replayed: int
    problems: tuple[str, ...]


def check_part(folder: Path, manifest: Manifest, part: int, every: int = 1) -> PartCheck:
    """Check all rows of a part; of each `every` games, one is played again by the rules."""
    problems: list[str] = []
    rows = replayed = 0
    replayer, numbers = Replayer(), manifest.part_numbers(part)
    try:
        for row, stored in enumerate(read_part(folder, part)):
            rows += 1
            problem = None
            if row < len(numbers):
                problem = _row_problem(manifest, numbers[row], stored)
            if problem is None and row % every == 0:
                replayed += 1
                problem = _game_problem(replayer, stored)
            if problem is not None and len(problems) < MOST_PROBLEMS:
                problems.append(f"part {part}, row {row}: {problem}")
    except BadDataset as error:
        problems.append(str(error))
    if rows != len(numbers):
        problems.append(f"part {part} has {rows} games: expected {len(numbers)}")
    return PartCheck(part, rows, replayed, tuple(problems))


def check_folder(folder: Path, manifest: Manifest) -> tuple[str, ...]:
    """Return the problems of the folder itself: parts of other datasets."""
    return tuple([f"{name} is not of this dataset" for name in foreign_parts(folder, manifest)])


def _row_problem(manifest: Manifest, number: GameNumber, stored: StoredGame) -> str | None:
    """Compare a row with the game that the manifest has in its place."""
    players = manifest.plan.players
    played = stored.played
    checks: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: played.number == number, f"expected deck {number.deck}, seating {number.seating}"),
        (lambda: stored.bots == manifest.plan.seatings[number.seating], "other bots"),
        (lambda: stored.cards == seeded_deck(manifest.plan.seed, number.deck), "another deck"),
        (lambda: len(played.scores) == len(played.failures) == players, "other seats"),
    )
    return next((problem for check, problem in checks if not check()), None)


def _game_problem(replayer: Replayer, stored: StoredGame) -> str | None:
    try:
        result = replayer.replay(stored)
    except BadGame as error:
        return str(error)
    if result.scores != stored.played.scores:
        return f"scores {stored.played.scores}: expected {result.scores}"
    if result.winners != stored.played.winners:
        return f"winners {stored.played.winners}: expected {result.winners}"
    return None
