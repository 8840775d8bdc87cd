"""Previews of shared links have a title, a text and a picture, in the language of the link."""

import gzip
import re
from html import unescape

import pytest

from byzanz.pages.location import FOLDER
from byzanz.server.http.link_previews import preview_of
from byzanz.server.http.page_files import PageFiles
from byzanz.server.http.pages import PAGES
from byzanz.words.catalogue import LANGUAGES, load
from tests.server.http.test_pages import ask

INDEX = b'<!doctype html><html lang="en"><head><title>Byzanz</title></head></html>'
PICTURE = "/icons/share-1200x630.png"


def preview_texts(language):
    return load(language, "preview")


@pytest.fixture
def bundle(tmp_path):
    (tmp_path / "index.html").write_bytes(INDEX)
    return PageFiles(tmp_path)


def tags(answer):
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)" />', answer.text)
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


def test_the_picture_has_an_absolute_address_if_the_url_is_configured(bundle):
    assert tags(ask(bundle, "/", host="elsewhere"))["image"] == PICTURE
    answer = ask(bundle, "/", url="https://play.example")
    assert tags(answer)["image"] == f"https://play.example{PICTURE}"


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
        assert f"preview.{preview_of(path)}.title" in preview_texts("en")


@pytest.mark.skipif(not (FOLDER / "index.html").is_file(), reason="the pages are not built")
def test_the_built_pages_have_previews():
    answer = ask(PageFiles(), "/?lang=nl")
    assert tags(answer)["description"] == preview_texts("nl")["preview.start.text"]
    assert len(gzip.compress(answer.content)) < 2000
