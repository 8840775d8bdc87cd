"""Path data of SVG: numbers, and the shapes that the drawings are made of."""

import math
from collections.abc import Iterable

Point = tuple[float, float]


def one_decimal(value: float) -> str:
    """The shortest text of a number rounded to tenths; never "-0"."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def two_decimals(value: float) -> str:
    """The shortest text of a number rounded to hundredths; a fraction has no leading zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".") if abs(value) < 1 else text


def point(x: float, y: float) -> str:
    """A point, rounded to tenths."""
    return f"{one_decimal(x)} {one_decimal(y)}"


def polygon(points: Iterable[Point]) -> str:
    """A closed polygon."""
    return "M" + "L".join(point(x, y) for x, y in points) + "z"


def star(x: float, y: float, radius: float, *, rays: int = 8, waist: float = 0.46) -> str:
    """A star with a ray pointing up; `waist` is the inner radius as a share of the outer one."""
    corners = []
    for corner in range(2 * rays):
        angle = math.pi * corner / rays - math.pi / 2
        distance = radius if corner % 2 == 0 else radius * waist
        corners.append((x + distance * math.cos(angle), y + distance * math.sin(angle)))
    return polygon(corners)


def ellipse(x: float, y: float, x_radius: float, y_radius: float, degrees: float = 0) -> str:
    """An ellipse around a point, turned clockwise."""
    angle = math.radians(degrees)
    dx, dy = x_radius * math.cos(angle), x_radius * math.sin(angle)
    arc = f"A{point(x_radius, y_radius)} {one_decimal(degrees)} 1 0"
    near, far = point(x - dx, y - dy), point(x + dx, y + dy)
    return f"M{near}{arc} {far}{arc} {near}z"


def rounded_box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with rounded corners."""
    across, down = one_decimal(width - 2 * radius), one_decimal(height - 2 * radius)
    r = radius
    corner = f"a{r} {r} 0 0 1"
    return (
        f"M{point(x + r, y)}h{across}{corner} {r} {r}v{down}{corner} -{r} {r}"
        f"h-{across}{corner} -{r} -{r}v-{down}{corner} {r} -{r}z"
    )


def leaf(x: float, y: float, length: float, width: float, degrees: float, tip: float = 0.5) -> str:
    """A leaf around a point, pointed at both ends; a small `tip` makes it fuller."""
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)

    def turned(along: float, across: float) -> str:
        return point(x + along * cos - across * sin, y + along * sin + across * cos)

    half, bend, side = length / 2, length / 2 * (1 - tip), width * 0.68
    stem, end = turned(-half, 0), turned(half, 0)
    return (
        f"M{stem}C{turned(-bend, -side)} {turned(bend, -side)} {end}"
        f"C{turned(bend, side)} {turned(-bend, side)} {stem}z"
    )


def arch(left: float, right: float, spring: float, foot: float) -> str:
    """A round arch with its opening; `spring` is the height at which the curve begins."""
    radius = (right - left) / 2
    top = f"A{point(radius, radius)} 0 0 1 {point(right, spring)}"
    return f"M{point(left, foot)}V{one_decimal(spring)}{top}V{one_decimal(foot)}z"
