"""Elements of drawings, and colours that read on light and on dark ground.

A page may set the CSS variables ``--plot-…``; else the colours are of middle lightness.
"""

from collections.abc import Iterable, Sequence
from html import escape

WIDTH = 380
TEXT = 12  # size of letters
LETTER = 0.6  # width of a letter, in parts of its size
BOLD_LETTER = 0.66
INK = ("ink", "#7a7a7a")
GRID = ("grid", "#99999955")
MARK = ("mark", "#c0392b")
LIGHT = ("light", "#ffffff")  # on a colour of a series
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
    """The colour of one of several things in a plot."""
    return SERIES[series % len(SERIES)]


def drawing(title: str, height: float, parts: Iterable[str]) -> str:
    """A drawing for a page of HTML; its title is what a screen reader says."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" font-size="{TEXT}"'
        ' font-family="system-ui, sans-serif">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def as_file(svg: str) -> str:
    """The same drawing as a file of its own."""
    return svg.replace("<svg ", f'<svg {NAMESPACE} width="{WIDTH}" ', 1) + "\n"


def text(  # noqa: PLR0913 - a text has a place and three manners
    x: float,
    y: float,
    words: str,
    *,
    colour: tuple[str, str] = INK,
    anchor: str = "start",
    size: float = TEXT,
    bold: bool = False,
) -> str:
    """Words with their base line at y."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}"{weight}'
        f"{_paint('fill', colour)}>{escape(words, quote=False)}</text>"
    )


def line(
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    colour: tuple[str, str] = INK,
    width: float = 1,
    dash: str = "",
) -> str:
    """A straight line."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
        f' stroke-width="{width:g}"{dashes}{_paint("stroke", colour)}/>'
    )


def box(
    corner: tuple[float, float],
    size: tuple[float, float],
    *,
    colour: tuple[str, str],
    opacity: float = 1,
) -> str:
    """A filled rectangle."""
    return (
        f'<rect x="{corner[0]:.1f}" y="{corner[1]:.1f}" width="{max(0.0, size[0]):.1f}"'
        f' height="{max(0.0, size[1]):.1f}" opacity="{opacity:g}"{_paint("fill", colour)}/>'
    )


def path(points: Sequence[tuple[float, float]], *, colour: tuple[str, str], dash: str = "") -> str:
    """Straight lines from point to point."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{_points(points)}" fill="none" stroke-width="2"{dashes}'
        f"{_paint('stroke', colour)}/>"
    )


def area(points: Sequence[tuple[float, float]], *, colour: tuple[str, str], opacity: float) -> str:
    """A filled shape."""
    return f'<polygon points="{_points(points)}" opacity="{opacity:g}"{_paint("fill", colour)}/>'


def dot(place: tuple[float, float], *, colour: tuple[str, str]) -> str:
    """A small disc."""
    return f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="3.5"{_paint("fill", colour)}/>'


def width_of(words: str, size: float = TEXT) -> float:
    """About how wide words are."""
    return len(words) * size * LETTER


def cut(words: str, width: float, *, bold: bool = False) -> str:
    """The words, or as many letters of them as surely fit."""
    return shortened(words, int(width / (TEXT * (BOLD_LETTER if bold else LETTER))))


def shortened(words: str, most: int) -> str:
    """The words, or their beginning and their end."""
    if len(words) <= most:
        return words
    end = max(0, (most - 1) * 3 // 5)
    return words[: max(0, most - 1 - end)] + "…" + words[len(words) - end :]


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _paint(property_name: str, colour: tuple[str, str]) -> str:
    """Twice: as CSS with a variable, and plainly for what knows no variables."""
    name, plain = colour
    return f' {property_name}="{plain}" style="{property_name}:var(--plot-{name},{plain})"'
