"""Numbers and lists as each language writes them."""

from collections.abc import Sequence
from typing import NamedTuple


class Format(NamedTuple):
    """The marks of a language in numbers and lists."""

    decimal: str
    group: str
    least_grouped: int  # smaller numbers are written without group marks
    percent: str
    pair: str  # the text between two items
    last: str  # the text before the last of three or more items


FORMATS = {
    "de": Format(",", ".", 1_000, "\N{NO-BREAK SPACE}%", " und ", " und "),
    "en": Format(".", ",", 1_000, "%", " and ", ", and "),
    "it": Format(",", ".", 10_000, "%", " e ", " e "),
    "nl": Format(",", ".", 1_000, "%", " en ", " en "),
}


def number(value: int, language: str) -> str:
    """Write a whole number: "12,345"."""
    marks = FORMATS[language]
    is_grouped = abs(value) >= marks.least_grouped
    return f"{value:,}".replace(",", marks.group) if is_grouped else str(value)


def tenths(value: int, language: str) -> str:
    """Write a number of tenths with one decimal: 45 as "4.5"."""
    whole, rest = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return f"{sign}{number(whole, language)}{FORMATS[language].decimal}{rest}"


def percent(value: int, language: str) -> str:
    """Write a whole number of percent: "43%"."""
    return number(value, language) + FORMATS[language].percent


def join(items: Sequence[str], language: str) -> str:
    """Join items into a list: "Ada, Bo, and Cem"."""
    marks = FORMATS[language]
    if len(items) < 3:
        return marks.pair.join(items)
    return f"{', '.join(items[:-1])}{marks.last}{items[-1]}"
