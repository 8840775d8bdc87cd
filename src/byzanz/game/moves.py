"""Moves, one class each; `str` writes a move as in the record format, `parse_move` reads it."""

from typing import TypeAlias

import msgspec

from byzanz.cards import STALL_NUMBER, BadCard, Card, Stall, in_order, parse_card, words_of


class BadMove(ValueError):
    """A text or a choice of cards is not a move."""


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Leave this auction."""

    def __str__(self) -> str:
        return "pass"


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    """Add these cards to the bid of the seat."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", in_order(self.cards))
        if not self.cards:
            raise BadMove("a bid needs at least one card")

    def __str__(self) -> str:
        return " ".join(("bid", *self.cards))


class Give(msgspec.Struct, frozen=True, tag="give"):
    """Put this card of the lot into the market."""

    card: Card

    def __str__(self) -> str:
        return f"give {self.card}"


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take all cards of a stall."""

    stall: Stall

    def __str__(self) -> str:
        return f"take {self.stall}"


class Sell(msgspec.Struct, frozen=True, tag="sell"):
    """Sell three cards from the hand as a set."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", in_order(self.cards))
        if len(self.cards) != 3:
            raise BadMove(f"a sale needs three cards, not {len(self.cards)}")

    def __str__(self) -> str:
        return " ".join(("sell", *self.cards))


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Put one card from the hand into the box, to meet the hand limit."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


class Done(msgspec.Struct, frozen=True, tag="done"):
    """End the closing sales of the seat."""

    def __str__(self) -> str:
        return "done"


Move: TypeAlias = Pass | Bid | Give | Take | Sell | Discard | Done

EXPECTED = "expected pass, bid, give, take, sell, discard or done"


def parse_move(text: str) -> Move:
    """Parse a move such as ``bid W1 G2``; raises `BadMove`.

    Does not check that the move is legal in any game.

    >>> parse_move("take W")
    Take(stall=<Stall.W: 'W'>)
    """
    words = words_of(text)
    if not words:
        raise BadMove(f"no move: {EXPECTED}")
    verb, operands = words[0], words[1:]
    try:
        match verb:
            case "pass" | "done":
                _expect(verb, operands, 0)
                return Pass() if verb == "pass" else Done()
            case "bid":
                return Bid(tuple([parse_card(card) for card in operands]))
            case "sell":
                return Sell(tuple([parse_card(card) for card in operands]))
            case "give":
                return Give(parse_card(_expect(verb, operands, 1)))
            case "discard":
                return Discard(parse_card(_expect(verb, operands, 1)))
            case "take":
                return Take(_parse_stall(_expect(verb, operands, 1)))
            case _:
                raise BadMove(f"{verb[:20]!r} is not a move: {EXPECTED}")
    except BadCard as error:
        raise BadMove(str(error)) from None


def _expect(verb: str, operands: list[str], count: int) -> str:
    """Check the number of operands, 0 or 1, and return the operand, if any."""
    if len(operands) != count:
        expected = "nothing" if count == 0 else "one card" if verb != "take" else "one stall"
        raise BadMove(f"{verb} takes {expected} after it")
    return operands[0] if count else ""


def _parse_stall(code: str) -> Stall:
    if code not in STALL_NUMBER:
        raise BadMove(f"{code[:20]!r} is not a stall: expected one of C G O S V W M")
    return Stall(code)
