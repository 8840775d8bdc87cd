"""The analysis of a game as a single HTML file, made from a template that `web/` builds."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from byzanz.pages.location import FOLDER, REPORT

CHARSET = '<meta charset="utf-8" />'
PLACEHOLDER = '<script type="application/json" id="game">null</script>'
SCRIPT = re.compile(r'<script(?: type="module")?>(.*?)</script>', re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class NotBuilt(Exception):
    """The pages have not been built; the message says how to build them."""


def report_page(data: bytes, folder: Path = FOLDER) -> str:
    """Return the report page with a game's JSON in it; raises `NotBuilt`.

    The JSON is an object with `replay`, `findings` and `report`, and optionally `language` and
    `own`, the seat whose moments come first. It is not checked. The page's content security policy
    allows only the script and the styles of the template, and loads nothing.
    """
    try:
        page = (folder / REPORT.lstrip("/")).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotBuilt("the pages are not built: run ./byzanz once, which builds them") from None
    assert CHARSET in page, "the template does not name its encoding"
    page = page.replace(CHARSET, CHARSET + _policy(page), 1)
    before, found, after = page.partition(PLACEHOLDER)
    assert found, "the template has no placeholder"
    return before + found.replace("null", _escaped(data)) + after


def _policy(page: str) -> str:
    """The content security policy of a page as an element of its head."""
    scripts, styles = _hashes(SCRIPT.findall(page)), _hashes(STYLE.findall(page))
    policy = (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}" />'


def _hashes(texts: list[str]) -> str:
    """The sources of a policy that allow exactly these texts."""
    digests = [b64encode(sha256(text.encode()).digest()).decode() for text in texts]
    return " ".join([f"'sha256-{digest}'" for digest in digests]) or "'none'"


def _escaped(data: bytes) -> str:
    """Escape JSON so that it cannot end its script element or begin another one."""
    return data.decode().replace("<", "\\u003c")
