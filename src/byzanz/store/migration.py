"""The numbered steps from an empty database to the present one."""

from importlib.resources import files

from byzanz.store.trouble import NewerStore


def steps(kind: str) -> list[tuple[int, str]]:
    """Number and SQL of every step, for `sqlite` or `postgres`."""
    folder = files("byzanz.store") / "migrations" / kind
    return sorted((int(step.name[:4]), step.read_text()) for step in folder.iterdir())


def missing_steps(kind: str, number: int) -> list[tuple[int, str]]:
    """The steps after this one; raises `NewerStore` if there is no such step."""
    known = steps(kind)
    if number > known[-1][0]:
        raise NewerStore(
            f"the store has schema {number}, but this program knows none above {known[-1][0]}:"
            " use a newer program"
        )
    return [step for step in known if step[0] > number]
