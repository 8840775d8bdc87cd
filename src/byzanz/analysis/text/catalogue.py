"""Catalogues of sentences in the game's four languages, read from the files in `words`."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from byzanz.analysis.findings import MILLIONTHS
from byzanz.cards import Card, Stall

MINUS = "\N{MINUS SIGN}"


class Catalogue:
    """The sentences, names and number formats of one language."""

    def __init__(self, entries: dict[str, Any]) -> None:
        self._entries = entries

    def say(self, key: str, **facts: object) -> str:
        """Return the sentence of a key such as `deed.pass`, with the facts filled in."""
        group, _, name = key.partition(".")
        sentence: str = self._entries[group][name]
        return sentence.format(**facts)

    def good(self, stall: Stall) -> str:
        """Return the name of a stall's good."""
        name: str = self._entries["goods"][stall]
        return name

    def card(self, card: Card) -> str:
        """Return the name of a card."""
        if card is Card.M:
            return str(self._entries["merchant"])
        return str(self._entries["card"]).format(good=self.good(card.stall), value=card.face_value)

    def cards(self, cards: Sequence[Card]) -> str:
        """Return the names of several cards, grouped by good: "wood 1-2-2 and merchant"."""
        groups: dict[Stall, list[int]] = {}
        for card in cards:
            groups.setdefault(card.stall, []).append(card.face_value)
        names = [self._group(stall, values) for stall, values in groups.items()]
        return names[0] if len(names) == 1 else self.enumerate(names)

    def _group(self, stall: Stall, values: Sequence[int]) -> str:
        if stall is not Stall.M:
            value = "-".join(map(str, values))
            return str(self._entries["card"]).format(good=self.good(stall), value=value)
        if len(values) == 1:
            return str(self._entries["merchant_card"])
        return f"{len(values)} {self.good(stall)}"

    def percent(self, share: int) -> str:
        """Format a share of the victory as whole percent."""
        return str(self._entries["percent"]).format(hundredths(share))

    def percent_change(self, change: int) -> str:
        """Format a change of a share as whole percent with a sign."""
        return str(self._entries["percent"]).format(self.signed(hundredths(change)))

    def signed_points(self, change: int) -> str:
        """Format a change of a share as percentage points with one decimal and a sign."""
        points = self.points(abs(change))
        return f"{MINUS}{points}" if change < 0 else f"+{points}"

    def points(self, share: int) -> str:
        """Format a share as percentage points with one decimal."""
        return self.decimal(100 * share)

    def decimal(self, millionths: int) -> str:
        """Format a number of millionths with one decimal."""
        return f"{millionths / MILLIONTHS:.1f}".replace(".", self._entries["decimal"])

    def signed(self, change: int) -> str:
        """Format a whole number with a sign, except 0."""
        return f"{MINUS}{-change}" if change < 0 else f"+{change}" if change else "0"

    def times(self, count: int) -> str:
        """Return "once" or "3 times", as a sentence begins with it."""
        return str(self._entries["once"] if count == 1 else self._entries["times"].format(count))

    def enumerate(self, names: Sequence[str]) -> str:
        """Join two or more names: "Ada, Bo and Cem"."""
        return f"{', '.join(names[:-1])} {self._entries['and']} {names[-1]}"


def hundredths(share: int) -> int:
    """Round a share of the victory to whole percent."""
    return round(100 * share / MILLIONTHS)


def _load(language: str) -> Catalogue:
    text = (files("byzanz.analysis.text") / "words" / f"{language}.toml").read_text("utf-8")
    return Catalogue(tomllib.loads(text))


CATALOGUES = {language: _load(language) for language in ("de", "en", "it", "nl")}
