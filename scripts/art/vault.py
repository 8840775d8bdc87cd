"""The vault behind the cards of the start page: a night sky of stones with gold stars."""

import math
from random import Random

from .mosaic import Course, Mosaic, Rows, Stone, lay_rows
from .path_data import one_decimal, point, star

WIDTH, HEIGHT = 512, 560
MIDDLE = 256  # x and y of the centre of the half circles
BAND = 12.2  # the width of a course with its joints
GAP = 0.7  # half the width of a joint between two courses
JOINT = 0.12  # the width of a joint, as a share of a stone
STONE = Stone(
    base="#0B4F57",
    tones=("#0D5961", "#083E47", "#115F66", "#094650"),
    joint="#052A30",
    chances=(0.143, 0.143, 0.143, 0.2),
)


def vault() -> str:
    """The drawing as an SVG document."""
    mosaic = sky()
    stars, star_definitions = all_stars()
    clip = f'<clipPath id="c"><rect width="{WIDTH}" height="{HEIGHT}"/></clipPath>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'preserveAspectRatio="xMidYMin slice">'
        f"<defs>{mosaic.definitions}{star_definitions}{clip}</defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{STONE.joint}"/>'
        f'<g clip-path="url(#c)">{mosaic.svg()}</g><g fill="#E8C164">{stars}</g></svg>'
    )


def sky() -> Mosaic:
    """Half circles of stones, and straight rows below them."""
    mosaic = Mosaic(Random(3), "r")
    for number in range(math.ceil((MIDDLE + 2) / BAND)):
        radius = number * BAND + BAND / 2
        count = max(4, round(math.pi * radius / (BAND * 1.05)))
        arc = f"a{point(radius, radius)} 0 0 1 {one_decimal(2 * radius)} 0"
        path = f"M{one_decimal(MIDDLE - radius)} {MIDDLE}{arc}"
        mosaic.add(Course.even(path, count, BAND - 2 * GAP, joint_width=JOINT), STONE)
    rows = Rows(
        MIDDLE - 22 * BAND,
        MIDDLE + 22 * BAND,
        MIDDLE,
        HEIGHT,
        BAND,
        gap=GAP,
        shift=0,
        joint_width=JOINT,
        outside=700,
    )
    lay_rows(mosaic, rows, STONE, lambda x, _y: -7 < x < WIDTH + 7)
    return mosaic


def all_stars() -> tuple[str, str]:
    """The stars, and one definition for each size."""
    names: dict[float, str] = {}
    stars = ""
    for x, y, radius in star_positions():
        name = names.setdefault(radius, f"s{len(names)}")
        stars += f'<use href="#{name}" x="{one_decimal(x)}" y="{one_decimal(y)}"/>'
    definitions = "".join(
        f'<path id="{name}" d="{star(0, 0, radius, waist=0.42)}"/>'
        for radius, name in names.items()
    )
    return stars, definitions


def star_positions() -> list[tuple[float, float, float]]:
    """The x, y and radius of each star: four half circles, and rows on both sides below."""
    positions: list[tuple[float, float, float]] = []
    for distance, count, radius in ((70, 3, 13), (128, 6, 11), (186, 9, 9), (232, 13, 6.5)):
        for number in range(count):
            angle = math.pi + math.pi * (number + 0.5) / count
            dx, dy = distance * math.cos(angle), distance * math.sin(angle)
            positions.append((MIDDLE + dx, MIDDLE + dy, radius))
    for row in range(4):
        y = MIDDLE + 34 + row * 52
        for side in (-1, 1):
            positions.append((MIDDLE + side * (186 if row % 2 else 128), y, 9))
            positions.append((MIDDLE + side * (70 if row % 2 else 232), y, 7))
    return positions
