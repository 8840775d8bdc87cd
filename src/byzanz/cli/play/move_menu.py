"""The numbered moves that a person can choose from, and the question above them."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, assert_never

from byzanz.cards import Card, total
from byzanz.cli.render.phrases import TIMES, Phrase, counted, spaced
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.options import BidOption, Options, SaleOption, TakeOption
from byzanz.game.view import View
from byzanz.rules.numbers import HAND_LIMIT

MOST_SALES = 3  # sales in the menu; the keyword sell lists all


class Choice(NamedTuple):
    """A move and its description."""

    move: Move
    phrase: Phrase


class Choices(NamedTuple):
    """The moves that a person can choose by number, counted from 1."""

    shown: tuple[Choice, ...]
    more_sales: tuple[Choice, ...]  # not shown, to keep the list short

    @property
    def all(self) -> tuple[Choice, ...]:
        """All choices in the order of their numbers."""
        return self.shown + self.more_sales


def choices_of(view: View, options: Options) -> Choices:
    """Return the moves that answer the current decision, and the sales.

    Of all bids only the cheapest is included; others must be typed.
    """
    answers = _answers(view, options)
    sales = tuple([_sale(sale) for sale in options.sales])
    first, more = sales[:MOST_SALES], sales[MOST_SALES:]
    sells_first = options.discard is not None or options.may_be_done
    return Choices(first + answers if sells_first else answers + first, more)


def _answers(view: View, options: Options) -> tuple[Choice, ...]:
    if options.bid is not None:
        return (*_bids(options.bid), _pass(view))
    if options.give is not None:
        return tuple([_plain(Give(card)) for card in options.give.cards])
    if options.take:
        return tuple([_take(option) for option in options.take])
    if options.discard is not None:
        return tuple([_plain(Discard(card)) for card in options.discard.cards])
    return (_plain(Done()),)


def _plain(move: Move) -> Choice:
    return Choice(move, move_phrase(move))


def _bids(bid: BidOption) -> tuple[Choice, ...]:
    if not bid.cheapest:
        return ()
    move = Bid(bid.cheapest)
    value = bid.laid_value + total(bid.cheapest)
    return (Choice(move, (*move_phrase(move), f" (makes {value})")),)


def _pass(view: View) -> Choice:
    assert view.seat is not None
    assert view.lot is not None
    laid = view.seats[view.seat].bid
    if laid:
        return Choice(Pass(), ("pass (take back ", *spaced(laid), ")"))
    if view.lot.opener == view.seat:
        return Choice(Pass(), ("pass (if all pass, the lot is yours)",))
    return _plain(Pass())


def _take(option: TakeOption) -> Choice:
    move = Take(option.stall)
    parts: list[str] = [*move_phrase(move), ": ", *_kinds(option.cards)]
    if option.completes is not None:
        parts.append(f", a set for {option.completes.profit}")
    if option.excess_after:
        parts.append(f", {option.excess_after} too many")
    return Choice(move, tuple(parts))


def _kinds(cards: Iterable[Card]) -> Phrase:
    """Return each kind once, with its count."""
    parts: list[str] = []
    for card, count in Counter(cards).items():
        parts += [" ", card, f"{TIMES}{count}" if count > 1 else ""]
    return tuple(parts[1:])


def _sale(sale: SaleOption) -> Choice:
    move = Sell(sale.cards)
    return Choice(move, (*move_phrase(move), f" (profit {sale.profit})"))


def move_phrase(move: Move) -> Phrase:
    """Return a move as the record format writes it."""
    match move:
        case Bid(cards) | Sell(cards):
            return (f"{str(move).split()[0]} ", *spaced(cards))
        case Give(card):
            return ("give ", card)
        case Discard(card):
            return ("discard ", card)
        case Take(stall):
            return ("take ", stall)
        case Pass() | Done():
            return (str(move),)
        case _:
            assert_never(move)


def question_phrase(view: View, options: Options) -> Phrase:
    """Return the question that the person must answer."""
    if options.bid is not None:
        return _bid_question(view, options.bid)
    if options.give is not None:
        rest = len(view.lot.cards) - 1 if view.lot is not None else 0
        kept = "the other" if rest == 1 else f"the other {rest}"
        return (f"Give one card of the lot to the market; {kept} come{'s' * (rest == 1)} to you",)
    if options.take:
        return ("Take one stall of the market, all its cards",)
    if options.discard is not None:
        over = counted(options.discard.excess_count, "card")
        return (f"{over} more than {HAND_LIMIT} in hand: sell a set or discard",)
    return ("The last sales: sell what you can, then say done",)


def _bid_question(view: View, bid: BidOption) -> Phrase:
    assert view.lot is not None
    if view.lot.leader is None:
        if not bid.cheapest:
            return ("You have no goods card to bid: pass",)
        return ("No bid yet: bid 1 or more, or pass",)
    leader = f"{view.seats[view.lot.leader].name} bids {bid.beat}"
    if not bid.cheapest:
        return (f"{leader}, all your cards make {bid.most}: pass",)
    yours = f", you {bid.laid_value}" if bid.laid_value else ""
    return (f"{leader}{yours}: bid {bid.beat + 1} or more, or pass",)
