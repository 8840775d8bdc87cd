"""A deal: the secret, committed to before the nonces come, and the deck that follows from both.

Every byte is defined in docs/verified-deal.md.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from byzanz.cards import CARDS, COPIES, Cards
from byzanz.deal.shuffle import shuffled
from byzanz.deal.stream import numbers

FORMAT = b"byzanz-deal-1"
ID_SIZE = 16  # bytes, as are the other sizes; an id is their hexadecimal digits
SECRET_SIZE = 32
COMMITMENT_SIZE = 32
NONCE_SIZE = 16

CANONICAL_DECK: Cards = tuple(
    [card for card, copies in zip(CARDS, COPIES, strict=True) for _ in range(copies)]
)


class BadDeal(ValueError):
    """Values that make no deal; the message never shows them."""


@dataclass(frozen=True)
class Deal:
    """What a deck follows from; its secret is told to nobody before the game is over."""

    id: str
    secret: bytes = field(repr=False)
    nonces: tuple[bytes, ...] = ()  # by seat, empty for a bot; none before all are seated

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
        return hashlib.sha256(prefixed([FORMAT, self.id.encode(), self.secret])).hexdigest()

    def seated(self, nonces: Iterable[bytes]) -> "Deal":
        """The same deal with a nonce for each seat; raises `BadDeal`."""
        return replace(self, nonces=tuple(nonces))

    def deck(self, rules_version: str) -> Cards:
        """The deck of this deal, once all are seated."""
        assert self.nonces, "a deck follows from the nonces of all seats"
        return shuffled(CANONICAL_DECK, numbers(self.key(rules_version)))

    def key(self, rules_version: str) -> bytes:
        """The key of the stream that shuffles; as secret as the deck."""
        parts = [self.id.encode(), rules_version.encode(), *self.nonces]
        return hmac.digest(self.secret, prefixed(parts), hashlib.sha512)


def new_deal(source: Callable[[int], bytes] = secrets.token_bytes) -> Deal:
    """A deal that nobody can foretell; `source` gives so many random bytes."""
    return Deal(source(ID_SIZE).hex(), source(SECRET_SIZE))


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
