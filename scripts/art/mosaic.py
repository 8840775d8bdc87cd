"""Mosaics: courses of stones, drawn as dashed strokes.

A course is one path, stroked in the base tone of its stones. The stones of another tone and the
joints are dashes on the same path. This takes a quarter of the bytes that one polygon per stone
would take.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random

from .path_data import one_decimal, point, two_decimals

Tone = int | None  # an index of a stone's tones; None: the base tone
ToneOf = Callable[[int], Tone]  # the tone of a stone, by its index in the course
BEYOND = 999  # a gap that is longer than the rest of any path
# Added to the width of a course, by tone, so that its stones are not equally wide.
EXTRA_WIDTHS = (-0.3, 0.3, -0.1, 0.2)


@dataclass(frozen=True)
class Stone:
    """A type of stone: its tones, the chance of each, and the colour of the joints."""

    base: str
    tones: Sequence[str]
    joint: str
    chances: Sequence[float] = (0.167,) * 4  # the base tone has the remaining chance

    def tone(self, random: Random) -> Tone:
        """The tone of the next stone, at random."""
        left = random.random()
        for tone, chance in enumerate(self.chances):
            if left < chance:
                return tone
            left -= chance
        return None


@dataclass(frozen=True)
class Course:
    """A line of stones along a path.

    With a `length`, all stones are one unit long and the path is `length` units long. Without it,
    the borders are measured on the path as it is drawn.
    """

    path: str
    borders: Sequence[float]  # between the stones, from the start of the path to its end
    width: str
    joint_width: float
    length: float | None = None

    @classmethod
    def even(
        cls, path: str, stone_count: int, width: float, *, joint_width: float = 0.13
    ) -> "Course":
        """A course of equal stones that fill the path."""
        borders = range(stone_count + 1)
        return cls(path, borders, one_decimal(width), joint_width, length=stone_count)

    def dash_length(self, value: float) -> str:
        """Format the length of a dash: to tenths of a unit, or to hundredths of a stone."""
        return one_decimal(value) if self.length is None else two_decimals(value)

    def dashes(self, painted: Collection[int]) -> str:
        """The dash array that paints these stones."""
        runs: list[tuple[bool, float]] = []
        start, count = 0, len(self.borders) - 1
        while start < count:
            end = start
            while end < count and (end in painted) == (start in painted):
                end += 1
            runs.append((start in painted, self.borders[end] - self.borders[start]))
            start = end
        if not runs[0][0]:
            runs.insert(0, (True, 0))
        if not runs[-1][0]:
            runs.pop()
        return " ".join(self.dash_length(length) for _, length in [*runs, (False, BEYOND)])

    def joint_dashes(self) -> str:
        """The dash array of the joints of stones that are not equally long."""
        width = self.joint_width
        lengths = ["0", self.dash_length(self.borders[1] - width / 2)]
        for border, following in zip(self.borders[1:-1], self.borders[2:], strict=True):
            lengths += [self.dash_length(width), self.dash_length(following - border - width)]
        return " ".join(lengths)


class Mosaic:
    """Collects courses; `definitions` goes into the drawing's defs, `svg()` into its body."""

    def __init__(self, random: Random, prefix: str) -> None:
        self.random = random
        self.prefix = prefix  # the ids of its paths begin with it
        self.definitions = ""
        self.course_count = 0
        # Strokes by colour, width and other attributes; each layer covers the layers before it.
        self.bases: dict[tuple[str, str, str], str] = {}
        self.tones: dict[tuple[str, str, str], str] = {}
        self.joints: dict[tuple[str, str, str], str] = {}

    def add(self, course: Course, stone: Stone, tone_of: ToneOf | None = None) -> None:
        """Add a course. `tone_of` returns the tone of each stone; the default is a random tone."""
        name = f"{self.prefix}{self.course_count}"
        self.course_count += 1
        length = "" if course.length is None else f' pathLength="{two_decimals(course.length)}"'
        self.definitions += f'<path id="{name}" d="{course.path}"{length}/>'
        stroke(self.bases, (stone.base, course.width, ""), name)
        self.add_tones(name, course, stone, tone_of or (lambda _: stone.tone(self.random)))
        self.add_joints(name, course, stone)

    def add_tones(self, name: str, course: Course, stone: Stone, tone_of: ToneOf) -> None:
        """Stroke the stones that do not have the base tone."""
        painted: dict[int, set[int]] = {}
        for index in range(len(course.borders) - 1):
            tone = tone_of(index)
            if tone is not None:
                painted.setdefault(tone, set()).add(index)
        for tone, indexes in sorted(painted.items()):
            width = one_decimal(float(course.width) + EXTRA_WIDTHS[tone])
            stroke(self.tones, (stone.tones[tone], width, ""), name, course.dashes(indexes))

    def add_joints(self, name: str, course: Course, stone: Stone) -> None:
        """Stroke the joints, a little wider than the stones."""
        width = one_decimal(float(course.width) + 1)
        if course.length is None:
            stroke(self.joints, (stone.joint, width, ""), name, course.joint_dashes())
            return
        joint = course.joint_width
        dashes = f"{two_decimals(joint)} {two_decimals(1 - joint)}"
        pattern = f' stroke-dasharray="{dashes}" stroke-dashoffset="{two_decimals(joint / 2)}"'
        stroke(self.joints, (stone.joint, width, pattern), name)

    def svg(self) -> str:
        """The group of all strokes."""
        groups = "".join(
            f'<g stroke="{colour}" stroke-width="{width}"{attributes}>{strokes}</g>'
            for layer in (self.bases, self.tones, self.joints)
            for (colour, width, attributes), strokes in layer.items()
        )
        return f'<g fill="none">{groups}</g>'


def stroke(
    layer: dict[tuple[str, str, str], str], key: tuple[str, str, str], name: str, dashes: str = ""
) -> None:
    """Add a stroke along the course with this name to a layer."""
    pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
    layer[key] = layer.get(key, "") + f'<use href="#{name}"{pattern}/>'


@dataclass(frozen=True)
class Rows:
    """An area of straight rows, laid as one course.

    The path runs along a row, returns outside the drawing, and runs along the next row. The
    return is just long enough that the stones of the next row are shifted by `shift` stones.
    """

    left: float
    right: float
    top: float
    bottom: float
    size: float  # the length of a stone with its joints
    gap: float = 0.55  # half the width of a joint between two rows
    shift: float = 0.5  # stones
    joint_width: float = 0.12  # as a share of a stone
    outside: float = 400  # the least distance of the return from the rows

    @property
    def row_count(self) -> int:
        """The number of rows that fill the height."""
        return max(1, round((self.bottom - self.top) / self.size))

    @property
    def row_height(self) -> float:
        """The height of a row, with its joints."""
        return (self.bottom - self.top) / self.row_count

    @property
    def margin(self) -> float:
        """The length by which a row extends beyond each side of the area, in whole stones."""
        return math.ceil((self.size + 2) / self.size) * self.size

    @property
    def row_length(self) -> float:
        """The length of a row, in whole stones."""
        length = self.right - self.left + 2 * self.margin
        return math.ceil(length / self.size) * self.size

    @property
    def period(self) -> float:
        """The number of stones from the start of a row to the start of the next one."""
        length = 2 * self.row_length + 2 * self.outside + self.row_height
        return math.floor(length / self.size) + self.shift

    @property
    def climb(self) -> float:
        """The height of the return that makes a period exactly `period` stones long."""
        return (self.period * self.size - 2 * self.row_length - self.row_height) / 2

    def course(self) -> Course:
        """All rows as one course."""
        across, height = self.row_length, self.row_height
        start = point(self.left - self.margin, self.top + height / 2)
        returning = (
            f"v{two_decimals(-self.climb)}h{one_decimal(-across)}"
            f"v{two_decimals(self.climb + height)}"
        )
        row = f"h{one_decimal(across)}"
        path = f"M{start}" + (row + returning) * (self.row_count - 1) + row
        length = (self.row_count - 1) * (2 * across + 2 * self.climb + height) + across
        borders = range(int(length / self.size) + 2)
        width = one_decimal(height - 2 * self.gap)
        return Course(path, borders, width, self.joint_width, length=length / self.size)

    def position_of(self, stone: int) -> tuple[float, float] | None:
        """The left edge and the middle height of a stone; None outside the area."""
        row, along = divmod(stone, self.period)
        x = self.left - self.margin + along * self.size
        is_on_row = along <= self.row_length / self.size
        if not is_on_row or x + self.size < self.left or x > self.right:
            return None
        return x, self.top + (row + 0.5) * self.row_height


def lay_rows(
    mosaic: Mosaic,
    rows: Rows,
    stone: Stone,
    is_seen: Callable[[float, float], bool] = lambda _x, _y: True,
) -> None:
    """Add rows to a mosaic; stones whose middle is not seen get the base tone."""

    def tone_of(index: int) -> Tone:
        position = rows.position_of(index)
        if position is None or not is_seen(position[0] + rows.size / 2, position[1]):
            return None
        return stone.tone(mosaic.random)

    mosaic.add(rows.course(), stone, tone_of)
