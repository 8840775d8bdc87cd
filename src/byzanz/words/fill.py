"""Fills facts into texts, by the part of ICU's message format that the catalogues use.

`web/src/words/fill.ts` does the same in a browser; `tests/words/test_fill.py` compares the two.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from byzanz.words.formats import number

Fact: TypeAlias = str | int
CHOICE = re.compile(r"(\w+), (plural|select), (.*)", re.DOTALL)


def fill(text: str, facts: Mapping[str, Fact], language: str) -> str:
    """Fill in the facts: `{name}`, or `{n, plural, one {# card} other {# cards}}`.

    A fact is not searched for braces. Raises `KeyError` if a fact is missing.
    """
    filled, position = "", 0
    while (start := text.find("{", position)) >= 0:
        end = _closing(text, start)
        filled += text[position:start] + _value(text[start + 1 : end], facts, language)
        position = end + 1
    return filled + text[position:]


def _value(inside: str, facts: Mapping[str, Fact], language: str) -> str:
    choice = CHOICE.fullmatch(inside)
    if choice is None:
        return _written(facts[inside], language)
    name, kind, cases = choice.groups()
    fact = facts[name]
    category = _plural_category(fact) if kind == "plural" else str(fact)
    options = dict(_options(cases))
    chosen = next(options[case] for case in (f"={fact}", category, "other") if case in options)
    return fill(chosen.replace("#", _written(fact, language)), facts, language)


def _plural_category(fact: Fact) -> str:
    """Return the category of all four languages; Italian's category for millions is not used."""
    return "one" if fact == 1 else "other"


def _written(fact: Fact, language: str) -> str:
    return fact if isinstance(fact, str) else number(fact, language)


def _options(cases: str) -> Iterator[tuple[str, str]]:
    position = 0
    while (start := cases.find("{", position)) >= 0:
        end = _closing(cases, start)
        yield cases[position:start].strip(), cases[start + 1 : end]
        position = end + 1


def _closing(text: str, start: int) -> int:
    """Return the index of the brace that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == "{") - (text[index] == "}")
        if depth == 0:
            return index
    raise AssertionError(f"expected a closing brace: {text}")
