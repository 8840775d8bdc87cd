"""Events, pending decisions and options in English.

A phrase is a sequence of texts and cards, so that cards can be coloured when it is drawn.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from byzanz.cards import Card, Cards, Stall, total
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardDiscarded,
    CardGiven,
    Dealt,
    Event,
    GameEnded,
    LotGranted,
    LotRevealed,
    MarketCleared,
    Passed,
    RoundBegun,
    SeatDone,
    StallTaken,
    TrioSold,
)
from byzanz.game.options import Options, SaleOption
from byzanz.game.phase import Phase
from byzanz.game.view import LotView, View
from byzanz.rules.numbers import OFFERS

Names: TypeAlias = Sequence[str]
Phrase: TypeAlias = tuple[str, ...]
"""Texts, cards and stalls; cards and stalls are string enums."""

TIMES = "\N{MULTIPLICATION SIGN}"
NONE = "\N{EN DASH}"
STALL_NAMES = {
    Stall.C: "cloth",
    Stall.G: "grain",
    Stall.O: "olives",
    Stall.S: "spices",
    Stall.V: "wine",
    Stall.W: "wood",
    Stall.M: "merchants",
}


def plain(phrase: Phrase) -> str:
    """Return a phrase as plain text."""
    return "".join(phrase)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural if needed: "1 card", "2 cards"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(texts: Sequence[str]) -> str:
    """Join texts with commas, and "and" before the last one."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def spaced(cards: Iterable[Card]) -> Phrase:
    """Join cards with spaces."""
    parts: list[str] = []
    for card in cards:
        parts += [" ", card]
    return tuple(parts[1:])


def event_phrase(event: Event, names: Names) -> Phrase:
    """Describe an event in one sentence without a full stop."""
    match event:
        case Dealt():
            dealt = (counted(event.card_count, "card"),) if not event.cards else spaced(event.cards)
            return (f"{names[event.seat]} is dealt ", *dealt)
        case RoundBegun(number, opener):
            return (f"Round {number} begins, opened by {names[opener]}",)
        case LotRevealed(offer, cards, opener):
            return _lot_revealed(offer, cards, names[opener], len(names))
        case BidLaid(seat, cards, bid_value):
            verb = "bids" if bid_value == total(cards) else "raises to"
            return (f"{names[seat]} {verb} {bid_value} with ", *spaced(cards))
        case Passed(seat, ()):
            return (f"{names[seat]} passes",)
        case Passed(seat, cards):
            return (f"{names[seat]} passes and takes back ", *spaced(cards))
        case AuctionWon(seat, offer, paid, bid_value):
            return (f"{names[seat]} wins offer {offer} for {bid_value} and pays ", *spaced(paid))
        case LotGranted(seat, offer, cards):
            text = f"All pass: {names[seat]} gets offer {offer} for free: "
            return (text, *spaced(cards))
        case CardGiven():
            return _card_given(event, names[event.seat])
        case StallTaken(seat, stall, cards):
            return (f"{names[seat]} takes the {STALL_NAMES[stall]}: ", *spaced(cards))
        case TrioSold(seat, cards, kept, profit):
            return (f"{names[seat]} sells ", *spaced(cards), " and keeps ", kept, f" (+{profit})")
        case CardDiscarded(seat, card):
            return (f"{names[seat]} discards ", card)
        case MarketCleared(()):
            return ("The market closes with nothing left",)
        case MarketCleared(cards):
            verb = "goes" if len(cards) == 1 else "go"
            return ("The market closes; ", *spaced(cards), f" {verb} into the box")
        case SeatDone(seat, idle):
            return (f"{names[seat]} has no set to sell" if idle else f"{names[seat]} is done",)
        case GameEnded(scores, winners):
            return (f"The game is over: {victory(scores[winners[0]], winners, names)}",)
        case _:
            assert_never(event)


def _lot_revealed(offer: int, cards: Iterable[Card], name: str, seat_count: int) -> Phrase:
    is_last = offer == OFFERS[seat_count][seat_count - 1]
    end = f" falls to {name}" if is_last else f", opened by {name}"
    return (f"Offer {offer}: ", *spaced(cards), end)


def _card_given(event: CardGiven, name: str) -> Phrase:
    if not event.taken:
        return (f"{name} gets offer {event.offer}; ", event.card, " goes into the market")
    return (f"{name} gives ", event.card, " and takes ", *spaced(event.taken))


def victory(profit: int, winners: Sequence[int], names: Names) -> str:
    """Name the winner or winners, with their profit."""
    verb = "wins" if len(winners) == 1 else "share the victory"
    return f"{listed([names[seat] for seat in winners])} {verb} with {profit}"


def wait_phrase(view: View) -> Phrase:
    """Describe the pending decision, or the victory when the game is over."""
    if view.turn is None:
        winners = [line.seat for line in view.standings if line.place == 1]
        names = [seat.name for seat in view.seats]
        return (victory(view.standings[0].profit, winners, names),)
    name = view.seats[view.turn].name
    match view.phase:
        case Phase.BID:
            return (f"{name} bids or passes",)
        case Phase.GIVE:
            return (f"{name} gives a card of the lot to the market",)
        case Phase.TAKE:
            return (f"{name} takes a stall",)
        case Phase.REDUCE:
            over = counted(view.excess_count, "card")
            return (f"{name} holds {over} too many: sells or discards",)
        case Phase.CLOSE:
            waiting = [seat.name for seat in view.seats if not seat.is_done]
            return (f"Closing sales: {listed(waiting)} may sell",)
        case Phase.OVER:
            raise AssertionError("nobody is on turn when the game is over")
        case _:
            assert_never(view.phase)


def lot_phrase(lot: LotView, view: View) -> Phrase:
    """Return the state of the lot's auction."""
    names = [seat.name for seat in view.seats]
    if view.phase == Phase.GIVE and view.turn is not None:
        if lot.price is None:
            return (f"falls to {names[view.turn]}",)
        return (f"won by {names[view.turn]} for {lot.price}",)
    if lot.leader is None:
        return (f"no bid yet, opened by {names[lot.opener]}",)
    return (f"highest bid {lot.beat} by {names[lot.leader]}",)


def decision_phrase(options: Options) -> Phrase:
    """Return the moves with which a seat can answer the pending decision, without sales."""
    if options.bid is not None:
        bid = options.bid
        if not bid.cheapest:
            return (f"only pass: {bid.beat} cannot be beaten" if bid.beat else "only pass",)
        least = bid.laid_value + total(bid.cheapest)
        return (f"bid from {least} (", *spaced(bid.cheapest), f") up to {bid.most}, or pass")
    if options.give is not None:
        give = options.give
        return ("give one of ", *spaced(give.cards), f" (hand then {give.hand_after})")
    if options.take:
        parts: list[str] = ["take"]
        for take in options.take:
            gain = "" if take.completes is None else f" set +{take.completes.profit}"
            parts += [" ", take.stall, f"{TIMES}{len(take.cards)}{gain} "]
        return tuple(parts)
    if options.discard is not None:
        count = options.discard.excess_count
        return (f"discard {count} of ", *spaced(options.discard.cards))
    return ("be done",) if options.may_be_done else ("wait",)


def set_phrase(count: int) -> str:
    """Return the number of sets that can be sold together."""
    return "1 set" if count == 1 else f"{count} sets"


def sale_phrases(sales: Iterable[SaleOption]) -> tuple[Phrase, ...]:
    """Return each set that can be sold, with its profit."""
    return tuple([(*spaced(sale.cards), f" +{sale.profit}") for sale in sales])


def cards_phrase(cards: Cards) -> Phrase:
    """Return cards with spaces, or a dash if there are none."""
    return spaced(cards) or (NONE,)
