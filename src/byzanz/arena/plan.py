"""The plan of a match: who plays, on which decks, in which seats."""

import csv
import hashlib
import shlex
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from byzanz.cards import CARDS, Card
from byzanz.dice import seeded_deck


class BadWords(ValueError):
    """A list of bots that cannot be read."""


class GameNumber(NamedTuple):
    """Which game of a match."""

    deck: int
    seating: int


class Plan(msgspec.Struct, frozen=True):
    """What is to be played; the same plan gives the same games."""

    words: tuple[str, ...]  # one for each player
    decks: int
    seed: int
    seconds: float  # that a program may think about one move

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.words)

    @property
    def bots(self) -> tuple[str, ...]:
        """The words without repetition, in the order given."""
        return tuple(dict.fromkeys(self.words))

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The words turned around the table, seat by seat, so that each sits in every seat.

        Turns that look the same are played once: one against many gives every arrangement.
        """
        turns = [self.words[-turn:] + self.words[:-turn] for turn in range(self.players)]
        return tuple(dict.fromkeys(turns))

    @property
    def command(self) -> str:
        """The command line that plays this match."""
        words = ["byzanz", "arena", "--players", str(self.players)]
        words += ["--bots", written_words(self.words), "--decks", str(self.decks)]
        words += ["--seed", str(self.seed), "--seconds", f"{self.seconds:g}"]
        return shlex.join(words)

    def numbers(self) -> Iterator[GameNumber]:
        """All games, deck by deck."""
        seatings = range(len(self.seatings))
        for deck in range(self.decks):
            for seating in seatings:
                yield GameNumber(deck, seating)

    def deck(self, number: GameNumber) -> list[Card]:
        """The cards of a game; every seating of a deck has the same ones."""
        return [CARDS[kind] for kind in seeded_deck(self.seed, number.deck)]

    def bot_seed(self, number: GameNumber, seat: int) -> int:
        """Where the chance of a bot starts: 63 bits that differ by match, game and seat."""
        text = f"{self.seed} {number.deck} {number.seating} {seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def parse_words(text: str) -> tuple[str, ...]:
    """The bots of a list with commas; a word with a comma in it stands in quotes.

    Raises `BadWords`.
    """
    if not text.isprintable():
        raise BadWords("expected printable characters")
    try:
        (words,) = csv.reader([text], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        raise BadWords("expected words with commas between them, in quotes or not") from None
    words = [word.strip() for word in words]
    if not all(words) or not words:
        raise BadWords("an empty word: expected a bot between the commas")
    return tuple(words)


def written_words(words: tuple[str, ...]) -> str:
    """The list that `parse_words` reads as these words."""
    return ",".join(
        '"' + word.replace('"', '""') + '"' if _is_split(word) else word for word in words
    )


def _is_split(word: str) -> bool:
    return "," in word or word.startswith('"')
