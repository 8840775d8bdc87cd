"""The drawings in web/public are those that scripts/art draws."""

import re
from pathlib import Path

import pytest
from scripts.art.__main__ import TEMPLATES, write_drawings, write_templates
from scripts.art.palette import GOLD, IVORY, PALE_GOLD, STALLS, VERDIGRIS
from scripts.art.path_data import one_decimal, two_decimals
from scripts.art.result_card import SEATS

WEB = Path(__file__).parents[2] / "web"
NOT_DRAWN_HERE = {"art/porphyry.svg", "icons/chevron.svg"}


def drawings_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.svg")
    }


def test_the_same_bytes_come_out(tmp_path):
    write_drawings(tmp_path)
    drawn, public = drawings_in(tmp_path), drawings_in(WEB / "public")
    assert public.keys() - drawn.keys() == NOT_DRAWN_HERE
    assert drawn.keys() <= public.keys()
    different = sorted(path for path in drawn if drawn[path] != public[path])
    assert not different, "run `.venv/bin/python -m scripts.art`"
    assert len([path for path in drawn if re.fullmatch(r"cards/[ls]/..\.svg", path)]) == 64


def test_the_same_templates_come_out(tmp_path):
    write_templates(tmp_path)
    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_text() for path in TEMPLATES.iterdir()}
    assert written == committed, "run `.venv/bin/python -m scripts.art`"
    assert len(written) == 9


def test_the_avatars_of_pictures_have_the_light_colours_of_the_seats():
    tokens = (WEB / "src" / "tokens.css").read_text()
    assert tuple(re.findall(r"--seat-\d:light-dark\((#\w{6})", tokens)) == SEATS


def test_the_pages_use_the_same_colours():
    tokens = (WEB / "src" / "tokens.css").read_text()
    found = dict(re.findall(r"--([\w-]+):(#\w{6});", tokens.split("[data-theme")[0]))
    named = {"ivory": IVORY, "gold": GOLD, "gold-hi": PALE_GOLD, "verdigris": VERDIGRIS}
    for name, colour in named.items():
        assert found[name] == colour
    for stall, colours in STALLS.items():
        assert (found[stall], found[f"{stall}-deep"], found[f"{stall}-on"]) == colours


@pytest.mark.parametrize(
    ("value", "short", "exact"),
    [
        pytest.param(0.0, "0", "0", id="zero"),
        pytest.param(-0.04, "0", "-.04", id="never minus zero"),
        pytest.param(0.5, "0.5", ".5", id="a fraction"),
        pytest.param(-0.25, "-0.2", "-.25", id="a negative fraction"),
        pytest.param(10.0, "10", "10", id="zeros before the point stay"),
        pytest.param(10.05, "10.1", "10.05", id="both parts"),
    ],
)
def test_numbers_are_short(value, short, exact):
    assert one_decimal(value) == short
    assert two_decimals(value) == exact
