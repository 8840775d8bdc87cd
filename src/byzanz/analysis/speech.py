"""Sentences in the four languages of the game; the files in `words` hold them."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from byzanz.analysis.report import PARTS
from byzanz.cards import Card, Stall

MINUS = "\N{MINUS SIGN}"


class Speech:
    """How one language says it."""

    def __init__(self, words: dict[str, Any]) -> None:
        self._words = words

    def say(self, key: str, **facts: object) -> str:
        """The sentence of a key, such as `deed.pass`, with its facts."""
        group, _, name = key.partition(".")
        sentence: str = self._words[group][name]
        return sentence.format(**facts)

    def good(self, stall: Stall) -> str:
        """The name of a good."""
        name: str = self._words["goods"][stall]
        return name

    def card(self, card: Card) -> str:
        """The name of a card."""
        if card is Card.M:
            return str(self._words["merchant"])
        return str(self._words["card"]).format(good=self.good(card.stall), value=card.face_value)

    def cards(self, cards: Sequence[Card]) -> str:
        """Several cards, those of one good together: "wood 1-2-2 and merchant"."""
        groups: dict[Stall, list[int]] = {}
        for card in cards:
            groups.setdefault(card.stall, []).append(card.face_value)
        names = [self._group(stall, values) for stall, values in groups.items()]
        return names[0] if len(names) == 1 else self.enumerate(names)

    def _group(self, stall: Stall, values: Sequence[int]) -> str:
        if stall is not Stall.M:
            value = "-".join(map(str, values))
            return str(self._words["card"]).format(good=self.good(stall), value=value)
        if len(values) == 1:
            return str(self._words["merchant_card"])
        return f"{len(values)} {self.good(stall)}"

    def percent(self, share: int) -> str:
        """A share of the victory, as a whole number of hundredths."""
        return str(self._words["percent"]).format(hundredths(share))

    def percent_change(self, change: int) -> str:
        """A change of a share in whole hundredths, with its sign."""
        return str(self._words["percent"]).format(self.signed(hundredths(change)))

    def signed_points(self, change: int) -> str:
        """A change of a share in percentage points, to a tenth, with its sign."""
        points = self.points(abs(change))
        return f"{MINUS}{points}" if change < 0 else f"+{points}"

    def points(self, share: int) -> str:
        """A share in percentage points, to a tenth."""
        return self.decimal(100 * share)

    def decimal(self, millionths: int) -> str:
        """A number to a tenth."""
        return f"{millionths / PARTS:.1f}".replace(".", self._words["decimal"])

    def signed(self, change: int) -> str:
        """A change in whole percentage points, with its sign unless it is 0."""
        return f"{MINUS}{-change}" if change < 0 else f"+{change}" if change else "0"

    def times(self, count: int) -> str:
        """How often, at the beginning of a sentence."""
        return str(self._words["once"] if count == 1 else self._words["times"].format(count))

    def enumerate(self, names: Sequence[str]) -> str:
        """Several names as one part of a sentence."""
        return f"{', '.join(names[:-1])} {self._words['and']} {names[-1]}"


def hundredths(share: int) -> int:
    """A share of the victory in whole hundredths."""
    return round(100 * share / PARTS)


def _speech(language: str) -> Speech:
    text = (files("byzanz.analysis") / "words" / f"{language}.toml").read_text("utf-8")
    return Speech(tomllib.loads(text))


LANGUAGES = {language: _speech(language) for language in ("de", "en", "it", "nl")}
