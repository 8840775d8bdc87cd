"""The header lines of a record that tell its deal."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from byzanz.cards import words_of
from byzanz.deal.deal import (
    COMMITMENT_SIZE,
    ID_SIZE,
    SECRET_SIZE,
    BadDeal,
    Deal,
    digits,
    is_hex,
    parse_nonce,
)

Header: TypeAlias = tuple[str, str]  # a word and its text

SIZES = {"deal": ID_SIZE, "commitment": COMMITMENT_SIZE, "secret": SECRET_SIZE}  # each stands once
NONCE = "nonce"


class Claim(NamedTuple):
    """What a record says of its deal, not yet verified."""

    deal: Deal
    commitment: str


class BadHeader(ValueError):
    """Headers that tell no deal: which of them, counted from 0, and what was expected."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(index, reason)
        self.index = index
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


def write_headers(deal: Deal) -> tuple[Header, ...]:
    """The headers of a deal whose secret may be told."""
    return (
        ("deal", deal.id),
        ("commitment", deal.commitment),
        ("secret", deal.secret.hex()),
        *[(NONCE, f"{seat} {nonce.hex()}") for seat, nonce in enumerate(deal.nonces) if nonce],
    )


def read_headers(headers: Sequence[Header], seat_count: int) -> Claim | None:
    """The deal among the headers of a record, if they tell one; raises `BadHeader`."""
    texts: dict[str, str] = {}
    nonces: dict[int, bytes] = {}
    first = None
    for index, (word, text) in enumerate(headers):
        if word not in SIZES and word != NONCE:
            continue
        first = index if first is None else first
        try:
            if word == NONCE:
                _read_nonce(nonces, text, seat_count)
            else:
                _read_digits(texts, word, text)
        except BadDeal as error:
            raise BadHeader(index, str(error)) from None
    if first is None:
        return None
    for word in SIZES:
        if word not in texts:
            raise BadHeader(first, f"a deal without a '{word}' line: expected one")
    deal = Deal(texts["deal"], bytes.fromhex(texts["secret"]))
    return Claim(
        deal.seated([nonces.get(seat, b"") for seat in range(seat_count)]), texts["commitment"]
    )


def _read_digits(texts: dict[str, str], word: str, text: str) -> None:
    if word in texts:
        raise BadDeal(f"a second {word}: expected one")
    if not is_hex(text, SIZES[word]):
        raise BadDeal(f"{word}: expected {digits(SIZES[word])}")
    texts[word] = text


def _read_nonce(nonces: dict[int, bytes], text: str, seat_count: int) -> None:
    word, *rest = words_of(text) or [""]
    if word not in map(str, range(seat_count)):
        raise BadDeal(f"seat {word[:20]!r}: expected 0 to {seat_count - 1}, then a nonce")
    seat = int(word)
    if seat in nonces:
        raise BadDeal(f"a second nonce of seat {seat}: expected one")
    nonces[seat] = parse_nonce(" ".join(rest))
