"""The extras of the package: libraries that only some parts need, and what installs them."""

from importlib.util import find_spec

LIBRARIES = {
    "server": (
        *("starlette", "uvicorn", "httptools", "websockets", "asyncpg", "httpx"),
        *("httpcore", "cryptography", "tzdata", "structlog", "resvg_py", "prometheus_client"),
    ),
    "rl": ("pettingzoo", "gymnasium"),
    "spiel": ("open_spiel", "pyspiel"),
    "data": ("pyarrow",),
    "train": ("torch", "cma"),
    "ray": ("ray",),
}
"""The modules of each extra, by the name that they are imported by."""


class MissingExtra(ImportError):
    """A library of an extra is not installed; the message says what installs it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed: pip install 'byzanz[{extra}]'", name=library)


def missing_extra(error: ModuleNotFoundError) -> MissingExtra | None:
    """Return an import that failed as one of an extra; None if no extra has this module."""
    library = (error.name or "").partition(".")[0]
    extras = [extra for extra, libraries in LIBRARIES.items() if library in libraries]
    return MissingExtra(library, extras[0]) if extras else None


def require(extra: str) -> None:
    """Raise `MissingExtra` unless all libraries of an extra are installed."""
    for library in LIBRARIES[extra]:
        if find_spec(library) is None:
            raise MissingExtra(library, extra)
