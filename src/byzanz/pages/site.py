"""The pages as a folder of plain files, to be published by any web host."""

import json
import re
import shutil
from pathlib import Path

from byzanz.pages.location import FOLDER, INDEX, REPORT
from byzanz.pages.report_page import CHARSET, NotBuilt

MANIFEST = "manifest.webmanifest"
README = Path(__file__).with_name("site_readme.md")
PACKED = (".br", ".gz")  # copies for the server, which sends them instead of the file itself
ROOT = "<html "
MARK = f"{ROOT}data-site "  # tells the pages that no server of the game is behind them
FROM_ROOT = re.compile(r'\b(src|href)="/')  # addresses in the index
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none';"
    " base-uri 'none'; form-action 'self'"
)
"""Nothing comes from another host, and no script is in the page itself; `wasm-unsafe-eval` lets the
browser compile WebAssembly and nothing else."""


class NotEmpty(Exception):
    """The folder to write has files in it already."""


def write_site(out: Path, folder: Path = FOLDER) -> int:
    """Write the pages into a new or empty folder; returns the number of bytes.

    Every address in the files is relative, so that the folder can be published below any path.
    Raises `NotBuilt`, `NotEmpty` and `OSError`.
    """
    index = folder / INDEX.lstrip("/")
    if not index.is_file():
        raise NotBuilt("the pages are not built: run ./byzanz once, which builds them")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise NotEmpty(f"{out} is not empty: expected a new or empty folder")
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and _is_published(path, folder):
            target = out / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    (out / index.name).write_text(site_index(index.read_text("utf-8")), "utf-8")
    manifest = out / MANIFEST
    if manifest.is_file():
        manifest.write_text(_relative_manifest(manifest.read_text("utf-8")), "utf-8")
    shutil.copyfile(README, out / "README.md")
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _is_published(path: Path, folder: Path) -> bool:
    relative = path.relative_to(folder)
    is_hidden = any(part.startswith(".") for part in relative.parts)  # Vite's own files
    is_copy = path.suffix in PACKED and path.with_suffix("").is_file()
    return not is_hidden and not is_copy and f"/{relative.as_posix()}" != REPORT


def site_index(page: str) -> str:
    """The index of the pages for a folder of files: relative addresses, and a policy of its own."""
    assert ROOT in page, "the index does not begin as expected"
    assert CHARSET in page, "the index does not name its encoding"
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    referrer = '<meta name="referrer" content="no-referrer" />'
    page = page.replace(ROOT, MARK, 1).replace(CHARSET, CHARSET + policy + referrer, 1)
    return FROM_ROOT.sub(r'\1="./', page)


def _relative_manifest(text: str) -> str:
    """The manifest of an app that is installed from wherever the folder is."""
    manifest = json.loads(text)
    for name in ("id", "start_url", "scope"):
        manifest[name] = "./"
    manifest["icons"] = [{**icon, "src": f".{icon['src']}"} for icon in manifest["icons"]]
    return json.dumps(manifest, indent=2) + "\n"
