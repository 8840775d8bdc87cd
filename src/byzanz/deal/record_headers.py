"""The header lines of a record that describe its deal."""

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
    hex_description,
    is_hex,
    parse_nonce,
)

Header: TypeAlias = tuple[str, str]  # keyword and text

SIZES = {"deal": ID_SIZE, "commitment": COMMITMENT_SIZE, "secret": SECRET_SIZE}
"""The headers that occur exactly once, with their sizes in bytes."""

NONCE = "nonce"
DRAW = "draw"


class Claim(NamedTuple):
    """The claim of a record about its deal; not verified yet."""

    deal: Deal
    commitment: str
    places: tuple[int, ...]  # [seat]: the place of its player before the game


class BadHeader(ValueError):
    """A header that is not valid for a deal; `index` says which."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(index, reason)
        self.index = index
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


def write_headers(deal: Deal, rules_version: str) -> tuple[Header, ...]:
    """Return the headers of a deal, with its secret: the game must be over."""
    places = deal.result(rules_version).places
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
    """Read the deal from a record's headers; None if they have none. Raises `BadHeader`.

    Neither the commitment nor the places are verified.
    """
    texts: dict[str, str] = {}
    nonces: dict[int, bytes] = {}
    draws: dict[Draw, tuple[int, ...]] = {}
    first = None
    for index, (keyword, text) in enumerate(headers):
        if keyword not in SIZES and keyword not in (NONCE, DRAW):
            continue
        first = index if first is None else first
        try:
            if keyword == NONCE:
                _read_nonce(nonces, text, seat_count)
            elif keyword == DRAW:
                _read_draw(draws, text, seat_count)
            else:
                _read_hex(texts, keyword, text)
        except BadDeal as error:
            raise BadHeader(index, str(error)) from None
    if first is None:
        return None
    for keyword in SIZES:
        if keyword not in texts:
            raise BadHeader(first, f"a deal without a '{keyword}' line: expected one")
    draw, places = next(iter(draws.items()), (None, tuple(range(seat_count))))
    version = 1 if draw is None else VERSION
    deal = Deal(texts["deal"], bytes.fromhex(texts["secret"]), version=version)
    by_place = [nonces.get(places.index(place), b"") for place in range(seat_count)]
    return Claim(deal.seated(by_place, draw), texts["commitment"], places)


def _read_hex(texts: dict[str, str], keyword: str, text: str) -> None:
    if keyword in texts:
        raise BadDeal(f"a second {keyword}: expected one")
    if not is_hex(text, SIZES[keyword]):
        raise BadDeal(f"{keyword}: expected {hex_description(SIZES[keyword])}")
    texts[keyword] = text


def _read_draw(draws: dict[Draw, tuple[int, ...]], text: str, seat_count: int) -> None:
    draw, *places = words_of(text) or [""]
    if draws:
        raise BadDeal("a second draw: expected one")
    if draw not in list(Draw):
        raise BadDeal(f"draw {draw[:20]!r}: expected one of {', '.join(Draw)}, then the places")
    if sorted(places) != [str(place) for place in range(seat_count)]:
        raise BadDeal(f"the places of a draw: expected 0 to {seat_count - 1}, each once")
    draws[Draw(draw)] = tuple([int(place) for place in places])


def _read_nonce(nonces: dict[int, bytes], text: str, seat_count: int) -> None:
    number, *rest = words_of(text) or [""]
    if number not in map(str, range(seat_count)):
        raise BadDeal(f"seat {number[:20]!r}: expected 0 to {seat_count - 1}, then a nonce")
    seat = int(number)
    if seat in nonces:
        raise BadDeal(f"a second nonce of seat {seat}: expected one")
    nonces[seat] = parse_nonce(" ".join(rest))
