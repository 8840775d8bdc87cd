"""SVG elements, in colours that are readable on light and dark backgrounds.

A page can set the colours with the CSS variables ``--plot-…``. The defaults have medium lightness.
"""

from collections.abc import Iterable, Sequence
from html import escape

WIDTH = 380  # width of a drawing, in its own units
TEXT = 12  # font size
LETTER = 0.6  # mean width of a letter, relative to the font size
BOLD_LETTER = 0.66  # mean width of a bold letter, relative to the font size
INK = ("ink", "#7a7a7a")
GRID = ("grid", "#99999955")
MARK = ("mark", "#c0392b")
LIGHT = ("light", "#ffffff")  # text on the colour of a series
SERIES = (
    ("1", "#8d63b5"),
    ("2", "#b3761b"),
    ("3", "#2f88b8"),
    ("4", "#4b9152"),
    ("5", "#c4546c"),
    ("6", "#7d7f55"),
)
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def colour_of(series: int) -> tuple[str, str]:
    """Return the colour of a series by its index; colours repeat."""
    return SERIES[series % len(SERIES)]


def drawing(title: str, height: float, parts: Iterable[str]) -> str:
    """Return a drawing to embed in HTML; screen readers read its title."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" font-size="{TEXT}"'
        ' font-family="system-ui, sans-serif">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def as_file(svg: str) -> str:
    """Return a drawing as the content of an SVG file."""
    return svg.replace("<svg ", f'<svg {NAMESPACE} width="{WIDTH}" ', 1) + "\n"


def text(  # noqa: PLR0913 - position and style
    x: float,
    y: float,
    content: str,
    *,
    colour: tuple[str, str] = INK,
    anchor: str = "start",
    size: float = TEXT,
    bold: bool = False,
) -> str:
    """Return a text with its baseline at y."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}"{weight}'
        f"{_paint('fill', colour)}>{escape(content, quote=False)}</text>"
    )


def line(
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    colour: tuple[str, str] = INK,
    width: float = 1,
    dash: str = "",
) -> str:
    """Return a straight line."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
        f' stroke-width="{width:g}"{dashes}{_paint("stroke", colour)}/>'
    )


def rectangle(
    corner: tuple[float, float],
    size: tuple[float, float],
    *,
    colour: tuple[str, str],
    opacity: float = 1,
) -> str:
    """Return a filled rectangle; a negative width or height becomes 0."""
    return (
        f'<rect x="{corner[0]:.1f}" y="{corner[1]:.1f}" width="{max(0.0, size[0]):.1f}"'
        f' height="{max(0.0, size[1]):.1f}" opacity="{opacity:g}"{_paint("fill", colour)}/>'
    )


def path(points: Sequence[tuple[float, float]], *, colour: tuple[str, str], dash: str = "") -> str:
    """Return a line through several points."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{_points(points)}" fill="none" stroke-width="2"{dashes}'
        f"{_paint('stroke', colour)}/>"
    )


def area(points: Sequence[tuple[float, float]], *, colour: tuple[str, str], opacity: float) -> str:
    """Return a filled polygon."""
    return f'<polygon points="{_points(points)}" opacity="{opacity:g}"{_paint("fill", colour)}/>'


def dot(centre: tuple[float, float], *, colour: tuple[str, str]) -> str:
    """Return a small disc."""
    return f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="3.5"{_paint("fill", colour)}/>'


def width_of(content: str, size: float = TEXT) -> float:
    """Estimate the width of a text."""
    return len(content) * size * LETTER


def cut_to_width(content: str, width: float, *, bold: bool = False) -> str:
    """Abbreviate a text so that it fits into a width."""
    return abbreviated(content, int(width / (TEXT * (BOLD_LETTER if bold else LETTER))))


def abbreviated(content: str, most: int) -> str:
    """Abbreviate a text to at most `most` characters, keeping its beginning and its end."""
    if len(content) <= most:
        return content
    end = max(0, (most - 1) * 3 // 5)
    return content[: max(0, most - 1 - end)] + "…" + content[len(content) - end :]


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _paint(property_name: str, colour: tuple[str, str]) -> str:
    """Return the colour as a CSS variable, and as an attribute for viewers without variables."""
    name, plain = colour
    return f' {property_name}="{plain}" style="{property_name}:var(--plot-{name},{plain})"'
