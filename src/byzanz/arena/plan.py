"""The plan of a match: bots, decks and seatings."""

import csv
import hashlib
import shlex
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from byzanz.cards import CARDS, Card
from byzanz.dice import seeded_deck


class BadBotList(ValueError):
    """A list of bots that can't be parsed."""


class GameNumber(NamedTuple):
    """Identifies a game of a match."""

    deck: int
    seating: int


class Plan(msgspec.Struct, frozen=True):
    """The games of a match; the same plan gives the same games.

    The constructor checks nothing: bots may be unknown, and their number may not fit the game.
    """

    bot_ids: tuple[str, ...]  # one for each player
    decks: int
    seed: int
    seconds: float  # time limit of an external program per move

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.bot_ids)

    @property
    def bots(self) -> tuple[str, ...]:
        """The different bot ids, in the order given."""
        return tuple(dict.fromkeys(self.bot_ids))

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """All rotations of the bots around the table, so that each bot plays in every seat.

        Equal rotations are played once.
        """
        rotations = [self.bot_ids[-turn:] + self.bot_ids[:-turn] for turn in range(self.players)]
        return tuple(dict.fromkeys(rotations))

    @property
    def command(self) -> str:
        """The command line that plays this match."""
        arguments = ["byzanz", "arena", "--players", str(self.players)]
        arguments += ["--bots", format_bot_ids(self.bot_ids), "--decks", str(self.decks)]
        arguments += ["--seed", str(self.seed), "--seconds", f"{self.seconds:g}"]
        return shlex.join(arguments)

    def numbers(self) -> Iterator[GameNumber]:
        """Yield the numbers of all games, deck by deck."""
        seatings = range(len(self.seatings))
        for deck in range(self.decks):
            for seating in seatings:
                yield GameNumber(deck, seating)

    def deck(self, number: GameNumber) -> list[Card]:
        """Return the deck of a game; it is the same in every seating."""
        return [CARDS[kind] for kind in seeded_deck(self.seed, number.deck)]

    def bot_seed(self, number: GameNumber, seat: int) -> int:
        """Return the random seed of a bot: 63 bits that depend on match seed, game and seat."""
        text = f"{self.seed} {number.deck} {number.seating} {seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def parse_bot_ids(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of bot ids; an id that contains a comma is quoted.

    Whether the bots exist is not checked. Raises `BadBotList`.
    """
    if not text.isprintable():
        raise BadBotList("a character that can't be printed: expected bots separated by commas")
    try:
        (bot_ids,) = csv.reader([text], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        raise BadBotList("bad quotes: expected bots separated by commas") from None
    bot_ids = [bot_id.strip() for bot_id in bot_ids]
    if not all(bot_ids) or not bot_ids:
        raise BadBotList("an empty entry: expected a bot between the commas")
    return tuple(bot_ids)


def format_bot_ids(bot_ids: tuple[str, ...]) -> str:
    """Format bot ids so that `parse_bot_ids` returns them again."""
    return ",".join(
        '"' + bot_id.replace('"', '""') + '"' if _needs_quotes(bot_id) else bot_id
        for bot_id in bot_ids
    )


def _needs_quotes(bot_id: str) -> bool:
    return "," in bot_id or bot_id.startswith('"')
