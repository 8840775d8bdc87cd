"""Verify the deal of a record: python examples/verify_deal.py game.byz [COMMITMENT]

It needs only Python and uses none of the game's own code. docs/verified-deal.md explains the
computation and what it proves. COMMITMENT is the commitment that you noted before the game.
"""

import hashlib
import hmac
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COPIES = {"1": 6, "2": 5, "3": 3, "4": 2}
DECK = [good + value for good in "CGOSVW" for value in COPIES for _ in range(COPIES[value])]
DIGITS = {"deal": 32, "commitment": 64, "secret": 64}  # number of hexadecimal digits


class VerificationFailed(Exception):
    """The deck of a record can't be verified; the message gives the reason."""


def main(path: Path, noted: str | None) -> int:
    """Print whether the deck follows from its deal; return 1 if it does not."""
    try:
        commitment = verify(path.read_bytes().decode("utf-8-sig"), noted)
    except (OSError, UnicodeDecodeError, VerificationFailed) as error:
        print(f"{path}: {error}")
        return 1
    print(f"{path}: the deck follows from commitment {commitment}")
    return 0


def verify(text: str, noted: str | None) -> str:
    """Check that seats and deck follow from the deal and return its commitment.

    Raises `VerificationFailed`.
    """
    lines = [line.split() for line in text.split("\n") if line.strip()]
    facts = {word: rest_of_only_line(lines, word) for word in ("deck", *DIGITS)}
    for word, size in DIGITS.items():
        if not re.fullmatch(f"[0-9a-f]{{{size}}}", facts[word]):
            raise VerificationFailed(f"{word}: expected {size} hexadecimal digits (0-9, a-f)")
    deal, secret = facts["deal"].encode(), bytes.fromhex(facts["secret"])
    if noted is not None and noted.strip().lower() != facts["commitment"]:
        raise VerificationFailed("the commitment is not the one that you noted")
    seat_nonces = place_nonces = nonces(lines)
    has_draw = any(line[0] == "draw" for line in lines)
    draw = rest_of_only_line(lines, "draw").split() if has_draw else []
    if draw and sorted(draw[1:]) != [str(place) for place in range(len(seat_nonces))]:
        raise VerificationFailed("draw: expected a word and every place once")
    parts = (b"byzanz-deal-2" if draw else b"byzanz-deal-1", deal, secret)
    if hashlib.sha256(prefixed(*parts)).hexdigest() != facts["commitment"]:
        raise VerificationFailed("the commitment belongs to another deal or secret")
    rules = next((" ".join(line[1:]) for line in lines if line[0] == "rules"), "1")
    if draw:
        seats = [draw.index(str(place), 1) - 1 for place in range(len(seat_nonces))]
        place_nonces = [seat_nonces[seat] for seat in seats]
    words = [word.encode() for word in (rules, *draw[:1])]
    stream = numbers(hmac.new(secret, prefixed(deal, *words, *place_nonces), "sha512").digest())
    if draw and draw != drawn(draw[0], place_nonces, stream):
        raise VerificationFailed("the seats do not follow from the deal")
    if shuffled([*DECK, *["M"] * 16], stream) != facts["deck"].split():
        raise VerificationFailed("the deck does not follow from the deal")
    return facts["commitment"]


def rest_of_only_line(lines: list[list[str]], word: str) -> str:
    """Return the rest of the only line that begins with a word.

    Raises `VerificationFailed` if there is no such line or more than one.
    """
    texts = [" ".join(line[1:]) for line in lines if line[0] == word]
    if len(texts) != 1:
        raise VerificationFailed(f"{len(texts)} lines begin with {word}: expected one")
    return texts[0]


def nonces(lines: list[list[str]]) -> list[bytes]:
    """Return the nonce of each seat, empty if it has none; raises `VerificationFailed`."""
    seat_nonces = [b""] * sum(line[0] == "player" for line in lines)
    for _, *words in [line for line in lines if line[0] == "nonce"]:
        match = re.fullmatch(r"([0-5]) ([0-9a-f]{32})", " ".join(words))
        if match is None or int(match[1]) >= len(seat_nonces) or seat_nonces[int(match[1])]:
            raise VerificationFailed(
                "nonce: expected a seat and 32 hexadecimal digits, at most one line per seat"
            )
        seat_nonces[int(match[1])] = bytes.fromhex(match[2])
    return seat_nonces


def prefixed(*parts: bytes) -> bytes:
    """Concatenate the parts, each preceded by its length in four bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def drawn(word: str, place_nonces: list[bytes], stream: Iterator[int]) -> list[str]:
    """Repeat the draw of seats for these nonces and return the words of its line.

    Raises `VerificationFailed`.
    """
    places, is_alone = list(range(len(place_nonces))), sum(map(bool, place_nonces)) <= 1
    if word not in ("next", "seats" if is_alone else "opener"):
        raise VerificationFailed("the draw does not fit the number of people")
    if word == "seats":
        places = shuffled(places, stream)
    else:
        first = 1 if word == "next" else choice(len(place_nonces), stream)
        places = places[first:] + places[:first]
    return [word, *map(str, places)]


def shuffled(items: list[Any], stream: Iterator[int]) -> list[Any]:
    """Shuffle the items with numbers from a stream."""
    for last in range(len(items) - 1, 0, -1):
        place = choice(last + 1, stream)
        items[last], items[place] = items[place], items[last]
    return items


def choice(count: int, stream: Iterator[int]) -> int:
    """Return a uniform number below a count; rejection sampling removes the bias."""
    return next(number for number in stream if number < (1 << 16) // count * count) % count


def numbers(key: bytes) -> Iterator[int]:
    """Yield the 16-bit numbers of the key stream."""
    counter = 0
    while True:
        block = hashlib.sha512(key + counter.to_bytes(8, "big")).digest()
        yield from [int.from_bytes(block[at : at + 2], "big") for at in range(0, 64, 2)]
        counter += 1


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) == 3 else None))
