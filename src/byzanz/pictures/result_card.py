"""The picture of a finished game as SVG, from the templates that `scripts/art` draws.

`web/src/picture/resultCard.ts` composes the picture that a person sends in the same way.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape
from math import ceil
from typing import Literal, NamedTuple

from byzanz.cards import Card
from byzanz.game.standings import Standing
from byzanz.pictures.facts import GameFacts
from byzanz.pictures.layout import LEAST_COUNT, Form, layout, template
from byzanz.pictures.lettering import ELLIPSIS, Font, largest_size, lines_of, width
from byzanz.pictures.wording import headline, sentences, shown_names
from byzanz.words.catalogue import Catalogue
from byzanz.words.fill import fill

FAMILIES: Mapping[Font, str] = {
    "text": "Byzanz Text",
    "bold": "Byzanz Bold",
    "numerals": "Byzanz Numerals",
    "display": "Byzanz Display",
}
GOLD, LIGHT, PALE, INK, WHITE = "#EBC767", "#FBF1E0", "#E4CBDA", "#241426", "#FFF9EC"
CARD_RATIO = 1.4  # height to width
RIM = 9  # the stones of an arch, in pixels
STONE, JOINT = 15, 3  # of an avatar, in degrees
LEAST_CARD = 14  # pixels
ROUNDING = 0.5  # pixels that a line may be too long
NAME_ROOM, LEAST_NAME_SIZE = 6, 13  # pixels


class Style(NamedTuple):
    """How a text is written."""

    font: Font
    size: float
    color: str


BRAND = Style("display", 34, GOLD)


def result_card(facts: GameFacts, words: Catalogue) -> str:
    """Return the picture of a finished game in a language."""
    names = shown_names(facts, words)
    form, count = layout().wide, len(facts.standings)
    said = sentences(facts, names, words)
    ink = texts(form, count, headline(facts, names, words), said)
    ink += _footer(form, facts, words)
    fields: dict[str, str] = {}
    for slot, at in enumerate(podium_order(count)):
        line = facts.standings[at]
        is_first = line.place == 1
        colors = layout().first if is_first else layout().others
        drop = form.drops[line.place - 1]
        fields |= {f"{name}{slot}": color for name, color in colors.items()}
        fields[f"drop{slot}"] = str(form.top + drop)
        ink += _place(form, form.slots[count - LEAST_COUNT][slot], line, names[line.seat])
    return fill(template(count), {**fields, "ink": ink}, words.language)


def podium_order(count: int) -> tuple[int, ...]:
    """The standings from left to right: the winner stands second."""
    return (1, 0, *range(2, count))


def texts(form: Form, count: int, title: str, said: Sequence[str]) -> str:
    """Return the name of the game, a headline, and as many sentences as there is room for."""
    place, room = form.words, form.text_widths[count - LEAST_COUNT]
    ink = line_of("Byzanz", BRAND, (place.left + 52, place.brand + 31), spacing=3)
    size = place.headline_size
    while size > place.least_headline_size and not _fits(form, title, size, room):
        size -= 2
    lines = lines_of(title, "display", size, room)[: place.headline_lines]
    y: float = place.headline
    for at, line in enumerate(lines):
        y = place.headline + at * size * 1.08
        shown = cut_line(line, "display", size, room)
        ink += line_of(shown, Style("display", size, GOLD), (place.left, y))
    y += place.text - place.headline
    for line, letters in _paragraph(form, room, said):
        ink += line_of(line, Style("text", letters, LIGHT), (place.left, y))
        y += letters * 1.35
    return ink


def _fits(form: Form, title: str, size: float, room: float) -> bool:
    """Whether a headline fits at this size."""
    lines = lines_of(title, "display", size, room)
    longest = max([width(line, "display", size) for line in lines])
    return len(lines) <= form.words.headline_lines and longest <= room


def _paragraph(form: Form, room: float, said: Sequence[str]) -> list[tuple[str, float]]:
    """The lines with their size: smaller ones, or fewer sentences, if there are many."""
    place = form.words
    height = place.text_lines * place.text_size
    for count in range(len(said), 0, -1):
        for size in (place.text_size, place.least_text_size):
            lines = lines_of(" ".join(said[:count]), "text", size, room)
            if len(lines) * size <= height:
                return [(cut_line(line, "text", size, room), size) for line in lines]
    size = place.least_text_size
    lines = lines_of(said[0], "text", size, room)[: height // size]
    return [(cut_line(line, "text", size, room), size) for line in lines]


def cut_line(line: str, font: Font, size: float, room: float) -> str:
    """Return a line cut to the room that it has."""
    if width(line, font, size) <= room + ROUNDING:
        return line
    while line and width(line + ELLIPSIS, font, size) > room:
        line = line[:-1]
    return line.rstrip() + ELLIPSIS


def _footer(form: Form, facts: GameFacts, words: Catalogue) -> str:
    """What the link leads to, and the players and rounds."""
    place = form.words
    link = words.say("picture.link")
    size = words.say("picture.size", n=len(facts.names), r=facts.rounds)
    return line_of(
        link, Style("bold", place.link_size, LIGHT), (place.left, place.link + 32)
    ) + line_of(size, Style("text", place.date_size, PALE), (place.left, place.date + 16))


def _place(form: Form, slot: tuple[float, float], line: Standing, name: str) -> str:
    """The avatar, the profit, the name and the kept cards of a player."""
    sizes, (x, breadth) = form.place, slot
    middle, top = x + breadth / 2, form.top + form.drops[line.place - 1]
    room = breadth - 2 * RIM - NAME_ROOM
    size = largest_size(name, "bold", sizes.name_size, LEAST_NAME_SIZE, room)
    points = Style("numerals", sizes.points_size, INK)
    shown = cut_line(name, "bold", size, room)
    return (
        _avatar(name, line.seat, (middle, top + sizes.avatar), sizes.avatar_size)
        + line_of(str(line.profit), points, (middle, top + sizes.points), anchor="middle")
        + line_of(shown, Style("bold", size, INK), (middle, top + sizes.name), anchor="middle")
        + _cards(form, (middle, top + sizes.name), breadth, line.kept)
    )


def _avatar(name: str, seat: int, at: tuple[float, float], size: float) -> str:
    """A round mosaic with the first letter of the name."""
    colors, (x, y) = layout().seats[seat], at
    rim, radius = size * 0.11, size / 2
    degree = math.pi * 2 * (radius - rim / 2) / 360
    dashes = f"{number(STONE * degree)} {number(JOINT * degree)}"
    letter = Style("display", size * 0.48, WHITE)
    circle = f'<circle cx="{number(x)}" cy="{number(y)}"'
    ring = f'{circle} r="{number(radius - rim / 2)}" fill="none" stroke-width="{number(rim)}"'
    return (
        f'{ring} stroke="{colors.joint}"/>'
        f'{ring} stroke="{colors.color}" stroke-dasharray="{dashes}"/>'
        f'{circle} r="{number(radius - rim + 1.5)}" fill="{layout().surface}"/>'
        f'{circle} r="{number(radius - rim)}" fill="{colors.color}"/>'
        + line_of(name[0].upper(), letter, (x, y + size * 0.165), anchor="middle")
    )


def _cards(form: Form, above: tuple[float, float], breadth: float, kept: Sequence[Card]) -> str:
    """The kept cards in rows, as large as they fit between the name and the foot."""
    sizes, (middle, top) = form.place, above
    room = breadth - 2 * RIM - 2 * sizes.card_gap
    columns, size = card_grid(len(kept), room, sizes.cards_bottom - top - 24, form)
    gap, height = sizes.card_gap, size * CARD_RATIO
    rows = ceil(len(kept) / columns)
    ink = ""
    for row in range(rows):
        cards = kept[row * columns : (row + 1) * columns]
        y = sizes.cards_bottom - (rows - row) * (height + gap) + gap
        left = middle - (len(cards) * (size + gap) - gap) / 2
        for column, card in enumerate(cards):
            x = left + column * (size + gap)
            ink += face(card_file(card), (x, y), size)
    return ink


def card_grid(count: int, room: float, height: float, form: Form) -> tuple[int, float]:
    """The columns and the width of `count` cards: as wide as they fit, two columns at least."""
    gap = form.place.card_gap
    best = (2, float(LEAST_CARD))
    for columns in range(2, 6):
        rows = max(ceil(count / columns), 1)
        size = min(
            form.place.card_width,
            (room + gap) / columns - gap,
            ((height + gap) / rows - gap) / CARD_RATIO,
        )
        if size > best[1]:
            best = columns, size
    return best


def card_file(card: Card) -> str:
    """The small drawing of a card, in the folder of the pages."""
    return f"cards/s/{'M0' if card is Card.M else card}.svg"


def face(file: str, at: tuple[float, float], size: float) -> str:
    """A card of this width, by the corner at its top left."""
    x, y = at
    return (
        f'<image href="{file}" x="{number(x)}" y="{number(y)}"'
        f' width="{number(size)}" height="{number(size * CARD_RATIO)}"/>'
    )


def line_of(
    text: str,
    style: Style,
    at: tuple[float, float],
    *,
    anchor: Literal["start", "middle"] = "start",
    spacing: int = 0,  # pixels between letters
) -> str:
    """A line of text by its baseline; whatever it contains is shown as text."""
    x, y = at
    font, size, color = style
    extra = f' letter-spacing="{spacing}"' if spacing else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" fill="{color}" text-anchor="{anchor}"'
        f' font-family="{FAMILIES[font]}" font-size="{number(size)}"{extra}>{escape(text)}</text>'
    )


def number(value: float) -> str:
    """A number with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")
