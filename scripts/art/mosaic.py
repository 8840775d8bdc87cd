"""Mosaics: courses of stones, drawn as dashed strokes.

A course is one path, stroked in the base tone of its stones. The stones of another tone and the
joints are dashes on the same path. This is a quarter of the size of one polygon for each stone.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random

from .path_data import one_decimal, point, two_decimals

Tone = int | None  # an index of a stone's tones; None: the base tone
ToneOf = Callable[[int], Tone]  # by the place of a stone in its course
BEYOND = 999  # a gap that reaches behind the end of any path
WIDTHS = (-0.3, 0.3, -0.1, 0.2)  # by tone: stones of one course are not equally wide


@dataclass(frozen=True)
class Stone:
    """A kind of stone: its tones, the chance of each, and the colour of the joints."""

    base: str
    tones: Sequence[str]
    joint: str
    chances: Sequence[float] = (0.167,) * 4  # the base tone has the rest

    def tone(self, random: Random) -> Tone:
        """The tone of the next stone, by chance."""
        left = random.random()
        for tone, chance in enumerate(self.chances):
            if left < chance:
                return tone
            left -= chance
        return None


@dataclass(frozen=True)
class Course:
    """A line of stones along a path.

    With a `length`, all stones are one unit long and the path has so many units. Without it, the
    cuts are measured on the path as it is drawn.
    """

    path: str
    cuts: Sequence[float]  # borders of the stones, from the start of the path to its end
    width: str
    joint_width: float
    length: float | None = None

    @classmethod
    def even(
        cls, path: str, stone_count: int, width: float, *, joint_width: float = 0.13
    ) -> "Course":
        """A course of equal stones that fill the path."""
        cuts = range(stone_count + 1)
        return cls(path, cuts, one_decimal(width), joint_width, length=stone_count)

    def number(self, value: float) -> str:
        """A number of the dashes, as exact as its unit asks for."""
        return one_decimal(value) if self.length is None else two_decimals(value)

    def dashes(self, painted: Collection[int]) -> str:
        """The dash array that paints these stones."""
        runs: list[tuple[bool, float]] = []
        start, count = 0, len(self.cuts) - 1
        while start < count:
            end = start
            while end < count and (end in painted) == (start in painted):
                end += 1
            runs.append((start in painted, self.cuts[end] - self.cuts[start]))
            start = end
        if not runs[0][0]:
            runs.insert(0, (True, 0))
        if not runs[-1][0]:
            runs.pop()
        return " ".join(self.number(length) for _, length in [*runs, (False, BEYOND)])

    def joint_dashes(self) -> str:
        """The dash array of the joints, where the stones are not equally long."""
        width = self.joint_width
        lengths = ["0", self.number(self.cuts[1] - width / 2)]
        for cut, following in zip(self.cuts[1:-1], self.cuts[2:], strict=True):
            lengths += [self.number(width), self.number(following - cut - width)]
        return " ".join(lengths)


class Mosaic:
    """Collects courses; `definitions` goes into the drawing's defs, `svg()` where it is seen."""

    def __init__(self, random: Random, prefix: str) -> None:
        self.random = random
        self.prefix = prefix  # of the ids
        self.definitions = ""
        self.course_count = 0
        # Strokes by colour, width and further attributes; those of a later group cover the others.
        self.bases: dict[tuple[str, str, str], str] = {}
        self.tones: dict[tuple[str, str, str], str] = {}
        self.joints: dict[tuple[str, str, str], str] = {}

    def add(self, course: Course, stone: Stone, tone_of: ToneOf | None = None) -> None:
        """Add a course. `tone_of` gives the tone of each stone; by default chance does."""
        name = f"{self.prefix}{self.course_count}"
        self.course_count += 1
        length = "" if course.length is None else f' pathLength="{two_decimals(course.length)}"'
        self.definitions += f'<path id="{name}" d="{course.path}"{length}/>'
        stroke(self.bases, (stone.base, course.width, ""), name)
        self.add_tones(name, course, stone, tone_of or (lambda _: stone.tone(self.random)))
        self.add_joints(name, course, stone)

    def add_tones(self, name: str, course: Course, stone: Stone, tone_of: ToneOf) -> None:
        """Stroke the stones that have not the base tone."""
        painted: dict[int, set[int]] = {}
        for place in range(len(course.cuts) - 1):
            tone = tone_of(place)
            if tone is not None:
                painted.setdefault(tone, set()).add(place)
        for tone, places in sorted(painted.items()):
            width = one_decimal(float(course.width) + WIDTHS[tone])
            stroke(self.tones, (stone.tones[tone], width, ""), name, course.dashes(places))

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
    """Add a stroke of the course of this name to a layer."""
    pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
    layer[key] = layer.get(key, "") + f'<use href="#{name}"{pattern}/>'


@dataclass(frozen=True)
class Rows:
    """An area of straight rows, laid as one course.

    The path runs along a row, goes back outside of the drawing, and runs along the next one. The
    way back is so long that the next row begins `shift` stones later.
    """

    left: float
    right: float
    top: float
    bottom: float
    size: float  # of a stone, with its joints
    gap: float = 0.55  # half a joint between two rows
    shift: float = 0.5
    joint_width: float = 0.12  # of a stone
    outside: float = 400  # how far away the way back is

    @property
    def row_count(self) -> int:
        """The rows that fill the height."""
        return max(1, round((self.bottom - self.top) / self.size))

    @property
    def row_height(self) -> float:
        """The height of a row, with its joints."""
        return (self.bottom - self.top) / self.row_count

    @property
    def margin(self) -> float:
        """How far a row reaches over the area, in whole stones."""
        return math.ceil((self.size + 2) / self.size) * self.size

    @property
    def row_length(self) -> float:
        """The length of a row, in whole stones."""
        length = self.right - self.left + 2 * self.margin
        return math.ceil(length / self.size) * self.size

    @property
    def period(self) -> float:
        """Stones from the start of a row to the start of the next one."""
        way = 2 * self.row_length + 2 * self.outside + self.row_height
        return math.floor(way / self.size) + self.shift

    @property
    def climb(self) -> float:
        """How far up the way back goes, so that the period comes out right."""
        return (self.period * self.size - 2 * self.row_length - self.row_height) / 2

    def course(self) -> Course:
        """All rows as one course."""
        across, height = self.row_length, self.row_height
        start = point(self.left - self.margin, self.top + height / 2)
        way_back = (
            f"v{two_decimals(-self.climb)}h{one_decimal(-across)}"
            f"v{two_decimals(self.climb + height)}"
        )
        row = f"h{one_decimal(across)}"
        path = f"M{start}" + (row + way_back) * (self.row_count - 1) + row
        length = (self.row_count - 1) * (2 * across + 2 * self.climb + height) + across
        cuts = range(int(length / self.size) + 2)
        width = one_decimal(height - 2 * self.gap)
        return Course(path, cuts, width, self.joint_width, length=length / self.size)

    def place_of(self, stone: int) -> tuple[float, float] | None:
        """The left edge and the middle height of a stone; None outside of the area."""
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
    """Add rows to a mosaic. Stones that `is_seen` denies, by their middle, get the base tone."""

    def tone_of(number: int) -> Tone:
        place = rows.place_of(number)
        if place is None or not is_seen(place[0] + rows.size / 2, place[1]):
            return None
        return stone.tone(mosaic.random)

    mosaic.add(rows.course(), stone, tone_of)
