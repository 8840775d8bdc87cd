"""Link previews: the title, sentence and picture that a shared link shows, as tags of the index.

What a link leads to is found by `LinkTargets`; a preview shows no more than that.
"""

import gzip
import hashlib
import unicodedata
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from byzanz.pictures.poster import BACKS, FACES, poster
from byzanz.pictures.result_card import result_card
from byzanz.pictures.wording import AREAS, headline, sentences, shown_names
from byzanz.server.http.page_files import File
from byzanz.server.previews.link_targets import Kind, Target
from byzanz.words.catalogue import LANGUAGES, Catalogue, load

KINDS = {
    "r": Kind.TABLE,
    "t": Kind.TABLE,
    "join": Kind.TABLE,
    "tutorial": Kind.LEARN,
    "rules": Kind.LEARN,
    "replay": Kind.REPLAY,
    "c": Kind.CHALLENGE,  # says the same of all challenges, also of those that do not exist
}
"""Kinds of previews by the first segment of the path; other pages have the start page's preview."""

FIXED_PICTURE = "/icons/share-1200x630.png"
PICTURES = "/previews/"
PICTURE_SIZE = (("width", "1200"), ("height", "630"))
DEFAULT_LANGUAGE = "en"
END_OF_HEAD = "</head>"
INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Unicode categories
CACHED_PREVIEWS = 100  # more than there are pages without a game, each in every language


class Said(NamedTuple):
    """The texts of a preview."""

    title: str
    text: str


class Previews:
    """Adds the preview of the requested page to the index.

    `url` is the configured public address. Without one, no address is guessed: `og:url` is left
    out, and the picture has a relative address.
    """

    def __init__(self, index: File, url: str) -> None:
        self._index = index
        self._url = url.rstrip("/")
        self.plain_page = lru_cache(CACHED_PREVIEWS)(self.page)

    def page(self, target: Target, language: str, link: str, game: str = "") -> File:
        """Return the index with the preview of a link in a language.

        `link` is the path, with the language if the link names one.
        """
        body = self._index.bodies[""].decode()
        if END_OF_HEAD not in body:  # the pages are not built
            return self._index
        tags = "".join(
            f'<meta property="og:{name}" content="{escape(_visible(value))}" />'
            for name, value in self._tags(target, language, link, game)
        )
        tags += '<meta name="twitter:card" content="summary_large_image" />'
        body = body.replace('<html lang="en">', f'<html lang="{language}">', 1)
        body = body.replace(END_OF_HEAD, tags + END_OF_HEAD, 1)
        return _with_body(self._index, body.encode())

    def _tags(
        self, target: Target, language: str, link: str, game: str
    ) -> tuple[tuple[str, str], ...]:
        said = texts(target, language)
        subject = game if target.kind is Kind.RESULT else target.kind.value
        address = (("url", self._url + link),) if self._url else ()
        return (
            ("type", "website"),
            ("site_name", "Byzanz"),
            ("locale", language),
            *address,
            ("title", said.title),
            ("description", said.text),
            ("image", f"{self._url}{PICTURES}{language}/{subject}.png"),
            *[(f"image:{name}", value) for name, value in PICTURE_SIZE],
            ("image:alt", said.title),
        )


def link_of(path: str, wanted: str) -> str:
    """Return a path as the address of a preview; it keeps the language that a link names."""
    return quote(path) + (f"?lang={wanted}" if wanted in LANGUAGES else "")


def chosen_language(wanted: str, accepted: str) -> str:
    """Return the language that a link names or, if it names none, that of the browser."""
    languages = [part.strip()[:2].lower() for part in accepted.split(",")]
    for language in (wanted, *languages):
        if language in LANGUAGES:
            return language
    return DEFAULT_LANGUAGE


def kind_of(path: str) -> Kind:
    """Return the kind of a page's preview, if the page shows no game."""
    _, first, *rest = path.split("/")
    return Kind.ANALYSIS if rest[1:] == ["analysis"] else KINDS.get(first, Kind.START)


def texts(target: Target, language: str) -> Said:
    """Return the title and the text of a preview."""
    if target.facts is None:
        words = load(language, "preview")
        return Said(
            words[f"preview.{target.kind}.title"],
            words[f"preview.{target.kind}.text"],
        )
    catalogue = Catalogue(language, AREAS)
    names = shown_names(target.facts, catalogue)
    said = sentences(target.facts, names, catalogue)
    return Said(headline(target.facts, names, catalogue), " ".join(said))


def document(target: Target, language: str) -> str:
    """Return the picture of a preview as SVG."""
    if target.facts is not None:
        return result_card(target.facts, Catalogue(language, AREAS))
    return _poster(target.kind, language)


@cache
def _poster(kind: Kind, language: str) -> str:
    cards = BACKS if kind is Kind.RUNNING else FACES
    return poster(*texts(Target(kind), language), cards, language)


def _visible(text: str) -> str:
    """The text without control characters, marks of direction and halves of characters."""
    return "".join([letter for letter in text if unicodedata.category(letter) not in INVISIBLE])


def _with_body(index: File, body: bytes) -> File:
    """Return the index with another body."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    bodies = {"": body, "gzip": gzip.compress(body, mtime=0)}
    return index._replace(bodies=bodies, tag=tag)
