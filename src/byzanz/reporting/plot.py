"""Plots as SVG: bars, curves and dots with intervals, histograms, stacked shares.

A plot is a drawing to embed in HTML; `svg.as_file` makes it a file. An interval of None is
not drawn.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from byzanz.reporting.axis import Axis, Tick
from byzanz.reporting.svg import (
    GRID,
    LIGHT,
    MARK,
    TEXT,
    WIDTH,
    area,
    colour_of,
    cut_to_width,
    dot,
    drawing,
    line,
    path,
    rectangle,
    text,
    width_of,
)

# All sizes are in units of the drawing, which is `WIDTH` units wide.
SIDE = 8  # margin on the left and on the right
GAP = 6  # distance between a text and the part next to it
SMALL = 11  # font size of axes
BAR = 9  # height of a bar
BAR_ROW = TEXT + BAR + 15  # height of a bar with its label
CURVES_HEIGHT = 170  # height of the frame of curves and dots
HISTOGRAM = 46  # height of the tallest column
HISTOGRAM_ROW = TEXT + HISTOGRAM + 18  # height of a histogram with its label
FOOT = 40  # height of the x axis with its ticks and label
SWATCH = 22  # width of a line sample in a legend
STACK = 18  # height of a stacked bar
STACK_ROW = TEXT + STACK + 14  # height of a stacked bar with its label
STACK_TEXT = 30  # a narrower part does not show its share as text
DOT_STEP = 7  # distance between dots of the same category
DASHES = ("", "6 3", "2 2", "8 3 2 3", "1 3", "10 4")  # SVG dash patterns of curves

Interval: TypeAlias = tuple[float, float]


class Bar(NamedTuple):
    """A value with its interval; the caption is written to the right of the label."""

    label: str
    value: float
    interval: Interval | None
    caption: str

    @property
    def extent(self) -> tuple[float, ...]:
        """The values on the x axis that the bar needs: its own and the ends of its interval."""
        return (self.value, *(self.interval or ()))


class Point(NamedTuple):
    """A value of a curve with its interval."""

    x: float
    y: float
    interval: Interval | None

    @property
    def extent(self) -> tuple[float, ...]:
        """The values on the y axis that the point needs: its own and the ends of its interval."""
        return (self.y, *(self.interval or ()))


class Curve(NamedTuple):
    """Points sorted by x."""

    label: str
    points: Sequence[Point]


class Column(NamedTuple):
    """A column of a histogram."""

    left: float
    right: float
    share: float


class Histogram(NamedTuple):
    """A distribution; its quartiles are drawn below the columns."""

    label: str
    columns: Sequence[Column]
    quartiles: tuple[float, float, float]
    caption: str


class Stack(NamedTuple):
    """The parts of a whole, in the order of their names."""

    label: str
    shares: Sequence[float]
    caption: str


def bars(title: str, rows: Sequence[Bar], x_axis: Axis, *, reference: Tick | None = None) -> str:
    """Draw bars with intervals, one below the other, and a reference value."""
    top = TEXT + GAP if reference is not None else 0
    bottom = top + len(rows) * BAR_ROW
    parts = list(_axis_below(x_axis, top, bottom))
    for index, row in enumerate(rows):
        y = top + index * BAR_ROW
        parts.append(_label(row.label, row.caption, y + TEXT + 2, index))
        parts += _bar(row, x_axis, y + TEXT + 8, index)
        if reference is not None:
            parts.append(_reference_line(reference, x_axis, (y + TEXT + 5, y + TEXT + 11 + BAR)))
    if reference is not None:
        parts.append(_reference_text(reference, x_axis))
    return drawing(title, bottom + FOOT, parts)


def _bar(row: Bar, x_axis: Axis, y: float, index: int) -> Iterator[str]:
    start, end = _x(x_axis, x_axis.low), _x(x_axis, row.value)
    yield rectangle((start, y), (end - start, BAR), colour=colour_of(index), opacity=0.8)
    if row.interval is None:
        return
    low, high = (_x(x_axis, value) for value in row.interval)
    middle = y + BAR / 2
    yield line((low, middle), (high, middle), width=1.5)
    for x in (low, high):
        yield line((x, middle - 4), (x, middle + 4), width=1.5)


def _reference_line(reference: Tick, x_axis: Axis, ends: tuple[float, float]) -> str:
    x = _x(x_axis, reference.at)
    return line((x, ends[0]), (x, ends[1]), colour=MARK, width=1.5, dash="4 2")


def _reference_text(reference: Tick, x_axis: Axis) -> str:
    half = width_of(reference.text, SMALL) / 2
    middle = min(WIDTH - half, max(half, _x(x_axis, reference.at)))
    return text(middle, TEXT, reference.text, colour=MARK, anchor="middle", size=SMALL)


def curves(
    title: str,
    series: Sequence[Curve],
    x_axis: Axis,
    y_axis: Axis,
    *,
    reference: Tick | None = None,
) -> str:
    """Draw curves in one frame, each with a band for its intervals."""
    frame, parts = _framed(series, x_axis, y_axis, reference, dashes=DASHES)
    opacity = 0.18 if len(series) < 4 else 0.1
    for index, curve in enumerate(series):
        bands = [(point.x, *point.interval) for point in curve.points if point.interval is not None]
        lows = [frame.point(x, low) for x, low, _ in bands]
        highs = [frame.point(x, high) for x, _, high in bands]
        values = [frame.point(point.x, point.y) for point in curve.points]
        colour = colour_of(index)
        if bands:
            parts.append(area([*highs, *reversed(lows)], colour=colour, opacity=opacity))
        parts.append(path(values, colour=colour, dash=DASHES[index % len(DASHES)]))
    return drawing(title, frame.bottom + FOOT, parts)


def dots(
    title: str,
    series: Sequence[Curve],
    x_axis: Axis,
    y_axis: Axis,
    *,
    reference: Tick | None = None,
) -> str:
    """Draw values with intervals; values of the same category are side by side."""
    frame, parts = _framed(series, x_axis, y_axis, reference, dashes=("",))
    for index, curve in enumerate(series):
        shift = DOT_STEP * (index - (len(series) - 1) / 2)
        colour = colour_of(index)
        for point in curve.points:
            x, y = frame.point(point.x, point.y)
            if point.interval is not None:
                low, high = (frame.point(point.x, value)[1] for value in point.interval)
                parts.append(line((x + shift, low), (x + shift, high), colour=colour, width=1.5))
            parts.append(dot((x + shift, y), colour=colour))
    return drawing(title, frame.bottom + FOOT, parts)


class _Frame(NamedTuple):
    """The position of two axes in a drawing."""

    x_axis: Axis
    y_axis: Axis
    left: float
    top: float
    bottom: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the coordinates of a point."""
        across = self.x_axis.position(x, self.left, WIDTH - SIDE)
        return across, self.y_axis.position(y, self.bottom, self.top)


def _framed(
    series: Sequence[Curve],
    x_axis: Axis,
    y_axis: Axis,
    reference: Tick | None,
    *,
    dashes: Sequence[str],
) -> tuple[_Frame, list[str]]:
    """Draw axes, the legend above them, and a reference value; return the frame and the parts."""
    labels = [curve.label for curve in series] + ([] if reference is None else [reference.text])
    entries = list(_legend(labels))
    top = (TEXT + 6) * (1 + entries[-1][0]) + TEXT + 3 * GAP
    left = SIDE + GAP + max(width_of(tick.text, SMALL) for tick in y_axis.ticks)
    frame = _Frame(x_axis, y_axis, left, top, top + CURVES_HEIGHT)
    parts = [text(SIDE, top - GAP - 2, y_axis.label, size=SMALL)]
    for tick in y_axis.ticks:
        y = y_axis.position(tick.at, frame.bottom, top)
        parts.append(line((left, y), (WIDTH - SIDE, y), colour=GRID))
        parts.append(text(left - GAP, y + 4, tick.text, anchor="end", size=SMALL))
    parts += _axis_below(x_axis, top, frame.bottom, left=left)
    for index, (row, x, label) in enumerate(entries):
        colour, dash = colour_of(index), dashes[index % len(dashes)]
        if index == len(series) and reference is not None:
            colour, dash = MARK, "4 2"
            y = y_axis.position(reference.at, frame.bottom, top)
            parts.append(line((left, y), (WIDTH - SIDE, y), colour=MARK, width=1.5, dash=dash))
        y = (TEXT + 6) * row + TEXT
        parts.append(path([(x, y - 4), (x + SWATCH, y - 4)], colour=colour, dash=dash))
        parts.append(text(x + SWATCH + GAP, y, label))
    return frame, parts


def _legend(labels: Sequence[str]) -> Iterator[tuple[int, float, str]]:
    """Yield the row, the x coordinate and the text of each label, wrapped to the width."""
    row, x = 0, float(SIDE)
    for label in labels:
        caption = cut_to_width(label, WIDTH / 2)
        width = SWATCH + GAP + width_of(caption) + 2 * GAP
        if x > SIDE and x + width > WIDTH:
            row, x = row + 1, float(SIDE)
        yield row, x, caption
        x += width


def histograms(title: str, rows: Sequence[Histogram], x_axis: Axis) -> str:
    """Draw histograms one below the other, with the same axis and scale."""
    bottom = len(rows) * HISTOGRAM_ROW
    highest = max(column.share for row in rows for column in row.columns) or 1
    parts = list(_axis_below(x_axis, 0, bottom))
    for index, row in enumerate(rows):
        y = index * HISTOGRAM_ROW
        parts.append(_label(row.label, row.caption, y + TEXT + 2, index))
        base = y + TEXT + GAP + HISTOGRAM
        for column in row.columns:
            left, right = _x(x_axis, column.left), _x(x_axis, column.right)
            height = HISTOGRAM * column.share / highest
            corner, size = (left + 0.3, base - height), (right - left - 0.6, height)
            parts.append(rectangle(corner, size, colour=colour_of(index), opacity=0.8))
        parts += _quartiles(row, x_axis, base + 5)
    return drawing(title, bottom + FOOT, parts)


def _quartiles(row: Histogram, x_axis: Axis, y: float) -> Iterator[str]:
    first, middle, last = [_x(x_axis, value) for value in row.quartiles]
    yield line((first, y), (last, y), width=2)
    yield line((middle, y - 4), (middle, y + 4), width=2.5)


def stacks(title: str, names: Sequence[str], rows: Sequence[Stack], x_axis: Axis) -> str:
    """Draw stacked bars, one below the other, with a legend above."""
    entries = list(_legend(names))
    parts = []
    for index, (row, x, name) in enumerate(entries):
        y = (TEXT + 6) * row + TEXT
        parts.append(rectangle((x, y - TEXT + 2), (SWATCH / 2, TEXT - 2), colour=colour_of(index)))
        parts.append(text(x + SWATCH / 2 + GAP, y, name))
    top = (TEXT + 6) * (1 + entries[-1][0]) + GAP
    bottom = top + len(rows) * STACK_ROW + GAP
    parts += _axis_below(x_axis, bottom, bottom)  # no grid lines: they would cross the captions
    for index, stack in enumerate(rows):
        y = top + index * STACK_ROW + TEXT + 2
        parts.append(text(SIDE, y, stack.label, bold=True))
        parts.append(text(WIDTH - SIDE, y, stack.caption, anchor="end"))
        parts += _stack(stack, x_axis, y + GAP)
    return drawing(title, bottom + FOOT, parts)


def _stack(stack: Stack, x_axis: Axis, y: float) -> Iterator[str]:
    seen = 0.0
    for index, share in enumerate(stack.shares):
        left, right = _x(x_axis, seen), _x(x_axis, seen + share)
        seen += share
        yield rectangle((left, y), (right - left - 0.8, STACK), colour=colour_of(index))
        if right - left >= STACK_TEXT:
            middle = ((left + right) / 2, y + STACK / 2 + 4)
            caption = f"{100 * share:.0f} %"
            yield text(*middle, caption, colour=LIGHT, anchor="middle", size=SMALL, bold=True)


def _label(label: str, caption: str, y: float, index: int) -> str:
    """Draw the label of a row on the left and its caption on the right."""
    room = WIDTH - 2 * SIDE - width_of(caption) - 2 * GAP
    name = text(SIDE, y, cut_to_width(label, room, bold=True), colour=colour_of(index), bold=True)
    return name + text(WIDTH - SIDE, y, caption, anchor="end")


def _axis_below(x_axis: Axis, top: float, bottom: float, left: float = SIDE) -> Iterator[str]:
    """Draw the x axis: grid lines, ticks and label."""
    yield line((left, bottom), (WIDTH - SIDE, bottom))
    for tick in x_axis.ticks:
        x = x_axis.position(tick.at, left, WIDTH - SIDE)
        half = width_of(tick.text, SMALL) / 2
        yield line((x, top), (x, bottom + 4), colour=GRID)
        middle = min(WIDTH - half, max(half, x))
        yield text(middle, bottom + 16, tick.text, anchor="middle", size=SMALL)
    yield text((left + WIDTH - SIDE) / 2, bottom + 33, x_axis.label, anchor="middle", size=SMALL)


def _x(x_axis: Axis, value: float) -> float:
    return x_axis.position(value, SIDE, WIDTH - SIDE)
