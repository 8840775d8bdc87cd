"""The numbered scripts that bring a database to the current schema.

Scripts only add, so that a program that does not know the newest ones still works: processes of
two versions share a store while one after the other is restarted. The level of a program is the
number of the newest script that it knows. The table `oldest_program` has the lowest level that
may use the store; a script that breaks older programs raises it.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from byzanz.store.errors import NewerStore

OLDEST_PROGRAM = "SELECT level, version FROM oldest_program"


def all_migrations(database: str) -> list[tuple[int, str]]:
    """Return the number and SQL of every migration for a database, `sqlite` or `postgres`."""
    folder = files("byzanz.store") / "schema" / database
    return sorted((int(file.name[:4]), file.read_text()) for file in folder.iterdir())


def program_level(database: str) -> int:
    """Return the number of the newest migration that this program knows."""
    return all_migrations(database)[-1][0]


def pending_migrations(database: str, current: int) -> list[tuple[int, str]]:
    """Return the migrations after number `current`; none if the store is newer."""
    return [migration for migration in all_migrations(database) if migration[0] > current]


def check_program(level: int, row: Sequence[Any] | None) -> None:
    """Check that a program may use a store that is newer than itself; raises `NewerStore`.

    `row` has the lowest level that may use the store, and the first release that has this level;
    None if the store does not have the table.
    """
    if row is None:
        raise NewerStore(
            f"it has a newer schema than {level}, which this program knows, but does not name the"
            " programs that may use it: expected a store of Byzanz"
        )
    oldest, version = row
    if level < oldest:
        raise NewerStore(
            f"it needs Byzanz {version} or newer (schema {oldest}), and this program knows no"
            f" schema above {level}: install Byzanz {version} or newer"
        )
