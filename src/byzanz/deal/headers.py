"""The header lines of a record that tell its deal."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from byzanz.cards import words_of
from byzanz.deal.deal import (
    COMMITMENT_SIZE,
    ID_SIZE,
    SECRET_SIZE,
    VERSION,
    BadDeal,
    Deal,
    Draw,
    digits,
    is_hex,
    parse_nonce,
)

Header: TypeAlias = tuple[str, str]  # a word and its text

SIZES = {"deal": ID_SIZE, "commitment": COMMITMENT_SIZE, "secret": SECRET_SIZE}  # each stands once
NONCE = "nonce"
DRAW = "draw"


class Claim(NamedTuple):
    """What a record says of its deal, not yet verified."""

    deal: Deal
    commitment: str
    places: tuple[int, ...]  # by seat: where its player sat before


class BadHeader(ValueError):
    """Headers that tell no deal: which of them, counted from 0, and what was expected."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(index, reason)
        self.index = index
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


def write_headers(deal: Deal, rules_version: str) -> tuple[Header, ...]:
    """The headers of a deal whose secret may be told."""
    places = deal.dealt(rules_version).places
    draws = [] if deal.draw is None else [(DRAW, " ".join((deal.draw, *map(str, places))))]
    nonces = [deal.nonces[place] for place in places]
    return (
        ("deal", deal.id),
        ("commitment", deal.commitment),
        ("secret", deal.secret.hex()),
        *draws,
        *[(NONCE, f"{seat} {nonce.hex()}") for seat, nonce in enumerate(nonces) if nonce],
    )


def read_headers(headers: Sequence[Header], seat_count: int) -> Claim | None:
    """The deal among the headers of a record, if they tell one; raises `BadHeader`."""
    texts: dict[str, str] = {}
    nonces: dict[int, bytes] = {}
    draws: dict[Draw, tuple[int, ...]] = {}
    first = None
    for index, (word, text) in enumerate(headers):
        if word not in SIZES and word not in (NONCE, DRAW):
            continue
        first = index if first is None else first
        try:
            if word == NONCE:
                _read_nonce(nonces, text, seat_count)
            elif word == DRAW:
                _read_draw(draws, text, seat_count)
            else:
                _read_digits(texts, word, text)
        except BadDeal as error:
            raise BadHeader(index, str(error)) from None
    if first is None:
        return None
    for word in SIZES:
        if word not in texts:
            raise BadHeader(first, f"a deal without a '{word}' line: expected one")
    draw, places = next(iter(draws.items()), (None, tuple(range(seat_count))))
    version = 1 if draw is None else VERSION
    deal = Deal(texts["deal"], bytes.fromhex(texts["secret"]), version=version)
    by_place = [nonces.get(places.index(place), b"") for place in range(seat_count)]
    return Claim(deal.seated(by_place, draw), texts["commitment"], places)


def _read_digits(texts: dict[str, str], word: str, text: str) -> None:
    if word in texts:
        raise BadDeal(f"a second {word}: expected one")
    if not is_hex(text, SIZES[word]):
        raise BadDeal(f"{word}: expected {digits(SIZES[word])}")
    texts[word] = text


def _read_draw(draws: dict[Draw, tuple[int, ...]], text: str, seat_count: int) -> None:
    word, *rest = words_of(text) or [""]
    if draws:
        raise BadDeal("a second draw: expected one")
    if word not in list(Draw):
        raise BadDeal(f"draw {word[:20]!r}: expected {', '.join(Draw)}, then places")
    if sorted(rest) != [str(place) for place in range(seat_count)]:
        raise BadDeal(f"the places of a draw: expected 0 to {seat_count - 1}, each once")
    draws[Draw(word)] = tuple([int(place) for place in rest])


def _read_nonce(nonces: dict[int, bytes], text: str, seat_count: int) -> None:
    word, *rest = words_of(text) or [""]
    if word not in map(str, range(seat_count)):
        raise BadDeal(f"seat {word[:20]!r}: expected 0 to {seat_count - 1}, then a nonce")
    seat = int(word)
    if seat in nonces:
        raise BadDeal(f"a second nonce of seat {seat}: expected one")
    nonces[seat] = parse_nonce(" ".join(rest))
