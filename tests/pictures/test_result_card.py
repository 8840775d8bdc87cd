"""The picture of a finished game: valid SVG whatever the names are, readable in every language."""

import re
from xml.etree import ElementTree

import pytest

from byzanz.pictures.layout import layout
from byzanz.pictures.lettering import cut_name, drawable, lines_of, width
from byzanz.pictures.poster import BACKS, FACES, poster
from byzanz.pictures.result_card import card_grid, result_card
from byzanz.pictures.wording import AREAS, headline, sentences, shown_names
from byzanz.words.catalogue import LANGUAGES, Catalogue, load
from tests.pictures.conftest import NAMES, facts

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "defs", "radialGradient", "stop", "pattern", "image", "rect", "g", "path", "circle"}
HOSTILE = (
    "<script>x",
    '"><image href="/etc/passwd"/>',
    "]]>&lt;&#0;",
    "{ink}{drop0}",
    "\u202eevil\u202c",
    "\x00\x1b[31mred",
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    "👩‍👩‍👧‍👦🏴‍☠️",
    "A" * 5000,
    "Z̸̡̢̛̗̘̙̜̝̞̟̠̤̥̦̩̪̫̬̭̮",
    "<![CDATA[",
    "<!ENTITY x SYSTEM 'file:///etc/passwd'>&x;",
    "\ufeff\u200b\u2066",
    "\ud800",
    "שלום",
    "名前",
    "",
)


def card(game, language="en"):
    return result_card(game, Catalogue(language, AREAS))


def shown(svg):
    """The texts in a picture, by the name of their font."""
    root = ElementTree.fromstring(svg)
    return [(text.get("font-family"), text.text) for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("count", range(3, 7))
def test_every_player_has_an_arch_with_name_profit_and_cards(count):
    game = facts(count)
    texts = shown(card(game))
    points = [text for font, text in texts if font == "Byzanz Numerals"]
    assert sorted(points, key=int, reverse=True) == [str(line.profit) for line in game.standings]
    names = [text for font, text in texts if font == "Byzanz Bold"][1:]
    whole = {name: cut_name(name) for name in NAMES[:count]}
    for name in whole.values():
        assert any(name.startswith(text.rstrip("….")) for text in names)
    faces = re.findall(r'<image href="cards/s/(..)\.svg"', card(game))
    kept = [str(each).replace("M", "M0") for line in game.standings for each in line.kept]
    assert sorted(faces) == sorted(kept)


def test_the_winner_stands_second_from_the_left_and_highest():
    svg = card(facts(4))
    arches = re.findall(r'<g transform="translate\(([\d.]+) (\d+)\)">', svg)
    tops = [int(top) for _, top in sorted(arches, key=lambda arch: float(arch[0]))]
    assert tops == [98, 48, 140, 172]


def test_players_with_the_same_place_stand_equally_high():
    svg = card(facts(3, places=(1, 1, 3)))
    tops = [int(top) for top in re.findall(r'<g transform="translate\([\d.]+ (\d+)\)">', svg)]
    assert tops == [48, 48, 140]
    assert "share the victory" in " ".join([text for _, text in shown(svg)])


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_threat_10_a_hostile_name_is_text(name):
    svg = card(facts(4, names=(name, *NAMES[1:4])))
    root = ElementTree.fromstring(svg.encode())  # strict XML
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= KNOWN | {"text"}
    files = [each.get("href") for each in root.iter(f"{SVG}image")]
    assert all(re.fullmatch(r"(cards/s/[A-Z]\d|art/porphyry)\.svg", file) for file in files)
    assert all(not list(text) for text in root.iter(f"{SVG}text"))
    assert len(svg) < 20_000
    assert not re.search("[\u0000-\u0008\u000e-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", svg)


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_threat_10_a_picture_with_a_hostile_name_is_drawn(name, renderer):
    png = renderer(card(facts(3, names=(name, "Ben", "Cleo"), kept=(1, 1, 1))))
    assert png.startswith(b"\x89PNG")
    width_and_height = [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)]
    assert width_and_height == [1200, 630]


def test_a_name_without_a_letter_that_can_be_drawn_becomes_the_players_number():
    game = facts(3, names=("👑", "名前", "Cleo"))
    names = shown_names(game, Catalogue("de", AREAS))
    assert names == ("Spieler 1", "Spieler 2", "Cleo")
    texts = " ".join([text for _, text in shown(card(game, "de"))])
    assert "Spieler 1 gewinnt mit 27" in texts.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Ağaoğlu", "Ağaoğlu"),
        ("Anna 👑 B", "Anna B"),
        ("\u202eanna", "anna"),
    ],
)
def test_only_letters_of_the_fonts_are_drawn(name, drawn):
    assert drawable(name) == drawn


def test_a_long_name_is_cut_to_ten_letters():
    assert cut_name("Bartholomä") == "Bartholomä"
    assert cut_name("Bartholomäus") == "Bartholom…"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", range(3, 7))
def test_the_texts_have_room_in_every_language(count, language):
    words = Catalogue(language, AREAS)
    game = facts(count, names=["W" * 24] * 6)
    svg, form = card(game, language), layout().wide
    room = form.text_widths[count - 3]
    root = ElementTree.fromstring(svg)
    fonts = {"Byzanz Text": "text", "Byzanz Display": "display"}
    lefts = [each for each in root.iter(f"{SVG}text") if each.get("text-anchor") == "start"]
    for text in lefts:
        if text.get("font-family") in fonts and text.text:
            font = fonts[text.get("font-family")]
            assert width(text.text, font, float(text.get("font-size"))) <= room + 1, text.text
    lowest = max(float(text.get("y")) for text in lefts if text.get("fill") == "#FBF1E0")
    assert lowest < form.words.date
    names = shown_names(game, words)
    assert headline(game, names, words)
    assert len(sentences(game, names, words)) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["start", "table", "running", "replay", "analysis", "learn"])
def test_no_word_of_a_poster_is_cut(kind, language):
    texts = load(language, "preview")
    title, text = texts[f"preview.{kind}.title"], texts[f"preview.{kind}.text"]
    svg = poster(title, text, BACKS if kind == "running" else FACES, language)
    drawn = " ".join([text for _, text in shown(svg)])
    assert title in drawn
    assert text in drawn


def test_many_cards_fit_into_a_narrow_arch():
    form = layout().wide
    for count in range(1, 31):
        columns, size = card_grid(count, room=60, height=200, form=form)
        rows = -(-count // columns)
        assert columns * (size + 4) - 4 <= 60 + 1 or size == 14
        assert rows * (size * 1.4 + 4) - 4 <= 201 or size == 14


def test_a_word_that_is_too_long_has_a_line_of_its_own():
    assert lines_of("a bb " + "W" * 50 + " c", "text", 30, 200) == ["a bb", "W" * 50, "c"]
