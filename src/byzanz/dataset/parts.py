"""The parts of a dataset: Parquet files, each written at once or not at all."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from byzanz.arena.policy_match import PlayedGame
from byzanz.dataset.columns import (
    NUMBER_COLUMNS,
    ROW_GROUP,
    SCHEMA,
    StoredGame,
    games_of,
    table_of,
)
from byzanz.dataset.manifest import BadDataset, Manifest, part_path

COMPRESSION_LEVEL = 9  # of zstd; higher ones take longer and gain less than one byte a game


def write_part(folder: Path, manifest: Manifest, part: int, games: Sequence[PlayedGame]) -> None:
    """Write a part; after a crash the file is whole or does not exist."""
    path = part_path(folder, part)
    draft = path.with_suffix(".draft")
    parquet.write_table(
        table_of(manifest.plan, games),
        draft,
        row_group_size=ROW_GROUP,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
        use_dictionary=["bots.list.element"],
        use_byte_stream_split=list(NUMBER_COLUMNS),
    )
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(path)


def is_written(folder: Path, manifest: Manifest, part: int) -> bool:
    """Return whether a part is there, with all its games; a damaged one is not."""
    try:
        with parquet.ParquetFile(part_path(folder, part)) as file:
            return bool(file.metadata.num_rows == len(manifest.part_numbers(part)))
    except (OSError, pyarrow.ArrowException):
        return False


def read_part(folder: Path, part: int) -> Iterator[StoredGame]:
    """Yield the games of a part; raises `BadDataset`."""
    path = part_path(folder, part)
    try:
        with parquet.ParquetFile(path) as file:
            _check_schema(path, file.schema_arrow)
            for batch in file.iter_batches(ROW_GROUP):
                yield from games_of(batch)
    except (OSError, pyarrow.ArrowException) as error:
        raise BadDataset(f"{path.name}: {_reason(error)}") from None


def read_game(folder: Path, manifest: Manifest, number: int) -> StoredGame:
    """Return a game by its number in the dataset; raises `BadDataset`."""
    part, place = manifest.part_of(number)
    path = part_path(folder, part)
    try:
        with parquet.ParquetFile(path) as file:
            _check_schema(path, file.schema_arrow)
            group, offset = divmod(place, ROW_GROUP)
            (game,) = games_of(file.read_row_group(group).slice(offset, 1))
            return game
    except (OSError, ValueError, IndexError, pyarrow.ArrowException) as error:
        raise BadDataset(f"{path.name}: {_reason(error)}") from None


def _check_schema(path: Path, schema: Any) -> None:
    if not schema.equals(SCHEMA):
        found = ", ".join(f"{field.name} {field.type}" for field in schema)
        raise BadDataset(f"{path.name}: columns {found[:200]}: expected those of docs/dataset.md")


def _reason(error: BaseException) -> str:
    return " ".join(str(getattr(error, "strerror", None) or error).split())[:200]
