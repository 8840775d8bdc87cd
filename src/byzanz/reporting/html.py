"""HTML elements that are also well-formed XML."""

from collections.abc import Iterable, Sequence
from html import escape


def element(name: str, content: str, **attributes: str) -> str:
    """Return an element with escaped text."""
    return wrapped(name, escape(content, quote=False), **attributes)


def wrapped(name: str, inside: str, **attributes: str) -> str:
    """Return an element with markup, which is not escaped; attribute values are.

    A trailing ``_`` of an attribute name is removed: ``class_`` becomes ``class``.
    """
    pairs = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{pairs}>{inside}</{name}>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """Return a table whose first column names the row, in a div that scrolls sideways."""
    heads = "".join(element("th", cell, scope="col") for cell in head)
    lines = "".join(wrapped("tr", _cells(row)) for row in rows)
    inside = element("caption", caption) + wrapped("thead", wrapped("tr", heads))
    return wrapped("div", wrapped("table", inside + wrapped("tbody", lines)), class_="scroll")


def _cells(row: Sequence[str]) -> str:
    first, *others = row
    return element("th", first, scope="row") + "".join(element("td", cell) for cell in others)


def figure(title: str, remark: str, svg: str, numbers: str) -> str:
    """Return a section with a title, a plot and its numbers as a table that can be opened."""
    details = wrapped("details", element("summary", "The numbers") + numbers)
    inside = element("h2", title) + element("p", remark) + wrapped("figure", svg) + details
    return wrapped("section", inside)
