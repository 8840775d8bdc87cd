"""Catalogues: the texts of a language, read from the files beside this module."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from byzanz.words.fill import Fact, fill
from byzanz.words.formats import FORMATS, join

LANGUAGES = tuple(FORMATS)


@cache
def load(language: str, area: str) -> Mapping[str, str]:
    """Return the texts of an area in a language, by key."""
    data = (files("byzanz.words") / language / f"{area}.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, str])


class Catalogue:
    """The texts of several areas in one language."""

    def __init__(self, language: str, areas: Sequence[str]) -> None:
        self.language = language
        self._texts = {key: text for area in areas for key, text in load(language, area).items()}

    def say(self, key: str, **facts: Fact) -> str:
        """Return the text of a key with its facts; raises `KeyError` if either is missing."""
        return fill(self._texts[key], facts, self.language)

    def join(self, items: Sequence[str]) -> str:
        """Join items to a list: "Ada, Bo, and Cem"."""
        return join(items, self.language)
