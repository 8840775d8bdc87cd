"""Parts of a page of HTML, written so that it is well-formed XML too."""

from collections.abc import Iterable, Sequence
from html import escape


def element(name: str, words: str, **attributes: str) -> str:
    """Words in an element; they are escaped."""
    return wrapped(name, escape(words, quote=False), **attributes)


def wrapped(name: str, inside: str, **attributes: str) -> str:
    """Markup in an element; an attribute whose name is a word of Python ends with ``_``."""
    pairs = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{pairs}>{inside}</{name}>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table whose first column names the row; it scrolls by itself where it is too wide."""
    heads = "".join(element("th", cell, scope="col") for cell in head)
    lines = "".join(wrapped("tr", _cells(row)) for row in rows)
    inside = element("caption", caption) + wrapped("thead", wrapped("tr", heads))
    return wrapped("div", wrapped("table", inside + wrapped("tbody", lines)), class_="scroll")


def _cells(row: Sequence[str]) -> str:
    first, *others = row
    return element("th", first, scope="row") + "".join(element("td", cell) for cell in others)


def figure(title: str, remark: str, svg: str, numbers: str) -> str:
    """A plot under its title, and its numbers as a table that can be opened."""
    details = wrapped("details", element("summary", "The numbers") + numbers)
    inside = element("h2", title) + element("p", remark) + wrapped("figure", svg) + details
    return wrapped("section", inside)
