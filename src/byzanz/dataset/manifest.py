"""The manifest of a dataset: which games it has, and what played them."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

import byzanz
from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.program_version import version_hash

FILE = "dataset.json"
FORMAT = 1  # the version of the columns; docs/dataset.md lists them
PART_NAME = re.compile(r"part-[0-9]{5,}\.parquet")


class BadDataset(Exception):
    """A folder that is no dataset, or one with other games than expected; says what was found."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of a dataset: those of a match, in parts of whole decks."""

    format: int
    version: str  # of the program
    program: str  # the hash of all that influences a bot's move
    plan: Plan
    part_decks: int  # decks in each part but the last

    @property
    def part_count(self) -> int:
        """The number of parts."""
        return -(-self.plan.decks // self.part_decks)

    @property
    def game_count(self) -> int:
        """The number of games in all parts."""
        return self.plan.decks * len(self.plan.seatings)

    def part_numbers(self, part: int) -> list[GameNumber]:
        """Return the games of a part, in order."""
        first = part * self.part_decks
        decks = range(first, min(first + self.part_decks, self.plan.decks))
        seatings = range(len(self.plan.seatings))
        return [GameNumber(deck, seating) for deck in decks for seating in seatings]

    def part_of(self, game: int) -> tuple[int, int]:
        """Return the part of a game, by its number in the dataset, and its place in the part."""
        return divmod(game, self.part_decks * len(self.plan.seatings))


def new_manifest(plan: Plan, part_games: int) -> Manifest:
    """Return the manifest of a match, with about this number of games in each part."""
    part_decks = max(1, part_games // len(plan.seatings))
    return Manifest(FORMAT, byzanz.__version__, version_hash(), plan, part_decks)


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder; raises `BadDataset`."""
    try:
        data = (folder / FILE).read_bytes()
    except OSError:
        raise BadDataset(f"no {FILE}: expected the folder of a dataset") from None
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except msgspec.MsgspecError as error:
        raise BadDataset(f"{FILE}: {error}") from None
    if manifest.format != FORMAT:
        raise BadDataset(f"{FILE}: format {manifest.format}: expected {FORMAT}")
    if manifest.part_decks < 1 or manifest.plan.decks < 1 or not 3 <= manifest.plan.players <= 6:
        raise BadDataset(f"{FILE}: expected 3 to 6 bots, and at least one deck in each part")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into an existing folder, at once or not at all."""
    draft = folder / f"{FILE}.draft"
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    draft.replace(folder / FILE)


def part_path(folder: Path, part: int) -> Path:
    """Return the file of a part."""
    return folder / f"part-{part:05}.parquet"


def foreign_parts(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield the names of parts in the folder that the manifest does not have."""
    own = {part_path(folder, part).name for part in range(manifest.part_count)}
    for path in sorted(folder.iterdir()):
        if PART_NAME.fullmatch(path.name) and path.name not in own:
            yield path.name
