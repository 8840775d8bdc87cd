"""The signs of the six goods and the merchant: one path each, in a box of 100 by 100."""

import math

from .path_data import ellipse, leaf, point, polygon, rounded_box


def cloth() -> str:
    """A banner with a fringe."""
    left, right, fringes = 14, 86, 6
    width = (right - left) / fringes
    edge: list[tuple[float, float]] = [(left, 22), (right, 22), (right, 80)]
    for fringe in range(fringes):
        edge += [(right - width * (fringe + 0.5), 95), (right - width * (fringe + 1), 80)]
    lozenge = polygon([(50, 27), (72, 50), (50, 73), (28, 50)])
    inner = polygon([(50, 39), (60.5, 50), (50, 61), (39.5, 50)])
    return rounded_box(5, 5, 90, 12, 6) + polygon(edge) + lozenge + inner


def grain() -> str:
    """An ear with seven grains."""
    grains = leaf(50, 16, 30, 15, 90)
    for y in (33, 50, 67):
        grains += leaf(33, y - 2, 31, 15, 232) + leaf(67, y - 2, 31, 15, -52)
    return grains + "M47 60h6v38h-6z"


def olives() -> str:
    """A twig with two olives."""
    fruit = ellipse(30, 66, 21, 28, 14) + ellipse(70, 66, 21, 28, -14)
    leaves = leaf(74, 20, 46, 20, -20) + leaf(30, 16, 38, 16, 16)
    return fruit + leaves + "M47 12L52 8L54 30L66 42L62 45L50.5 33L40 45L36 42L48 29z"


def spices() -> str:
    """A star anise."""
    petals = ""
    for petal in range(8):
        degrees = petal * 45 - 90
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        petals += leaf(50 + 29 * cos, 50 + 29 * sin, 40, 19, degrees, 0.42)
        petals += ellipse(50 + 30 * cos, 50 + 30 * sin, 6.5, 3.6, degrees)
    return petals + ellipse(50, 50, 6.5, 6.5)


def wine() -> str:
    """An amphora."""
    right_side = "M35 4H65V12H60.5V26C72 31 79 39 79 50C79 66 66 76 58 88H62V97H38V88H42"
    left_side = "C34 76 21 66 21 50C21 39 28 31 39.5 26V12H35z"
    left_handle = "M36 14C20 12 9 22 12 40L14 52L20.5 49C17 36 17 22 36 22z"
    right_handle = "M64 14C80 12 91 22 88 40L86 52L79.5 49C83 36 83 22 64 22z"
    return right_side + left_side + left_handle + right_handle + "M27.5 46H72.5V52H27.5z"


def wood() -> str:
    """Two logs, with their cut ends at opposite sides."""
    return log(20, 11, end=38, bark=(54, 83)) + log(4, 53, end=62, bark=(17, 46))


def log(x: float, y: float, *, end: float, bark: tuple[float, float]) -> str:
    """A log with rings around `end` and two lines of bark."""
    rings = "".join(ellipse(end, y + 18, radius, radius) for radius in (12.5, 7.5, 2.6))
    start, length = bark[0], bark[1] - bark[0]
    upper_line = rounded_box(start, y + 10, length, 4, 2)
    lower_line = rounded_box(start + 6, y + 21, length - 8, 4, 2)
    return rounded_box(x, y, 76, 36, 16) + rings + upper_line + lower_line


def merchant() -> str:
    """A bearded man with a halo, a cap and a coin on his coat."""
    halo = "M13.5 46A38 38 0 1 1 86.5 46L80.6 44.4A32 32 0 1 0 19.4 44.4z"
    cap = "M31 24C31 9 69 9 69 24z" + rounded_box(27, 26.5, 46, 7.5, 3.7)
    beard = (
        "M32 37H38.5C38 49 43 50.5 50 47.5C57 50.5 62 49 61.5 37H68"
        "C69 55 61 68 50 68C39 68 31 55 32 37z"
    )
    eyes = ellipse(44, 40.5, 2.6, 2.6) + ellipse(56, 40.5, 2.6, 2.6)
    coat = "M6 98C7 77 19 67 33 63.5C37 70 43 74.5 50 74.5C57 74.5 63 70 67 63.5C81 67 93 77 94 98z"
    return halo + cap + beard + eyes + coat + ellipse(50, 87, 6.6, 6.6)


GLYPHS = {
    "C": cloth(),
    "G": grain(),
    "O": olives(),
    "S": spices(),
    "V": wine(),
    "W": wood(),
    "M": merchant(),
}
OVERLAPPING = "GO"  # their leaves overlap, which evenodd would show as holes


def fill_rule(stall: str) -> str:
    """The SVG fill rule of a glyph's path."""
    return "nonzero" if stall in OVERLAPPING else "evenodd"


def glyph(stall: str, x: float, y: float, size: float, fill: str, *, name: str = "") -> str:
    """A glyph around a point; `name` is its id, for drawings that use it again."""
    corner = point(x - size / 2, y - size / 2)
    label = f' id="{name}"' if name else ""
    return (
        f'<path transform="translate({corner}) scale({size / 100:.3f})" d="{GLYPHS[stall]}" '
        f'fill="{fill}" fill-rule="{fill_rule(stall)}"{label}/>'
    )


def glyph_sheet() -> str:
    """All glyphs as symbols; the pages refer to them by id and give them their colour."""
    symbols = "".join(
        f'<symbol id="g-{stall}" viewBox="0 0 100 100"><path d="{path}" fill="currentColor" '
        f'fill-rule="{fill_rule(stall)}"/></symbol>'
        for stall, path in GLYPHS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'
