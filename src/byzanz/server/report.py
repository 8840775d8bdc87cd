"""An analysis as one file for a browser: the page that `web/` builds for it, with a game in it."""

from pathlib import Path

from byzanz.server.bundle import FOLDER, REPORT

PLACE = '<script type="application/json" id="game">null</script>'


class NotBuilt(Exception):
    """The pages have not been built; what to do about it, in a sentence."""


def report_page(data: bytes, folder: Path = FOLDER) -> str:
    """The page with this JSON in it: an object of `replay`, `findings`, `report` and, if wanted,
    `language` and `own`, the seat whose moments are told first. Raises `NotBuilt`.
    """
    try:
        page = (folder / REPORT.lstrip("/")).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotBuilt("the pages are not built: run ./byzanz once, which builds them") from None
    before, found, after = page.partition(PLACE)
    assert found, "the page has no place for a game"
    return before + found.replace("null", _within_script(data)) + after


def _within_script(data: bytes) -> str:
    """JSON that cannot end the element it stands in, nor begin another one."""
    return data.decode().replace("<", "\\u003c")
