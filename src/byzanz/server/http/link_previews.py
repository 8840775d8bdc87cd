"""Link previews: the title, sentence and picture that a shared link shows."""

import gzip
import hashlib
from functools import lru_cache
from html import escape

from byzanz.server.http.page_files import File
from byzanz.words.catalogue import LANGUAGES, load

KINDS = {"r": "table", "join": "table", "tutorial": "learn", "rules": "learn", "replay": "replay"}
"""By the first segment of a page's path; all other pages have the start page's preview."""

PICTURE = "/icons/share-1200x630.png"
DEFAULT_LANGUAGE = "en"
END_OF_HEAD = "</head>"
MOST_PREVIEWS = 100  # cached: each sort of page in each language


class Previews:
    """The index with the preview of the requested page in it."""

    def __init__(self, index: File, url: str) -> None:
        self._index = index
        self._url = url  # previews need absolute addresses of pictures
        self.page = lru_cache(MOST_PREVIEWS)(self._page)

    def language(self, wanted: str, accepted: str) -> str:
        """The language of a link or, without one, of the browser."""
        languages = [part.strip()[:2].lower() for part in accepted.split(",")]
        for language in (wanted, *languages):
            if language in LANGUAGES:
                return language
        return DEFAULT_LANGUAGE

    def _page(self, kind: str, language: str) -> File:
        """The index with the preview of a sort of page, in a language."""
        body = self._index.bodies[""].decode()
        if END_OF_HEAD not in body:  # the pages are not built
            return self._index
        words = load(language, "preview")
        title, text = words[f"preview.{kind}.title"], words[f"preview.{kind}.text"]
        tags = "".join(
            f'<meta property="og:{name}" content="{escape(value)}" />'
            for name, value in (
                ("type", "website"),
                ("site_name", "Byzanz"),
                ("locale", language),
                ("title", title),
                ("description", text),
                ("image", self._url + PICTURE),
            )
        )
        tags += '<meta name="twitter:card" content="summary_large_image" />'
        body = body.replace('<html lang="en">', f'<html lang="{language}">', 1)
        body = body.replace(END_OF_HEAD, tags + END_OF_HEAD, 1)
        return page_of(body.encode(), self._index)


def kind_of(path: str) -> str:
    """Which preview a page has."""
    _, first, *rest = path.split("/")
    return "analysis" if rest[1:] == ["analysis"] else KINDS.get(first, "start")


def page_of(body: bytes, index: File) -> File:
    """A page that is sent as the index is."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    bodies = {"": body, "gzip": gzip.compress(body, mtime=0)}
    return index._replace(bodies=bodies, tag=tag)
