"""The pages as a folder of plain files."""

import json
import re
from html.parser import HTMLParser

import pytest

from byzanz.pages.location import FOLDER
from byzanz.pages.report_page import NotBuilt
from byzanz.pages.site import POLICY, NotEmpty, site_index, write_site
from tests.cli.calling import output, refused

INDEX = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="icon" href="/icons/favicon.svg" />
  </head>
</html>
"""
MANIFEST = {
    "name": "Byzanz", "id": "/", "start_url": "/", "scope": "/",
    "icons": [{"src": "/icons/icon.svg", "sizes": "any"}],
}  # fmt: skip
TEXTS = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest")
KNOWN = (
    *("http://www.w3.org/", "http://site"),  # names of XML, and the base of addresses of pages
    *("https://svelte.dev/e/", "https://rolldown.rs/in-depth/"),  # in messages of errors
    *("http://scripts.sil.org/OFL", "https://paulmillr.com", "https://github.com/sveltejs/svelte"),
    *("https://cdn.jsdelivr.net/pyodide/", "https://device.invalid/"),  # of packages: none is used
)
"""What licences, messages and unused defaults name. `tests/web/test_site.py` watches that pages ask
no other host for anything."""
ADDRESS = re.compile(rb"https?://[\w.-]+[\w/.-]*")


@pytest.fixture
def built(tmp_path):
    folder = tmp_path / "built"
    for name, text in {
        "index.html": INDEX, "index.html.gz": "x", "index.html.br": "x", "report.html": "x",
        "assets/index-1.js": "run()", "assets/index-1.js.gz": "x", "device/game.zip.gz": "large",
        ".vite/manifest.json": "{}", "manifest.webmanifest": json.dumps(MANIFEST),
    }.items():  # fmt: skip
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_the_folder_has_each_file_once(built, tmp_path):
    size = write_site(tmp_path / "a" / "site", built)
    assert names(tmp_path / "a" / "site") == [
        "README.md",
        "assets/index-1.js",
        "device/game.zip.gz",  # only its compressed form exists: the page unpacks it
        "index.html",
        "manifest.webmanifest",
    ]
    assert size == sum(path.stat().st_size for path in (tmp_path / "a").rglob("*.*"))


def test_every_address_is_relative(built, tmp_path):
    out = tmp_path / "site"
    write_site(out, built)
    page = (out / "index.html").read_text()
    assert 'src="./assets/index-1.js"' in page
    assert 'href="./icons/favicon.svg"' in page
    manifest = json.loads((out / "manifest.webmanifest").read_text())
    assert [manifest[name] for name in ("id", "start_url", "scope")] == ["./"] * 3
    assert manifest["icons"][0]["src"] == "./icons/icon.svg"
    assert manifest["icons"][0]["sizes"] == "any"


def test_the_policy_comes_before_anything_that_is_loaded():
    page = site_index(INDEX)
    assert page.index(POLICY) < page.index("<script")
    assert page.index(POLICY) < page.index("<link")
    assert "unsafe-inline" not in POLICY
    assert POLICY.count("unsafe") == POLICY.count("'wasm-unsafe-eval'") == 1


def test_a_folder_with_files_is_left_as_it_is(built, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    for out in (tmp_path, tmp_path / "mine.txt"):
        with pytest.raises(NotEmpty):
            write_site(out, built)
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert "not empty: expected a new or empty folder" in refused(1, "site", tmp_path)


def test_without_built_pages_the_error_says_what_to_do(tmp_path):
    with pytest.raises(NotBuilt, match=r"run \./byzanz once"):
        write_site(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()


class Addresses(HTMLParser):
    """The addresses in a page."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, _, attrs):
        self.found += [value for name, value in attrs if name in ("src", "href")]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site as `byzanz site` writes it."""
    if not (FOLDER / "index.html").is_file():
        pytest.skip("the pages are not built")
    out = tmp_path_factory.mktemp("site") / "out"
    assert "MB. Publish it as" in output("site", out)
    return out


def test_the_index_names_files_that_are_there(site):
    found = Addresses((site / "index.html").read_text()).found
    assert len(found) > 4
    assert all(address.startswith("./") and (site / address).is_file() for address in found)


def test_nothing_is_loaded_from_another_host(site):
    """Scripts and styles name no address elsewhere but known ones that are never asked."""
    for path in site.rglob("*"):
        if path.suffix in TEXTS:
            others = {address.decode() for address in ADDRESS.findall(path.read_bytes())}
            assert not [each for each in others if not each.startswith(KNOWN)], path.name


def test_styles_name_no_file_from_the_root(site):
    for path in site.rglob("*.css"):
        assert not re.search(r"""url\(["']?/""", path.read_text()), path.name
