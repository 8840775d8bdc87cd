"""Making deals, and records of whole games that begin with them."""

import random
from dataclasses import replace
from pathlib import Path

from byzanz.deal.deal import NONCE_SIZE, Deal, fitting_draw, new_deal
from byzanz.deal.headers import write_headers
from byzanz.game.game import Game
from byzanz.game.record import RULES_VERSION, write_record

RECORD = Path(__file__).parent / "records" / "verified.byz"
SECOND_RECORD = Path(__file__).parent / "records" / "verified-2.byz"
NAMES = ("Axel", "Eva", "Susanne", "Ada", "Ben", "Cleo")


def seated_deal(
    seed: int, people: str = "ppbp", *, version: int = 1, follows: bool = False
) -> Deal:
    """A deal with a place for each letter: p is a person, b a bot."""
    source = random.Random(seed).randbytes
    deal = replace(new_deal(source), version=version)
    nonces = [source(NONCE_SIZE) if letter == "p" else b"" for letter in people]
    return deal.seated(nonces, None if version == 1 else fitting_draw(nonces, follows=follows))


def verified_record(seed: int, people: str = "ppbp", **how) -> str:
    """The record of a whole game by random moves."""
    dice = random.Random(seed)
    deal = seated_deal(seed, people, **how)
    game = Game(NAMES[: len(people)], deal.deck(RULES_VERSION))
    while game.turn is not None:
        game.play(*dice.choice(game.legal(game.turn)))
    return write_record(game, write_headers(deal, RULES_VERSION))


def line_number(text: str, start: str) -> int:
    """Where the first line stands that begins so."""
    lines = text.split("\n")
    return next(number for number, line in enumerate(lines, 1) if line.startswith(start))


def with_flipped_digit(text: str, start: str) -> str:
    """The same record with one bit more or less at the end of the line that begins so."""
    line = text.split("\n")[line_number(text, start) - 1]
    return text.replace(line, line[:-1] + f"{int(line[-1], 16) ^ 1:x}")


def with_swapped_cards(text: str, place: int) -> str:
    """The same record with a card of the deck, counted from 0, and the next other one exchanged."""
    line = text.split("\n")[line_number(text, "deck ") - 1]
    cards = line.split(" ")[1:]
    other = next(at for at in range(place + 1, len(cards)) if cards[at] != cards[place])
    cards[place], cards[other] = cards[other], cards[place]
    return text.replace(line, " ".join(("deck", *cards)))


def without(text: str, start: str) -> str:
    """The same record without the lines that begin so."""
    return "".join([line for line in text.splitlines(keepends=True) if not line.startswith(start)])
