"""What a seat does: one class per move, in the words of the record format."""

from typing import TypeAlias

import msgspec

from byzanz.cards import STALL_NUMBER, BadCard, Card, Stall, in_order, parse_card, words_of


class BadMove(ValueError):
    """A text that is no move."""


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Leave this auction."""

    def __str__(self) -> str:
        return "pass"


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    """Lay these cards on top of what the seat has laid already."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", in_order(self.cards))
        if not self.cards:
            raise BadMove("a bid needs at least one card")

    def __str__(self) -> str:
        return " ".join(("bid", *self.cards))


class Give(msgspec.Struct, frozen=True, tag="give"):
    """Lay this card of the lot into the market."""

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
    """Lay one card from the hand into the box, to meet the hand limit."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Sell no more; said after the last market."""

    def __str__(self) -> str:
        return "done"


Move: TypeAlias = Pass | Bid | Give | Take | Sell | Discard | Done

EXPECTED = "expected pass, bid, give, take, sell, discard or done"


def parse_move(text: str) -> Move:
    """The move of its words, such as ``bid W1 G2``; raises `BadMove`."""
    words = words_of(text)
    if not words:
        raise BadMove(f"no move: {EXPECTED}")
    word, rest = words[0], words[1:]
    try:
        match word:
            case "pass" | "done":
                _expect(word, rest, 0)
                return Pass() if word == "pass" else Done()
            case "bid":
                return Bid(tuple([parse_card(card) for card in rest]))
            case "sell":
                return Sell(tuple([parse_card(card) for card in rest]))
            case "give":
                return Give(parse_card(_expect(word, rest, 1)))
            case "discard":
                return Discard(parse_card(_expect(word, rest, 1)))
            case "take":
                return Take(_parse_stall(_expect(word, rest, 1)))
            case _:
                raise BadMove(f"{word[:20]!r} is no move: {EXPECTED}")
    except BadCard as error:
        raise BadMove(str(error)) from None


def _expect(word: str, rest: list[str], count: int) -> str:
    if len(rest) != count:
        what = "nothing" if count == 0 else "one card" if word != "take" else "one stall"
        raise BadMove(f"{word} takes {what} after it")
    return rest[0] if count else ""


def _parse_stall(word: str) -> Stall:
    if word not in STALL_NUMBER:
        raise BadMove(f"{word[:20]!r} is no stall: expected one of C G O S V W M")
    return Stall(word)
