"""The built pages as files in memory, ready to be sent."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from byzanz.pages.location import FOLDER, INDEX, REPORT

ENCODINGS = {"br": ".br", "gzip": ".gz"}  # suffixes of files, the smallest encoding first
TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
HASHED = "/assets/"  # the folder of files whose names change with their contents
GAME_IN_THE_PAGE = ".bin"  # the suffix of the files of the game that runs there, named likewise
FOREVER = "public, max-age=31536000, immutable"
FOR_A_DAY = "public, max-age=86400"
REVALIDATE = "no-cache"
PICTURES_AND_FONTS = (".png", ".svg", ".woff2")
NOT_BUILT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Byzanz</title>
<h1>Byzanz</h1>
<p>The server runs, but its pages are not built yet. Start it with <code>./byzanz</code>, which
builds them, or run <code>npm ci</code> and <code>npm run build</code> in the folder
<code>web</code>; then start the server again.</p>
"""


class File(NamedTuple):
    """A file in every encoding in which it can be sent."""

    bodies: dict[str, bytes]  # by encoding; "" is the uncompressed body
    media_type: str
    caching: str
    tag: str

    def encoding_for(self, accepted: str) -> str:
        """Return the best encoding that an Accept-Encoding header allows."""
        names = [name.partition(";")[0].strip() for name in accepted.lower().split(",")]
        return next((each for each in ENCODINGS if each in names and each in self.bodies), "")


class PageFiles:
    """All files by URL path. They are read once, so that no request reads the disk."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = dict(_read(folder)) if folder.is_dir() else {}
        not_built = File({"": NOT_BUILT}, TYPES[".html"], "no-store", '"not-built"')
        self.index = self.files.pop(INDEX, not_built)


def _read(folder: Path) -> Iterator[tuple[str, File]]:
    for path in sorted(folder.rglob("*")):
        media_type = TYPES.get(path.suffix)
        url_path = "/" + path.relative_to(folder).as_posix()
        is_hidden = "/." in url_path  # Vite's own files
        if media_type is None or is_hidden or url_path == REPORT:
            continue
        bodies = {"": path.read_bytes()}
        for encoding, suffix in ENCODINGS.items():
            packed = path.with_name(path.name + suffix)
            if packed.is_file():
                bodies[encoding] = packed.read_bytes()
        yield (
            url_path,
            File(bodies, media_type, _caching(url_path, path.suffix), tag_of(bodies[""])),
        )


def tag_of(body: bytes) -> str:
    """The entity tag of a file with this uncompressed body."""
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _caching(url_path: str, suffix: str) -> str:
    if url_path.startswith(HASHED) or suffix == GAME_IN_THE_PAGE:
        return FOREVER
    return FOR_A_DAY if suffix in PICTURES_AND_FONTS else REVALIDATE
