"""Opening a store by its address."""

from pathlib import Path

from byzanz.store.event_store import EventStore
from byzanz.store.sqlite import open_sqlite

ADDRESS_FORMS = "a path, sqlite:///path or postgresql://user@host/database"


async def open_store(url: str, *, volatile: bool = False, for_server: bool = False) -> EventStore:
    """Open the store at an address and migrate it to the current schema.

    `volatile` allows `:memory:`, which loses everything when it is closed. Raises `ValueError` for
    an invalid address, `StoreBusy`, `CorruptStore`, `UnsafeStore` or `NewerStore`; `for_server`
    also `StoreInUse`, if the store is a SQLite file that another server has open.
    """
    scheme, rest = _parts(url)
    if scheme in ("postgresql", "postgres"):
        # Imported here so that a SQLite store does not load asyncpg.
        from byzanz.store.postgres import open_postgres  # noqa: PLC0415

        return await open_postgres(url)
    if scheme != "sqlite":
        raise ValueError(f"unknown type of store {scheme}://; give {ADDRESS_FORMS}")
    if not rest.startswith("/"):
        raise ValueError(f"sqlite:// needs a third slash; give {ADDRESS_FORMS}")
    if rest == "/":
        raise ValueError(f"the store's address has an empty path; give {ADDRESS_FORMS}")
    return await open_sqlite(rest[1:], volatile=volatile, for_server=for_server)


def sqlite_path(url: str) -> Path | None:
    """Return the file of a SQLite address, or None for any other address."""
    scheme, rest = _parts(url)
    if scheme != "sqlite" or rest[1:] in ("", ":memory:"):
        return None
    return Path(rest[1:])


def _parts(url: str) -> tuple[str, str]:
    """Split an address into its scheme and the text after `://`; a bare path is SQLite."""
    scheme, separator, rest = url.partition("://")
    return (scheme, rest) if separator else ("sqlite", f"/{url}")
