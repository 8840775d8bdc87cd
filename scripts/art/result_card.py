"""The templates of the result card: the picture of a finished game with one arch for each player.

There is one template for each form and number of arches. A template has everything that is the
same in every picture. Names in braces are filled in: `{drop0}` and so on for the height of each
arch, `{stone0}`, `{voussoir0}`, `{joint0}` and `{niche0}` for its colours, `{ink}` for all texts
and cards. `src/byzanz/pictures` fills them in Python, `web/src/picture` in a browser.

A browser draws the templates on a canvas with few functions, so they use only what
`web/src/picture/canvas.ts` knows.
"""

import json
import math
from dataclasses import asdict, dataclass

from .palette import GOLD
from .path_data import one_decimal

COUNTS = range(3, 7)
JOINT = "#A87718"
BRIGHT_GOLD = "#EBC767"
SEATS = ("#B07A0C", "#0B6F78", "#A8326E", "#4358B8", "#5E6B1E", "#8A4B1F")  # as in tokens.css
SURFACE = "#FFFBF2"
FIRST = {"stone": GOLD, "joint": "#6B450A", "voussoir": "#F1E2BE", "niche": "#FBEBC0"}
OTHERS = {"stone": "#A08A66", "joint": "#5D4F39", "voussoir": "#E2CFA4", "niche": SURFACE}
RING_SHARE = 0.35  # of a seat's colour in the joints of its avatar
RIM = 9  # the width of an arch's stones
STONE_DEGREES = 10  # of a stone of the curve with its joint
JOINT_DEGREES = 0.8
COURSE = 18  # the height of a stone of a column with its joint
BRAND_STONES = (
    "M4.01 19.57L5.4 13.45L11.79 16.31L11 19.76zM5.78 12.67L9.69 7.76L14.2 13.12L12 15.88z"
    "M10.36 7.23L16.02 4.5L17.76 11.28L14.58 12.81zM16.86 4.31L23.14 4.31L21.77 11.17L18.23 11.17z"
    "M23.98 4.5L29.64 7.23L25.42 12.81L22.24 11.28zM30.31 7.76L34.22 12.67L28 15.88L25.8 13.12z"
    "M34.6 13.45L35.99 19.57L29 19.76L28.21 16.31zM4 21.5h7v7.5H4zM4 30.5h7V38H4z"
    "M29 21.5h7v7.5h-7zM29 30.5h7V38h-7zM20 14.5l3.5 5.5-3.5 5.5-3.5-5.5z"
)
BRAND_GROUND = "M4 38V20a16 16 0 0 1 32 0v18h-7V20a9 9 0 0 0-18 0v18z"


@dataclass(frozen=True)
class Place:
    """What stands in an arch, measured from its top; the cards stand on a line."""

    avatar: float  # the centre
    avatar_size: int
    points: float  # a baseline, as `name`
    points_size: int
    name: float
    name_size: int
    cards_bottom: int
    card_width: int
    card_gap: int


@dataclass(frozen=True)
class Words:
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
    code_top: int
    code_size: int
    link: int
    link_size: int
    link_step: int
    date: int
    date_size: int


@dataclass(frozen=True)
class Form:
    """The sizes of a form of the picture."""

    width: int
    height: int
    top: int  # of the highest arch
    right: int
    gap: int  # between two arches
    bar: int  # the height of the gold bar at the foot
    drops: tuple[int, ...]  # by place: how much lower an arch is than the first one
    text_widths: tuple[int, ...]  # by the number of arches, from three on
    podium_lefts: tuple[int, ...]
    words: Words
    place: Place


FORMS = {
    "wide": Form(
        width=1200,
        height=630,
        top=48,
        right=1160,
        gap=10,
        bar=12,
        drops=(0, 50, 92, 124, 150, 172),
        text_widths=(520, 520, 480, 440),
        podium_lefts=(616, 616, 574, 530),
        words=Words(
            left=60, brand=48, headline=158, headline_size=60, headline_lines=2,
            least_headline_size=44, text=223, text_size=30, text_lines=4, least_text_size=26,
            code_top=440, code_size=138, link=484, link_size=22, link_step=36, date=552,
            date_size=18,
        ),
        place=Place(
            avatar=74, avatar_size=58, points=159, points_size=56, name=191, name_size=22,
            cards_bottom=598, card_width=36, card_gap=4,
        ),
    ),
    "tall": Form(
        width=1080,
        height=1350,
        top=564,
        right=1016,
        gap=16,
        bar=12,
        drops=(0, 60, 110, 150, 184, 214),
        text_widths=(952, 952, 952, 952),
        podium_lefts=(64, 64, 64, 64),
        words=Words(
            left=64, brand=64, headline=205, headline_size=92, headline_lines=1,
            least_headline_size=52, text=285, text_size=38, text_lines=2, least_text_size=30,
            code_top=376, code_size=168, link=429, link_size=30, link_step=48, date=516,
            date_size=24,
        ),
        place=Place(
            avatar=101, avatar_size=80, points=231, points_size=88, name=279, name_size=32,
            cards_bottom=1308, card_width=62, card_gap=6,
        ),
    ),
}  # fmt: skip


def slots(form: Form, count: int) -> list[tuple[float, float]]:
    """The left edge and the width of each arch."""
    left = form.podium_lefts[count - COUNTS[0]]
    width = (form.right - left - form.gap * (count - 1)) / count
    return [
        (round(left + number * (width + form.gap), 1), round(width, 1)) for number in range(count)
    ]


def template(form: Form, count: int) -> str:
    """A template as an SVG document."""
    size = f'width="{form.width}" height="{form.height}"'
    arches = "".join(arch(form, *slot, number) for number, slot in enumerate(slots(form, count)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {form.width} {form.height}">'
        '<defs><radialGradient id="glow" cx=".4" cy=".4" r=".9"><stop stop-color="#4B1540"/>'
        '<stop offset=".8" stop-color="#3A0F32"/></radialGradient>'
        '<pattern id="speckle" width="160" height="160" patternUnits="userSpaceOnUse">'
        '<image href="art/porphyry.svg" width="160" height="160"/></pattern></defs>'
        f'<rect {size} fill="url(#glow)"/><rect {size} fill="url(#speckle)"/>'
        f"{brand(form)}{arches}{{ink}}{bar(form)}</svg>\n"
    )


def brand(form: Form) -> str:
    """The sign of the game; its name is a text."""
    at = f"translate({form.words.left} {form.words.brand}) scale(.95)"
    return (
        f'<g transform="{at}"><path d="{BRAND_GROUND}" fill="{BRIGHT_GOLD}" fill-opacity=".28"/>'
        f'<path d="{BRAND_STONES}" fill="{BRIGHT_GOLD}"/></g>'
    )


def bar(form: Form) -> str:
    """The row of gold stones at the foot."""
    y = form.height - form.bar / 2
    line = f'd="M0 {one_decimal(y)}H{form.width}" fill="none" stroke-width="{form.bar}"'
    return f'<path {line} stroke="{JOINT}"/><path {line} stroke="{GOLD}" stroke-dasharray="22 2"/>'


def arch(form: Form, x: float, width: float, number: int) -> str:
    """An arch of stones in two colours around a niche; it ends below the foot of the picture."""
    middle, radius, foot = RIM / 2, width / 2, form.height
    curve = f"M{one_decimal(middle)} {one_decimal(radius)}" + half_circle(radius - middle)
    sides = "".join(
        f"M{one_decimal(side)} {one_decimal(radius)}V{foot}" for side in (middle, width - middle)
    )
    degree = math.pi * (radius - middle) / 180
    stone, joint = STONE_DEGREES - JOINT_DEGREES, JOINT_DEGREES
    niche = f"M{RIM} {foot}V{one_decimal(radius)}{half_circle(radius - RIM)}V{foot}z"
    return (
        f'<g transform="translate({one_decimal(x)} {{drop{number}}})">'
        + stones(curve, number, [degree * stone, degree * joint])
        + stones(sides, number, [COURSE - 1.0, 1.0])
        + f'<path d="{niche}" fill="{{niche{number}}}"/></g>'
    )


def half_circle(radius: float) -> str:
    """The rest of a path: half a circle over the present point."""
    length = one_decimal(radius)
    return f"a{length} {length} 0 0 1 {one_decimal(2 * radius)} 0"


def stones(path: str, number: int, lengths: list[float]) -> str:
    """A line of stones of two colours, with joints; `lengths` of a stone and of a joint."""
    stone, joint = lengths
    line = f'<path d="{path}" fill="none" stroke-width="{RIM}"'
    pair = f"{two_decimals(stone)} {two_decimals(stone + 2 * joint)}"
    other = two_decimals(-stone - joint)
    return (
        f'{line} stroke="{{joint{number}}}"/>'
        f'{line} stroke="{{stone{number}}}" stroke-dasharray="{pair}"/>'
        f'{line} stroke="{{voussoir{number}}}" stroke-dasharray="{pair}"'
        f' stroke-dashoffset="{other}"/>'
    )


def two_decimals(value: float) -> str:
    """A number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def layout() -> str:
    """The sizes as JSON, with the arches of every template."""
    forms = {
        name: {**asdict(form), "slots": [slots(form, count) for count in COUNTS]}
        for name, form in FORMS.items()
    }
    seats = [{"color": color, "joint": mixed(color, SURFACE, RING_SHARE)} for color in SEATS]
    sheet = {**forms, "seats": seats, "first": FIRST, "others": OTHERS, "surface": SURFACE}
    return json.dumps(sheet, indent=1) + "\n"


def mixed(color: str, other: str, share: float) -> str:
    """A mix of two colours, with this share of the first one."""
    pairs = [(int(color[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(share * one + (1 - share) * two):02X}" for one, two in pairs)


def all_templates() -> dict[str, str]:
    """The text of every file, by its name."""
    templates = {
        f"{name}-{count}.svg": template(form, count)
        for name, form in FORMS.items()
        for count in COUNTS
    }
    return {**templates, "layout.json": layout()}
