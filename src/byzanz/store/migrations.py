"""The numbered scripts that bring a database to the current schema."""

from importlib.resources import files

from byzanz.store.errors import NewerStore


def all_migrations(database: str) -> list[tuple[int, str]]:
    """Return the number and SQL of every migration for a database, `sqlite` or `postgres`."""
    folder = files("byzanz.store") / "schema" / database
    return sorted((int(file.name[:4]), file.read_text()) for file in folder.iterdir())


def pending_migrations(database: str, current: int) -> list[tuple[int, str]]:
    """Return the migrations after number `current`; raises `NewerStore` if none has it."""
    known = all_migrations(database)
    newest = known[-1][0]
    if current > newest:
        raise NewerStore(
            f"the store has schema {current}, but this program knows none above {newest}:"
            " use a newer program"
        )
    return [migration for migration in known if migration[0] > current]
