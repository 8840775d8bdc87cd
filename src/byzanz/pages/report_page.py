"""The analysis of a game as a single HTML file, made from a template that `web/` builds."""

from pathlib import Path

from byzanz.pages.location import FOLDER, REPORT

PLACEHOLDER = '<script type="application/json" id="game">null</script>'


class NotBuilt(Exception):
    """The pages have not been built; the message says how to build them."""


def report_page(data: bytes, folder: Path = FOLDER) -> str:
    """Return the report page with a game's JSON in it; raises `NotBuilt`.

    The JSON is an object with `replay`, `findings` and `report`, and optionally `language` and
    `own`, the seat whose moments come first. It is not checked.
    """
    try:
        page = (folder / REPORT.lstrip("/")).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotBuilt("the pages are not built: run ./byzanz once, which builds them") from None
    before, found, after = page.partition(PLACEHOLDER)
    assert found, "the template has no placeholder"
    return before + found.replace("null", _escaped(data)) + after


def _escaped(data: bytes) -> str:
    """Escape JSON so that it cannot end its script element or begin another one."""
    return data.decode().replace("<", "\\u003c")
