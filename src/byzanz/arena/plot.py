"""Plots as SVG text: bars, curves and dots with intervals, histograms, stacks of shares.

Plain data in, a drawing for a page of HTML out; `svg.as_file` makes a file of it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from byzanz.arena.axis import Axis, Tick
from byzanz.arena.svg import (
    GRID,
    LIGHT,
    MARK,
    TEXT,
    WIDTH,
    area,
    box,
    colour_of,
    cut,
    dot,
    drawing,
    line,
    path,
    text,
    width_of,
)

SIDE = 8  # free space left and right
GAP = 6
SMALL = 11  # letters on axes
BAR = 9  # height of a bar
BAR_ROW = TEXT + BAR + 15
CURVES_HEIGHT = 170
HISTOGRAM = 46  # height of the highest column
HISTOGRAM_ROW = TEXT + HISTOGRAM + 18
FOOT = 40  # ticks and label of the axis below
SWATCH = 22  # of a legend
STACK = 18  # height of a stack
STACK_ROW = TEXT + STACK + 14
STACK_TEXT = 30  # width of a part with room for its share
DOT_STEP = 7
DASHES = ("", "6 3", "2 2", "8 3 2 3", "1 3", "10 4")


class Bar(NamedTuple):
    """A value with its interval; the words stand beside the label."""

    label: str
    value: float
    low: float
    high: float
    words: str


class Point(NamedTuple):
    """A value of a curve with its interval."""

    x: float
    y: float
    low: float
    high: float


class Curve(NamedTuple):
    """Points in the order of x."""

    label: str
    points: Sequence[Point]


class Column(NamedTuple):
    """A part of a histogram."""

    left: float
    right: float
    share: float


class Histogram(NamedTuple):
    """How values are spread; the quartiles are drawn below the columns."""

    label: str
    columns: Sequence[Column]
    quartiles: tuple[float, float, float]
    words: str


class Stack(NamedTuple):
    """Parts of a whole, in the order of their names."""

    label: str
    shares: Sequence[float]
    words: str


def bars(title: str, rows: Sequence[Bar], across: Axis, *, mark: Tick | None = None) -> str:
    """Bars with intervals, one below the other, and a value to compare with."""
    top = TEXT + GAP if mark is not None else 0
    bottom = top + len(rows) * BAR_ROW
    parts = list(_axis_below(across, top, bottom))
    for number, row in enumerate(rows):
        y = top + number * BAR_ROW
        parts.append(_label(row.label, row.words, y + TEXT + 2, number))
        parts += _bar(row, across, y + TEXT + 8, number)
        if mark is not None:
            parts.append(_mark_line(mark, across, (y + TEXT + 5, y + TEXT + 11 + BAR)))
    if mark is not None:
        parts.append(_mark_text(mark, across))
    return drawing(title, bottom + FOOT, parts)


def _bar(row: Bar, across: Axis, y: float, number: int) -> Iterator[str]:
    start, end = _x(across, across.low), _x(across, row.value)
    yield box((start, y), (end - start, BAR), colour=colour_of(number), opacity=0.8)
    low, high, middle = _x(across, row.low), _x(across, row.high), y + BAR / 2
    yield line((low, middle), (high, middle), width=1.5)
    for x in (low, high):
        yield line((x, middle - 4), (x, middle + 4), width=1.5)


def _mark_line(mark: Tick, across: Axis, ends: tuple[float, float]) -> str:
    x = _x(across, mark.at)
    return line((x, ends[0]), (x, ends[1]), colour=MARK, width=1.5, dash="4 2")


def _mark_text(mark: Tick, across: Axis) -> str:
    half = width_of(mark.text, SMALL) / 2
    middle = min(WIDTH - half, max(half, _x(across, mark.at)))
    return text(middle, TEXT, mark.text, colour=MARK, anchor="middle", size=SMALL)


def curves(
    title: str, rows: Sequence[Curve], across: Axis, up: Axis, *, mark: Tick | None = None
) -> str:
    """Curves in one frame, each with a band for its interval."""
    frame, parts = _framed(rows, across, up, mark, dashes=DASHES)
    opacity = 0.18 if len(rows) < 4 else 0.1
    for number, row in enumerate(rows):
        highs = [frame.spot(point.x, point.high) for point in row.points]
        lows = [frame.spot(point.x, point.low) for point in row.points]
        values = [frame.spot(point.x, point.y) for point in row.points]
        colour = colour_of(number)
        parts.append(area([*highs, *reversed(lows)], colour=colour, opacity=opacity))
        parts.append(path(values, colour=colour, dash=DASHES[number % len(DASHES)]))
    return drawing(title, frame.bottom + FOOT, parts)


def dots(
    title: str, rows: Sequence[Curve], across: Axis, up: Axis, *, mark: Tick | None = None
) -> str:
    """Values with intervals at a few places, those of one place side by side."""
    frame, parts = _framed(rows, across, up, mark, dashes=("",))
    for number, row in enumerate(rows):
        aside = DOT_STEP * (number - (len(rows) - 1) / 2)
        for point in row.points:
            ends = [frame.spot(point.x, value) for value in (point.low, point.high)]
            (x, low), (_, high) = ends
            colour = colour_of(number)
            parts.append(line((x + aside, low), (x + aside, high), colour=colour, width=1.5))
            _, y = frame.spot(point.x, point.y)
            parts.append(dot((x + aside, y), colour=colour))
    return drawing(title, frame.bottom + FOOT, parts)


class _Frame(NamedTuple):
    """Where two axes lie."""

    across: Axis
    up: Axis
    left: float
    top: float
    bottom: float

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies."""
        place = self.across.place(x, self.left, WIDTH - SIDE)
        return place, self.up.place(y, self.bottom, self.top)


def _framed(
    rows: Sequence[Curve], across: Axis, up: Axis, mark: Tick | None, *, dashes: Sequence[str]
) -> tuple[_Frame, list[str]]:
    """A frame with its axes, the legend above it, and a value to compare with."""
    labels = [row.label for row in rows] + ([] if mark is None else [mark.text])
    spots = list(_legend(labels))
    top = (TEXT + 6) * (1 + spots[-1][0]) + TEXT + 3 * GAP
    left = SIDE + GAP + max(width_of(tick.text, SMALL) for tick in up.ticks)
    frame = _Frame(across, up, left, top, top + CURVES_HEIGHT)
    parts = [text(SIDE, top - GAP - 2, up.label, size=SMALL)]
    for tick in up.ticks:
        y = up.place(tick.at, frame.bottom, top)
        parts.append(line((left, y), (WIDTH - SIDE, y), colour=GRID))
        parts.append(text(left - GAP, y + 4, tick.text, anchor="end", size=SMALL))
    parts += _axis_below(across, top, frame.bottom, left=left)
    for number, (row, x, label) in enumerate(spots):
        colour, dash = colour_of(number), dashes[number % len(dashes)]
        if number == len(rows) and mark is not None:
            colour, dash = MARK, "4 2"
            y = up.place(mark.at, frame.bottom, top)
            parts.append(line((left, y), (WIDTH - SIDE, y), colour=MARK, width=1.5, dash=dash))
        y = (TEXT + 6) * row + TEXT
        parts.append(path([(x, y - 4), (x + SWATCH, y - 4)], colour=colour, dash=dash))
        parts.append(text(x + SWATCH + GAP, y, label))
    return frame, parts


def _legend(labels: Sequence[str]) -> Iterator[tuple[int, float, str]]:
    """The line, the place and the words of each label, as many on a line as fit."""
    row, x = 0, float(SIDE)
    for label in labels:
        words = cut(label, WIDTH / 2)
        width = SWATCH + GAP + width_of(words) + 2 * GAP
        if x > SIDE and x + width > WIDTH:
            row, x = row + 1, float(SIDE)
        yield row, x, words
        x += width


def histograms(title: str, rows: Sequence[Histogram], across: Axis) -> str:
    """Histograms below each other on one axis; their columns have one measure."""
    bottom = len(rows) * HISTOGRAM_ROW
    highest = max(column.share for row in rows for column in row.columns) or 1
    parts = list(_axis_below(across, 0, bottom))
    for number, row in enumerate(rows):
        y = number * HISTOGRAM_ROW
        parts.append(_label(row.label, row.words, y + TEXT + 2, number))
        base = y + TEXT + GAP + HISTOGRAM
        for column in row.columns:
            left, right = _x(across, column.left), _x(across, column.right)
            height = HISTOGRAM * column.share / highest
            corner, size = (left + 0.3, base - height), (right - left - 0.6, height)
            parts.append(box(corner, size, colour=colour_of(number), opacity=0.8))
        parts += _quartiles(row, across, base + 5)
    return drawing(title, bottom + FOOT, parts)


def _quartiles(row: Histogram, across: Axis, y: float) -> Iterator[str]:
    first, middle, last = [_x(across, value) for value in row.quartiles]
    yield line((first, y), (last, y), width=2)
    yield line((middle, y - 4), (middle, y + 4), width=2.5)


def stacks(title: str, names: Sequence[str], rows: Sequence[Stack], across: Axis) -> str:
    """Bars cut into the parts of a whole, one below the other, with a legend above."""
    spots = list(_legend(names))
    parts = []
    for number, (row, x, name) in enumerate(spots):
        y = (TEXT + 6) * row + TEXT
        parts.append(box((x, y - TEXT + 2), (SWATCH / 2, TEXT - 2), colour=colour_of(number)))
        parts.append(text(x + SWATCH / 2 + GAP, y, name))
    top = (TEXT + 6) * (1 + spots[-1][0]) + GAP
    bottom = top + len(rows) * STACK_ROW + GAP
    parts += _axis_below(across, bottom, bottom)  # lines would run through the words
    for number, stack in enumerate(rows):
        y = top + number * STACK_ROW + TEXT + 2
        parts.append(text(SIDE, y, stack.label, bold=True))
        parts.append(text(WIDTH - SIDE, y, stack.words, anchor="end"))
        parts += _stack(stack, across, y + GAP)
    return drawing(title, bottom + FOOT, parts)


def _stack(stack: Stack, across: Axis, y: float) -> Iterator[str]:
    seen = 0.0
    for number, share in enumerate(stack.shares):
        left, right = _x(across, seen), _x(across, seen + share)
        seen += share
        yield box((left, y), (right - left - 0.8, STACK), colour=colour_of(number))
        if right - left >= STACK_TEXT:
            middle = ((left + right) / 2, y + STACK / 2 + 4)
            words = f"{100 * share:.0f} %"
            yield text(*middle, words, colour=LIGHT, anchor="middle", size=SMALL, bold=True)


def _label(label: str, words: str, y: float, number: int) -> str:
    """The name of a row on the left and its words on the right."""
    room = WIDTH - 2 * SIDE - width_of(words) - 2 * GAP
    name = text(SIDE, y, cut(label, room, bold=True), colour=colour_of(number), bold=True)
    return name + text(WIDTH - SIDE, y, words, anchor="end")


def _axis_below(across: Axis, top: float, bottom: float, left: float = SIDE) -> Iterator[str]:
    """Grid lines with their ticks, and the label of the axis."""
    yield line((left, bottom), (WIDTH - SIDE, bottom))
    for tick in across.ticks:
        x = across.place(tick.at, left, WIDTH - SIDE)
        half = width_of(tick.text, SMALL) / 2
        yield line((x, top), (x, bottom + 4), colour=GRID)
        middle = min(WIDTH - half, max(half, x))
        yield text(middle, bottom + 16, tick.text, anchor="middle", size=SMALL)
    yield text((left + WIDTH - SIDE) / 2, bottom + 33, across.label, anchor="middle", size=SMALL)


def _x(across: Axis, value: float) -> float:
    return across.place(value, SIDE, WIDTH - SIDE)
