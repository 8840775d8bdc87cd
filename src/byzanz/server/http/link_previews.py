"""Link previews: the title, sentence and picture that a shared link shows.

A preview depends on the path and the language only, so that it does not tell whether a room exists.
"""

import gzip
import hashlib
from functools import lru_cache
from html import escape

from byzanz.server.http.page_files import File
from byzanz.words.catalogue import LANGUAGES, load

PREVIEWS = {
    "r": "table",
    "join": "table",
    "tutorial": "learn",
    "rules": "learn",
    "replay": "replay",
}
"""Names of previews by the first segment of the path; other pages have the start page's preview."""

PICTURE = "/icons/share-1200x630.png"
DEFAULT_LANGUAGE = "en"
END_OF_HEAD = "</head>"
CACHED_PREVIEWS = 100  # more than there are previews, each in every language


class Previews:
    """Adds the preview of the requested page to the index."""

    def __init__(self, index: File, url: str) -> None:
        self._index = index
        self._url = url  # the picture of a preview needs an absolute address
        self.page = lru_cache(CACHED_PREVIEWS)(self._page)

    def language(self, wanted: str, accepted: str) -> str:
        """Return the language that a link names or, if it names none, that of the browser."""
        languages = [part.strip()[:2].lower() for part in accepted.split(",")]
        for language in (wanted, *languages):
            if language in LANGUAGES:
                return language
        return DEFAULT_LANGUAGE

    def _page(self, preview: str, language: str) -> File:
        """Return the index with a preview in a language."""
        body = self._index.bodies[""].decode()
        if END_OF_HEAD not in body:  # the pages are not built
            return self._index
        words = load(language, "preview")
        title, text = words[f"preview.{preview}.title"], words[f"preview.{preview}.text"]
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
        return _with_body(self._index, body.encode())


def preview_of(path: str) -> str:
    """Return the name of a page's preview."""
    _, first, *rest = path.split("/")
    return "analysis" if rest[1:] == ["analysis"] else PREVIEWS.get(first, "start")


def _with_body(index: File, body: bytes) -> File:
    """Return the index with another body."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    bodies = {"": body, "gzip": gzip.compress(body, mtime=0)}
    return index._replace(bodies=bodies, tag=tag)
