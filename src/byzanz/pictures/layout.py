"""The sizes of pictures, from the files that `scripts/art` writes; browsers read the same files."""

from functools import cache
from importlib.resources import files

import msgspec

FORM = "wide"  # the form of link previews; browsers make a tall one too
LEAST_COUNT = 3  # players


class Place(msgspec.Struct, frozen=True):
    """What stands in an arch, measured from its top."""

    avatar: float
    avatar_size: int
    points: float
    points_size: int
    name: float
    name_size: int
    cards_bottom: int
    card_width: int
    card_gap: int


class Words(msgspec.Struct, frozen=True):
    """Where the texts stand: baselines from the top, and sizes of letters."""

    left: int
    brand: int
    headline: int
    headline_size: int
    headline_lines: int
    least_headline_size: int
    text: int
    text_size: int
    text_lines: int
    least_text_size: int
    link: int
    link_size: int
    date: int
    date_size: int


class Form(msgspec.Struct, frozen=True):
    """The sizes of a form of the picture."""

    height: int
    top: int
    drops: tuple[int, ...]
    text_widths: tuple[int, ...]
    words: Words
    place: Place
    slots: tuple[tuple[tuple[float, float], ...], ...]


class SeatColors(msgspec.Struct, frozen=True):
    """The colours of an avatar."""

    color: str
    joint: str


class Layout(msgspec.Struct, frozen=True):
    """The sizes of a form, and the colours."""

    wide: Form
    seats: tuple[SeatColors, ...]
    first: dict[str, str]  # the colours of a winner's arch
    others: dict[str, str]
    surface: str


@cache
def layout() -> Layout:
    """Return the sizes and colours."""
    return msgspec.json.decode(_read("layout.json"), type=Layout)


@cache
def template(count: int) -> str:
    """Return the template with this number of arches."""
    return _read(f"{FORM}-{count}.svg").decode()


def _read(name: str) -> bytes:
    return (files("byzanz.pictures") / "templates" / name).read_bytes()
