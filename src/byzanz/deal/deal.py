"""A deal: the secret, committed to before the nonces come, and what follows from both.

That is the deck and, since version 2, who sits where or who opens.

Every byte is defined in docs/verified-deal.md.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from byzanz.cards import CARDS, COPIES, Cards
from byzanz.deal.shuffle import below, shuffled
from byzanz.deal.stream import numbers

FORMATS = {1: b"byzanz-deal-1", 2: b"byzanz-deal-2"}
VERSION = 2  # of new deals
ID_SIZE = 16  # bytes, as are the other sizes; an id is their hexadecimal digits
SECRET_SIZE = 32
COMMITMENT_SIZE = 32
NONCE_SIZE = 16

CANONICAL_DECK: Cards = tuple(
    [card for card, copies in zip(CARDS, COPIES, strict=True) for _ in range(copies)]
)


class Draw(StrEnum):
    """How the seats of the game follow from the places where people sat down before."""

    SEATS = "seats"  # all are drawn: at most one person plays
    OPENER = "opener"  # who has seat 0 is drawn; the order around the table stays
    NEXT = "next"  # a rematch: clockwise after whoever opened the game before comes seat 0


class Dealt(NamedTuple):
    """What follows from a deal."""

    places: tuple[int, ...]  # by seat: where its player sat before
    deck: Cards


class BadDeal(ValueError):
    """Values that make no deal; the message never shows them."""


@dataclass(frozen=True)
class Deal:
    """What a deck follows from; its secret is told to nobody before the game is over."""

    id: str
    secret: bytes = field(repr=False)
    nonces: tuple[bytes, ...] = ()  # by place, empty for a bot; none before all are seated
    draw: Draw | None = None  # of version 2, once all are seated
    version: int = 1

    def __post_init__(self) -> None:
        if not is_hex(self.id, ID_SIZE):
            raise BadDeal(f"the id of a deal: expected {digits(ID_SIZE)}")
        if len(self.secret) != SECRET_SIZE:
            raise BadDeal(f"a secret of {len(self.secret)} bytes: expected {SECRET_SIZE}")
        for nonce in self.nonces:
            if len(nonce) not in (0, NONCE_SIZE):
                raise BadDeal(f"a nonce of {len(nonce)} bytes: expected {NONCE_SIZE} or none")

    @cached_property
    def commitment(self) -> str:
        """What is shown before the nonces come: it fixes the secret and doesn't tell it."""
        parts = [FORMATS[self.version], self.id.encode(), self.secret]
        return hashlib.sha256(prefixed(parts)).hexdigest()

    def seated(self, nonces: Iterable[bytes], draw: Draw | None = None) -> "Deal":
        """The same deal with a nonce for each place, and what is to be drawn; raises `BadDeal`."""
        return replace(self, nonces=tuple(nonces), draw=draw)

    def dealt(self, rules_version: str) -> Dealt:
        """What follows from this deal, once all are seated."""
        assert self.nonces, "a deck follows from the nonces of all places"
        stream = numbers(self.key(rules_version))
        places = _drawn(self.draw, len(self.nonces), stream)
        return Dealt(places, shuffled(CANONICAL_DECK, stream))

    def deck(self, rules_version: str) -> Cards:
        """The deck of this deal, once all are seated."""
        return self.dealt(rules_version).deck

    def key(self, rules_version: str) -> bytes:
        """The key of the stream that draws and shuffles; as secret as the deck."""
        assert (self.draw is None) == (self.version == 1), "version 2 draws, version 1 does not"
        words = [] if self.draw is None else [self.draw.encode()]
        parts = [self.id.encode(), rules_version.encode(), *words, *self.nonces]
        return hmac.digest(self.secret, prefixed(parts), hashlib.sha512)


def new_deal(source: Callable[[int], bytes] = secrets.token_bytes) -> Deal:
    """A deal that nobody can foretell; `source` gives so many random bytes."""
    return Deal(source(ID_SIZE).hex(), source(SECRET_SIZE), version=VERSION)


def fitting_draw(nonces: Iterable[bytes], *, follows: bool) -> Draw:
    """What is drawn for these players; `follows`: they have played a game before."""
    if follows:
        return Draw.NEXT
    return Draw.SEATS if sum(map(bool, nonces)) <= 1 else Draw.OPENER


def _drawn(draw: Draw | None, count: int, stream: Iterator[int]) -> tuple[int, ...]:
    """By seat, the place where its player sat before."""
    if draw is Draw.SEATS:
        return shuffled(range(count), stream)
    first = 0
    if draw is Draw.OPENER:
        first = below(count, stream)
    elif draw is Draw.NEXT:
        first = 1
    return tuple([(first + step) % count for step in range(count)])


def parse_nonce(text: str) -> bytes:
    """A nonce from its hexadecimal digits; raises `BadDeal`."""
    if not is_hex(text, NONCE_SIZE):
        raise BadDeal(f"a nonce: expected {digits(NONCE_SIZE)}")
    return bytes.fromhex(text)


def prefixed(parts: Iterable[bytes]) -> bytes:
    """The parts in a row, each behind its length in four bytes."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def is_hex(text: str, size: int) -> bool:
    """Whether a text is so many bytes in small hexadecimal digits."""
    return len(text) == 2 * size and re.fullmatch(r"[0-9a-f]*", text) is not None


def digits(size: int) -> str:
    """What `is_hex` expects, in words."""
    return f"{2 * size} digits of 0 to 9 and a to f"
