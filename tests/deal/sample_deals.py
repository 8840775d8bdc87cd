"""Deals, and records of whole games with them, for tests."""

import random
from dataclasses import replace
from pathlib import Path

from byzanz.deal.deal import NONCE_SIZE, Deal, new_deal, required_draw
from byzanz.deal.record_headers import write_headers
from byzanz.game.game import Game
from byzanz.game.record import RULES_VERSION, write_record

RECORD = Path(__file__).parent / "records" / "verified.byz"
SECOND_RECORD = Path(__file__).parent / "records" / "verified-2.byz"
NAMES = ("Axel", "Eva", "Susanne", "Ada", "Ben", "Cleo")


def seated_deal(
    seed: int, people: str = "ppbp", *, version: int = 1, is_rematch: bool = False
) -> Deal:
    """A deal with one place per letter: p for a person, b for a bot."""
    source = random.Random(seed).randbytes
    deal = replace(new_deal(source), version=version)
    nonces = [source(NONCE_SIZE) if letter == "p" else b"" for letter in people]
    return deal.seated(
        nonces, None if version == 1 else required_draw(nonces, is_rematch=is_rematch)
    )


def verified_record(seed: int, people: str = "ppbp", **options) -> str:
    """The record of a whole game of random moves."""
    dice = random.Random(seed)
    deal = seated_deal(seed, people, **options)
    game = Game(NAMES[: len(people)], deal.deck(RULES_VERSION))
    while game.turn is not None:
        game.play(*dice.choice(game.legal(game.turn)))
    return write_record(game, write_headers(deal, RULES_VERSION))


def line_number(text: str, start: str) -> int:
    """The number of the first line that starts with a text, from 1."""
    lines = text.split("\n")
    return next(number for number, line in enumerate(lines, 1) if line.startswith(start))


def with_flipped_digit(text: str, start: str) -> str:
    """The record with the last bit flipped in the line that starts with a text."""
    line = text.split("\n")[line_number(text, start) - 1]
    return text.replace(line, line[:-1] + f"{int(line[-1], 16) ^ 1:x}")


def with_swapped_cards(text: str, index: int) -> str:
    """The record with a card of the deck and the next different one exchanged."""
    line = text.split("\n")[line_number(text, "deck ") - 1]
    cards = line.split(" ")[1:]
    other = next(at for at in range(index + 1, len(cards)) if cards[at] != cards[index])
    cards[index], cards[other] = cards[other], cards[index]
    return text.replace(line, " ".join(("deck", *cards)))


def without(text: str, start: str) -> str:
    """The record without the lines that start with a text."""
    return "".join([line for line in text.splitlines(keepends=True) if not line.startswith(start)])
