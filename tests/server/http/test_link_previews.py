"""Previews of shared links have a title, a text and a picture, in the language of the link."""

import gzip
import re
from html import unescape

import pytest

from byzanz.pages.location import FOLDER
from byzanz.server.http.link_previews import Previews, kind_of
from byzanz.server.http.page_files import PageFiles
from byzanz.server.http.pages import PAGES
from byzanz.server.previews.link_targets import Kind, Target
from byzanz.words.catalogue import LANGUAGES, load
from tests.pictures.conftest import facts
from tests.server.http.test_pages import ask

ROOM = "0" * 32
INDEX = b'<!doctype html><html lang="en"><head><title>Byzanz</title></head></html>'
FIXED_PICTURE = b"the fixed picture"


def preview_texts(language):
    return load(language, "preview")


@pytest.fixture
def bundle(tmp_path):
    (tmp_path / "index.html").write_bytes(INDEX)
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "share-1200x630.png").write_bytes(FIXED_PICTURE)
    return PageFiles(tmp_path)


def text_of(answer):
    return answer if isinstance(answer, str) else answer.text


def tags(answer):
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)" />', text_of(answer))
    return {name: unescape(value) for name, value in found}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("path", "preview"),
    [
        ("/", "start"),
        (f"/r/{'0' * 32}", "table"),
        (f"/replay/{'0' * 32}", "replay"),
        (f"/replay/{'0' * 32}/analysis", "analysis"),
        ("/tutorial", "learn"),
        ("/t/OLIVE-27", "table"),
        ("/licences", "start"),
    ],
)
def test_a_link_is_shown_in_its_language(bundle, path, preview, language):
    answer = ask(bundle, f"{path}?lang={language}", accept_language="fr")
    shown = tags(answer)
    assert shown["title"] == preview_texts(language)[f"preview.{preview}.title"]
    assert shown["description"] == preview_texts(language)[f"preview.{preview}.text"]
    assert f'<html lang="{language}">' in answer.text


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "fr-CH, de;q=0.9, en;q=0.8", "de"),
        ("?lang=nl", "de", "nl"),
        ("?lang=xx", "it-IT", "it"),
        ("?lang=%3Cscript%3E", "", "en"),
    ],
)
def test_the_language_comes_from_the_link_or_the_browser(bundle, query, accepted, language):
    assert tags(ask(bundle, f"/{query}", accept_language=accepted))["locale"] == language


def test_addresses_come_from_the_configuration_and_never_from_the_request(bundle):
    for path in ("/", f"/r/{ROOM}", f"/replay/{ROOM}"):
        shown = tags(ask(bundle, path, host="elsewhere.example", x_forwarded_host="evil.example"))
        assert "url" not in shown
        assert shown["image"].startswith("/previews/en/")
        shown = tags(ask(bundle, path, host="elsewhere.example", url="https://play.example/"))
        assert shown["url"] == f"https://play.example{path}"
        assert shown["image"].startswith("https://play.example/previews/en/")


def test_an_address_keeps_the_language_that_its_link_names(bundle):
    for query, kept in (("?lang=de", "?lang=de"), ("", ""), ("?lang=xx", "")):
        answer = ask(bundle, f"/r/{ROOM}{query}", url="https://play.example", accept_language="it")
        assert tags(answer)["url"] == f"https://play.example/r/{ROOM}{kept}"


def test_a_picture_has_its_size_and_a_text(bundle):
    shown = tags(ask(bundle, "/?lang=de"))
    assert (shown["image:width"], shown["image:height"]) == ("1200", "630")
    assert shown["image:alt"] == shown["title"]


@pytest.mark.parametrize("path", ["/t/%22%3E%3Cscript%3E", "/r/%22%3E%3Cscript%3E", "/r/%00"])
def test_threat_10_a_path_can_add_no_tag(bundle, path):
    answer = ask(bundle, path, url="https://play.example")
    assert "<script" not in answer.text
    assert tags(answer)["url"] == f"https://play.example{path}"


def test_a_picture_that_cannot_be_drawn_is_replaced_by_the_fixed_one(bundle):
    for name in ("start", "table", "running", "replay", "analysis", "learn", ROOM):
        answer = ask(bundle, f"/previews/de/{name}.png")
        assert (answer.status_code, answer.content) == (200, FIXED_PICTURE)
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"] == "public, max-age=60"


@pytest.mark.parametrize(
    "path", ["result.png", "start", "start.svg", "..png", "Start.png", f"{ROOM}0.png"]
)
def test_other_names_are_no_pictures(bundle, path):
    assert ask(bundle, f"/previews/de/{path}").status_code == 404


@pytest.mark.parametrize("name", ["<b>&\"'", "\u202eanna", "a\x00b", "👑", "{n}"])
def test_threat_10_the_name_of_a_player_can_add_no_tag(bundle, name):
    target = Target(Kind.RESULT, facts(names=(name, "Ben", "Cleo", "Dora")))
    page = Previews(bundle.index, "").page(target, "en", f"/r/{ROOM}", ROOM)
    text = page.bodies[""].decode()
    assert len(tags(text)) == 9
    assert text.count("<") == INDEX.count(b"<") + 10
    assert not re.search("[\x00\u202e]", text)


def test_the_page_is_compressed_and_revalidated(bundle):
    plain = ask(bundle, "/?lang=de")
    compressed = ask(bundle, "/?lang=de", accept_encoding="gzip")
    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.content == plain.content
    assert plain.headers["cache-control"] == "no-cache"
    assert "accept-language" in plain.headers["vary"]
    again = ask(bundle, "/?lang=de", if_none_match=plain.headers["etag"])
    assert again.status_code == 304
    assert ask(bundle, "/?lang=it", if_none_match=plain.headers["etag"]).status_code == 200


def test_every_page_has_a_preview(bundle):
    for path in PAGES:
        assert f"preview.{kind_of(path)}.title" in preview_texts("en")


@pytest.mark.skipif(not (FOLDER / "index.html").is_file(), reason="the pages are not built")
def test_the_built_pages_have_previews():
    answer = ask(PageFiles(), "/?lang=nl")
    assert tags(answer)["description"] == preview_texts("nl")["preview.start.text"]
    assert len(gzip.compress(answer.content)) < 2000
