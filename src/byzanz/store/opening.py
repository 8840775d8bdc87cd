"""From an address to an open store."""

from pathlib import Path

from byzanz.store.eventstore import EventStore
from byzanz.store.sqlite import open_sqlite

KINDS = "a path, sqlite:///path or postgresql://user@host/database"


async def open_store(url: str, *, volatile: bool = False) -> EventStore:
    """The store at an address, brought up to date.

    `volatile` allows `:memory:`, which forgets all when it is closed. Raises `ValueError` for an
    address that means nothing, `StoreBusy`, `NoStore`, `UnsafeStore` or `NewerStore`.
    """
    scheme, rest = _parts(url)
    if scheme in ("postgresql", "postgres"):
        from byzanz.store.postgres import open_postgres  # noqa: PLC0415  # only where it is used

        return await open_postgres(url)
    if scheme != "sqlite":
        raise ValueError(f"no store is known by {scheme}://; give {KINDS}")
    if not rest.startswith("/"):
        raise ValueError(f"sqlite:// needs a third slash; give {KINDS}")
    if rest == "/":
        raise ValueError(f"the store's address has an empty path; give {KINDS}")
    return await open_sqlite(rest[1:], volatile=volatile)


def sqlite_path(url: str) -> Path | None:
    """The file of a store's address; None for a database elsewhere, or for no address at all."""
    scheme, rest = _parts(url)
    if scheme != "sqlite" or rest[1:] in ("", ":memory:"):
        return None
    return Path(rest[1:])


def _parts(url: str) -> tuple[str, str]:
    """The scheme, and what comes after its two slashes."""
    scheme, mark, rest = url.partition("://")
    return (scheme, rest) if mark else ("sqlite", f"/{url}")
