"""The large drawing of each card, for 72 pixels and more: mosaics around a niche or a disc."""

import math
from collections.abc import Callable
from random import Random

from .face import (
    GLYPH_SCALE,
    MERCHANT_TITLE,
    MIDDLE,
    NAMES,
    Bar,
    bars,
    bars_width,
    document,
    star,
)
from .glyphs import glyph
from .lettering import LARGE_LETTER, LARGE_NUMERAL, MERCHANT_LETTER, OFFER_NUMERAL, Lettering
from .mosaic import Course, Mosaic, Rows, Stone, Tone, ToneOf, lay_rows
from .palette import (
    GOLD,
    GOLD_TONES,
    IVORY,
    PALE_GOLD,
    PORPHYRY,
    PORPHYRY_JOINT,
    STALLS,
    VERDIGRIS,
    VERDIGRIS_INK,
    VERDIGRIS_JOINT,
    four_tones,
    mixed,
)
from .path_data import Point, arch, one_decimal, point

# The niche: x of its left and right edge, y at which its curve begins, y of its foot.
LEFT, RIGHT, SPRING, FOOT = 25, 135, 124, 206
BAND = 8  # the width of a course with its joints
STONE_LENGTH = BAND * 1.06
STONE_WIDTH = BAND - 1.1
LEG_STONES = 10  # stones of a course on each side of the niche, below its curve
COURSES_WITH_LEGS = 3  # the other courses are beyond the edge of the card there
OFFER_DISC = (MIDDLE, 94)  # x and y of its centre
CARD_CLIP = '<clipPath id="c"><rect x="6" y="6" width="148" height="212" rx="10"/></clipPath>'

GLYPH_POSITIONS = {  # by value: x and y from the middle, size
    1: ((0, -6, 88),),
    2: ((0, -38, 62), (0, 28, 62)),
    3: ((0, -37, 52), (-27, 21, 52), (27, 21, 52)),
    4: ((-26, -26, 49), (26, -26, 49), (-26, 29, 49), (26, 29, 49)),
}
IVORY_NICHE = ("#EADFC4", ("#FBF5E6", "#F4EAD2", "#FDF9EF", "#F8F0DC"))  # joint, tones
GOLD_NICHE = ("#B98A22", ("#EBCB74", "#E6C264", "#F3DD9C", "#F0D588"))
PALE_GOLD_NICHE = ("#B98A22", ("#F5DFA0", "#F2D98F", "#FAEDC6", "#F8E8B8"))  # the colours of grain


def good_card(good: str, value: int) -> str:
    """The face of a good: as many glyphs as its value, and gold behind a 4."""
    colours = STALLS[good]
    ground, definitions = niche_ground(good, value)
    letter = Lettering(good, 140, 18, 19, LARGE_LETTER).svg(colours.numeral, "right")
    numeral = Lettering(str(value), 33, 13, 45, LARGE_NUMERAL).svg(colours.numeral, "middle")
    body = ground + glyphs_of(good, value) + numeral + letter
    return document(f"{NAMES[good]} {value}", body, definitions)


def glyphs_of(good: str, value: int) -> str:
    """The glyphs in the niche; the first is drawn, the others refer to it."""
    first, *others = GLYPH_POSITIONS[value]
    scale = GLYPH_SCALE[good] if value in (1, 3) else min(GLYPH_SCALE[good], 0.98)
    x, y, size = first
    name = "g" if others else ""
    ink = STALLS[good].glyph
    drawn = glyph(good, MIDDLE + x, 148 + y, size * scale, ink, name=name)
    for other_x, other_y, _ in others:
        drawn += f'<use href="#g" x="{one_decimal(other_x - x)}" y="{one_decimal(other_y - y)}"/>'
    return drawn


def merchant_card() -> str:
    """The face of a merchant: a star instead of a numeral, and the profit of three merchants."""
    ground, definitions = niche_ground("M", 0)
    plaque = (
        '<rect x="38" y="186" width="84" height="26" rx="8" fill="#260A24" stroke="#D9A93A" '
        'stroke-width="2"/>'
    )
    stars = "".join(star(x, 199, 6.6, PALE_GOLD) for x in (52, 67, 82))
    body = (
        ground
        + glyph("M", MIDDLE, 134, 100, STALLS["M"].glyph)
        + star(33, 35, 20, PALE_GOLD)
        + Lettering("M", 140, 18, 19, MERCHANT_LETTER).svg(PALE_GOLD, "right")
        + plaque
        + stars
        + Lettering("=5", 114, 192, 14, MERCHANT_LETTER).svg(PALE_GOLD, "right")
    )
    return document(MERCHANT_TITLE, body, definitions)


def niche_ground(stall: str, value: int) -> tuple[str, str]:
    """The mosaic around and inside the niche: its drawing and its definitions."""
    random = Random(ord(stall) * 10 + value)
    field = STALLS[stall].field
    joint = "#160414" if stall == "M" else mixed(field, "#000000", 0.26)
    tones = four_tones(field, 0.14 if stall == "G" else 0.10)
    around = arch_mosaic(random, Stone(field, tones, joint))
    niche_joint, inside = niche_mosaic(random, stall, value)
    body = (
        frame(joint)
        + f'<g clip-path="url(#c)">{around.svg()}</g>'
        + f'<path d="{arch(LEFT, RIGHT, SPRING, FOOT)}" fill="{niche_joint}"/>'
        + f'<g clip-path="url(#n)">{inside.svg()}</g>'
    )
    niche_clip = arch(LEFT + 1.2, RIGHT - 1.2, SPRING, FOOT)
    clips = f'{CARD_CLIP}<clipPath id="n"><path d="{niche_clip}"/></clipPath>'
    return body, clips + around.definitions + inside.definitions


def frame(fill: str) -> str:
    """The ivory edge of a card and its field."""
    return (
        f'<rect width="160" height="224" rx="15" fill="{IVORY}"/>'
        f'<rect x="6" y="6" width="148" height="212" rx="10" fill="{fill}"/>'
    )


def arch_mosaic(random: Random, stone: Stone) -> Mosaic:
    """Courses that follow the arch outwards, the first in gold, and two rows below it."""
    mosaic = Mosaic(random, "r")
    gold = Stone(GOLD, GOLD_TONES, stone.joint)
    for number in range(11):
        course, position_of = arch_course(number)
        used = stone if number else gold
        mosaic.add(course, used, arch_tones(random, used, position_of, is_calm=number > 0))
    lay_rows(mosaic, Rows(6, 154, FOOT, 218, 6), stone)
    return mosaic


def arch_tones(
    random: Random, stone: Stone, position_of: Callable[[int], Point], *, is_calm: bool
) -> ToneOf:
    """Random tones; a calm course has no strong ones behind the numeral."""

    def tone_of(index: int) -> Tone:
        x, y = position_of(index)
        if x < 3 or x > 157 or y < 3:
            return None
        tone = stone.tone(random)
        if is_calm and x < 66 and y < 66 and tone is not None and tone <= 1:
            return None
        return tone

    return tone_of


def arch_course(number: int) -> tuple[Course, Callable[[int], Point]]:
    """A course around the niche, counted outwards, and the position of each of its stones."""
    radius = (RIGHT - LEFT) / 2 + (number + 0.5) * BAND
    count = max(6, round(math.pi * radius / STONE_LENGTH))
    legs = LEG_STONES if number < COURSES_WITH_LEGS else 0
    leg_stone = (FOOT - SPRING) / LEG_STONES

    def position_of(stone: int) -> Point:
        on_arc = stone - legs
        if on_arc < 0:
            return MIDDLE - radius, FOOT - (stone + 0.5) * leg_stone
        if on_arc >= count:
            return MIDDLE + radius, SPRING + (on_arc - count + 0.5) * leg_stone
        angle = math.pi * (1 + (on_arc + 0.5) / count)
        return MIDDLE + radius * math.cos(angle), SPRING + radius * math.sin(angle)

    start = one_decimal(MIDDLE - radius)
    arc = f"a{point(radius, radius)} 0 0 1 {one_decimal(2 * radius)} 0"
    if not legs:
        return Course.even(f"M{start} {SPRING}{arc}", count, STONE_WIDTH), position_of
    height = FOOT - SPRING
    path = f"M{start} {FOOT}v{-height}{arc}v{height}"
    left = [index * leg_stone for index in range(legs)]
    top = [height + index * math.pi * radius / count for index in range(count)]
    right = [height + math.pi * radius + index * leg_stone for index in range(legs + 1)]
    borders = [round(border, 1) for border in [*left, *top, *right]]
    return Course(path, borders, one_decimal(STONE_WIDTH), joint_width=1.1), position_of


def niche_mosaic(random: Random, stall: str, value: int) -> tuple[str, Mosaic]:
    """The ground of the niche, with the colour of its joints."""
    is_gold = value == 4 or stall == "M"
    gold = PALE_GOLD_NICHE if stall == "G" else GOLD_NICHE
    joint, (base, *tones) = gold if is_gold else IVORY_NICHE
    mosaic = Mosaic(random, "n")
    rows = Rows(LEFT + 1, RIGHT - 1, SPRING - 55, FOOT, 9, gap=0.45, joint_width=0.1)
    lay_rows(mosaic, rows, Stone(base, tones, joint, chances=(0.25,) * 3), is_in_niche)
    return joint, mosaic


def is_in_niche(x: float, y: float) -> bool:
    """Whether a stone with this middle can be seen through the niche."""
    return y > SPRING or math.hypot(x - MIDDLE, y - SPRING) < 60


def offer_card(number: int) -> str:
    """An offer card: its number on a disc, and as many small cards below."""
    x, y = OFFER_DISC
    mosaic = Mosaic(Random(900 + number), "r")
    add_offer_ring(mosaic, 0, Stone(GOLD, GOLD_TONES, VERDIGRIS_JOINT))
    for ring in range(1, 12):
        add_offer_ring(mosaic, ring, Stone(VERDIGRIS, four_tones(VERDIGRIS), VERDIGRIS_JOINT))
    bar = Bar(15, 21, radius=3, gap=6)
    width = bars_width(number, bar) + 16
    plaque = (
        f'<rect x="{one_decimal(x - width / 2)}" y="172" width="{width}" height="37" rx="9" '
        f'fill="{VERDIGRIS_JOINT}"/>'
    )
    body = (
        frame(VERDIGRIS_JOINT)
        + f'<g clip-path="url(#c)">{mosaic.svg()}</g>'
        + f'<circle cx="{x}" cy="{y}" r="50" fill="{IVORY}"/>'
        + f'<circle cx="{x}" cy="{y}" r="44" fill="none" stroke="{GOLD}" stroke-width="1.6"/>'
        + Lettering(str(number), x, y - 29, 58, OFFER_NUMERAL).svg(VERDIGRIS_INK, "middle")
        + plaque
        + bars(number, 180, bar, PALE_GOLD)
    )
    # Nothing refers to this clip; it stays so that the files keep their bytes and stay in caches.
    disc_clip = '<clipPath id="n"><circle cx="80" cy="92" r="60"/></clipPath>'
    return document(f"offer card {number}", body, CARD_CLIP + disc_clip + mosaic.definitions)


def add_offer_ring(mosaic: Mosaic, number: int, stone: Stone) -> None:
    """Add a ring around the disc, counted outwards; each starts 0.1 radians after the last."""
    x, y = OFFER_DISC
    radius = 50 + number * BAND + BAND / 2
    count = round(2 * math.pi * radius / STONE_LENGTH)
    turn = number * 0.1
    dx, dy = radius * math.cos(turn), radius * math.sin(turn)
    arc = f"A{point(radius, radius)} 0 1 1"
    start, opposite = point(x + dx, y + dy), point(x - dx, y - dy)

    def tone_of(index: int) -> Tone:
        angle = turn + 2 * math.pi * (index + 0.5) / count
        stone_x, stone_y = x + radius * math.cos(angle), y + radius * math.sin(angle)
        if stone_x < 3 or stone_x > 157 or stone_y < 3 or stone_y > 221:
            return None
        return stone.tone(mosaic.random)

    path = f"M{start}{arc} {opposite}{arc} {start}"
    mosaic.add(Course.even(path, count, STONE_WIDTH), stone, tone_of)


def back() -> str:
    """The back of a card: a great disc between four small ones."""
    random = Random(77)
    ground = Mosaic(random, "r")
    stone = Stone(PORPHYRY, four_tones(PORPHYRY, 0.09), PORPHYRY_JOINT)
    lay_rows(ground, Rows(6, 154, 6, 218, 8, joint_width=0.13), stone)
    definitions = ground.definitions
    body = f'{frame(PORPHYRY_JOINT)}<g clip-path="url(#c)">{ground.svg()}'
    for number, (x, y) in enumerate(((38, 44), (122, 44), (38, 180), (122, 180)), start=1):
        ring = Mosaic(random, f"d{number}")
        body += gold_ring(ring, x, y, 19)
        body += f'<circle cx="{x}" cy="{y}" r="13" fill="{VERDIGRIS}"/>'
        body += star(x, y, 8, PALE_GOLD, rays=4, waist=0.38)
        definitions += ring.definitions
    ring = Mosaic(random, "d0")
    body += gold_ring(ring, MIDDLE, 112, 40)
    body += f'<circle cx="80" cy="112" r="35" fill="{IVORY}"/>'
    body += '<circle cx="80" cy="112" r="31.5" fill="#5B1A4E"/>'
    body += star(MIDDLE, 112, 26, PALE_GOLD, waist=0.5)
    body += star(MIDDLE, 112, 13, "#5B1A4E", waist=0.6)
    return document("card back", f"{body}</g>", CARD_CLIP + definitions + ring.definitions)


def gold_ring(mosaic: Mosaic, x: int, y: int, radius: int) -> str:
    """A ring of gold stones around a disc."""
    width = 5.6
    middle = radius + width / 2
    count = round(2 * math.pi * middle / 6.2)
    arc = f"a{point(middle, middle)} 0 1 1"
    across = one_decimal(2 * middle)
    path = f"M{one_decimal(x + middle)} {y}{arc} -{across} 0{arc} {across} 0"
    mosaic.add(Course.even(path, count, width), Stone(GOLD, GOLD_TONES, PORPHYRY_JOINT))
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius + width + 1}" fill="{PORPHYRY_JOINT}"/>'
        f'{mosaic.svg()}<circle cx="{x}" cy="{y}" r="{radius - 0.6}" fill="{PORPHYRY}"/>'
    )
