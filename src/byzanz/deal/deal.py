"""A deal: a secret that is committed to before the nonces are known, and its result.

The result is the deck and, since version 2, the drawn seats. docs/verified-deal.md defines every
byte.
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
from byzanz.deal.key_stream import uniform_numbers
from byzanz.deal.shuffle import shuffled, uniform_below

FORMATS = {1: b"byzanz-deal-1", 2: b"byzanz-deal-2"}
VERSION = 2  # the version of new deals
ID_SIZE = 16  # bytes, written as 32 hexadecimal digits
SECRET_SIZE = 32  # bytes
COMMITMENT_SIZE = 32  # bytes
NONCE_SIZE = 16  # bytes

CANONICAL_DECK: Cards = tuple(
    [card for card, copies in zip(CARDS, COPIES, strict=True) for _ in range(copies)]
)


class Draw(StrEnum):
    """The method that turns places before the game into seats of the game."""

    SEATS = "seats"  # all seats are drawn: at most one person plays
    OPENER = "opener"  # seat 0 is drawn; the order around the table stays
    NEXT = "next"  # a rematch: seat 0 goes to the next player clockwise, nothing is drawn


class DealResult(NamedTuple):
    """The seats and the deck of a deal."""

    places: tuple[int, ...]  # [seat]: the place of its player before the game
    deck: Cards


class BadDeal(ValueError):
    """Values that are not a deal; the message never shows the values."""


@dataclass(frozen=True)
class Deal:
    """The input of the computation; its secret must stay hidden until the game is over."""

    id: str
    secret: bytes = field(repr=False)
    nonces: tuple[bytes, ...] = ()  # [place]; empty for a bot; () before all are seated
    draw: Draw | None = None  # set once all are seated; None in version 1
    version: int = 1

    def __post_init__(self) -> None:
        if not is_hex(self.id, ID_SIZE):
            raise BadDeal(f"the id of a deal: expected {hex_description(ID_SIZE)}")
        if len(self.secret) != SECRET_SIZE:
            raise BadDeal(f"a secret of {len(self.secret)} bytes: expected {SECRET_SIZE}")
        for nonce in self.nonces:
            if len(nonce) not in (0, NONCE_SIZE):
                raise BadDeal(f"a nonce of {len(nonce)} bytes: expected {NONCE_SIZE} or none")

    @cached_property
    def commitment(self) -> str:
        """The hash of id and secret, published before the nonces are known."""
        parts = [FORMATS[self.version], self.id.encode(), self.secret]
        return hashlib.sha256(length_prefixed(parts)).hexdigest()

    def seated(self, nonces: Iterable[bytes], draw: Draw | None = None) -> "Deal":
        """Return the deal with the nonce of each place and a draw; raises `BadDeal`."""
        return replace(self, nonces=tuple(nonces), draw=draw)

    def result(self, rules_version: str) -> DealResult:
        """Compute the seats and the deck; all players must be seated."""
        assert self.nonces, "the nonces of all places must be known"
        stream = uniform_numbers(self.key(rules_version))
        places = _draw_places(self.draw, len(self.nonces), stream)
        return DealResult(places, shuffled(CANONICAL_DECK, stream))

    def deck(self, rules_version: str) -> Cards:
        """Compute the deck; all players must be seated."""
        return self.result(rules_version).deck

    def key(self, rules_version: str) -> bytes:
        """Return the key of the stream for draw and shuffle; it is as secret as the deck."""
        assert (self.draw is None) == (self.version == 1), "version 2 draws, version 1 does not"
        draw = [] if self.draw is None else [self.draw.encode()]
        parts = [self.id.encode(), rules_version.encode(), *draw, *self.nonces]
        return hmac.digest(self.secret, length_prefixed(parts), hashlib.sha512)


def new_deal(source: Callable[[int], bytes] = secrets.token_bytes) -> Deal:
    """Return a deal with a new id and secret; `source(n)` returns n random bytes."""
    return Deal(source(ID_SIZE).hex(), source(SECRET_SIZE), version=VERSION)


def required_draw(nonces: Iterable[bytes], *, is_rematch: bool) -> Draw:
    """Return the only draw that is allowed for these players, by their nonces."""
    if is_rematch:
        return Draw.NEXT
    return Draw.SEATS if sum(map(bool, nonces)) <= 1 else Draw.OPENER


def _draw_places(draw: Draw | None, count: int, stream: Iterator[int]) -> tuple[int, ...]:
    if draw is Draw.SEATS:
        return shuffled(range(count), stream)
    first = 0
    if draw is Draw.OPENER:
        first = uniform_below(count, stream)
    elif draw is Draw.NEXT:
        first = 1
    return tuple([(first + step) % count for step in range(count)])


def parse_nonce(text: str) -> bytes:
    """Read the hexadecimal digits of a nonce; raises `BadDeal`."""
    if not is_hex(text, NONCE_SIZE):
        raise BadDeal(f"a nonce: expected {hex_description(NONCE_SIZE)}")
    return bytes.fromhex(text)


def length_prefixed(parts: Iterable[bytes]) -> bytes:
    """Concatenate the parts, each after its length in four bytes, big-endian.

    The lengths make the encoding unambiguous: other parts never give the same bytes.
    """
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def is_hex(text: str, size: int) -> bool:
    """Return whether a text is `size` bytes in lower-case hexadecimal digits."""
    return len(text) == 2 * size and re.fullmatch(r"[0-9a-f]*", text) is not None


def hex_description(size: int) -> str:
    """Describe what `is_hex` expects, for error messages."""
    return f"{2 * size} hexadecimal digits (0-9, a-f)"
