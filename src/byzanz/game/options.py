"""What a seat may do now, worked out so far that a client has nothing to compute."""

from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec

from byzanz.cards import (
    CARDS,
    STALL_LIST,
    STALLS,
    Card,
    Cards,
    Stall,
    cards_in,
    in_order,
    stall_cards,
    total,
)
from byzanz.game.codec import trio_cards
from byzanz.rules.auction import highest_bid, is_bidding
from byzanz.rules.limit import excess_count, excess_of
from byzanz.rules.market import has_stall
from byzanz.rules.numbers import MERCHANT_PROFIT
from byzanz.rules.sale import TRIOS, kept_kind, kept_profit, list_trios, may_sell
from byzanz.rules.table import BID, CLOSE, GIVE, REDUCE, TAKE, Table


class SaleOption(msgspec.Struct, frozen=True):
    """A set that can be sold."""

    cards: Cards
    kept: Card
    profit: int
    hand_after: int


class BidOption(msgspec.Struct, frozen=True):
    """Bidding, or passing."""

    beat: int  # the whole bid must be higher
    laid_value: int  # lies already
    cards: Cards  # that can be laid: all goods cards of the hand
    most: int  # the value of the bid if all of them are laid
    cheapest: Cards  # least sufficient value, then fewest of pairs; empty: only passing is left


class GiveOption(msgspec.Struct, frozen=True):
    """Giving a lot card; whichever it is, the hand grows to the same size."""

    cards: Cards  # each kind once
    hand_after: int
    excess_after: int  # cards over the limit then


class TakeOption(msgspec.Struct, frozen=True):
    """Taking one stall."""

    stall: Stall
    cards: Cards
    hand_after: int
    excess_after: int  # cards over the limit then
    completes: SaleOption | None  # the best set that these cards take part in then


class DiscardOption(msgspec.Struct, frozen=True):
    """Discarding one card, or selling, until the limit is met."""

    cards: Cards  # each kind once
    excess_count: int


class Options(msgspec.Struct, frozen=True):
    """All that a seat may do: sales at any moment, the rest when the game waits for it."""

    seat: int
    decision: int
    bid: BidOption | None
    give: GiveOption | None
    take: tuple[TakeOption, ...]
    discard: DiscardOption | None
    may_be_done: bool
    sales: tuple[SaleOption, ...]  # every way to sell a set, the one to propose first
    set_count: int  # how many sets can be sold together
    next_bid: BidOption | msgspec.UnsetType = msgspec.UNSET
    """What bidding would be if the seat were asked now; only while it waits in an auction."""

    @property
    def is_asked(self) -> bool:
        """Does the game wait for this seat?"""
        answers = (self.bid, self.give, self.discard)
        return any(answers) or bool(self.take) or self.may_be_done


def build_options(table: Table, seat: int, decision: int) -> Options:
    """What this seat may do now."""
    asked = table.phase if seat == table.turn else None
    hand = cards_in(table.hands[seat]) if may_sell(table, seat) else ()
    return Options(
        seat=seat,
        decision=decision,
        bid=_bid_option(table, seat) if asked == BID else None,
        give=_give_option(table, seat) if asked == GIVE else None,
        take=_take_options(table, seat) if asked == TAKE else (),
        discard=_discard_option(table, seat) if asked == REDUCE else None,
        may_be_done=table.phase == CLOSE and not table.done[seat],
        sales=closing_sales(hand) if table.phase == CLOSE else sale_options(hand),
        set_count=set_count(hand),
        next_bid=_bid_option(table, seat) if _waits_to_bid(table, seat) else msgspec.UNSET,
    )


def _waits_to_bid(table: Table, seat: int) -> bool:
    return table.phase == BID and seat != table.turn and is_bidding(table, seat)


@lru_cache(10_000)
def sale_options(hand: Cards) -> tuple[SaleOption, ...]:
    """Every set in a sorted hand, in the order in which people are shown them.

    A merchant counts a third of what three of them bring: a set without merchants comes first
    unless its profit is lower by more than the merchants of the other are worth.
    """
    out = [0] * TRIOS
    counts = [0] * STALLS
    for card in hand:
        counts[card.stall.number] += 1
    count = list_trios([card.kind for card in hand], counts, out, 0, 0)
    hand_after = len(hand) - 3
    return tuple([_sale_option(trio, hand_after) for trio in sorted(out[:count], key=_sale_order)])


def _sale_option(trio: int, hand_after: int) -> SaleOption:
    kept = kept_kind(trio)
    return SaleOption(trio_cards(trio), CARDS[kept], kept_profit(kept), hand_after)


@cache
def _sale_order(trio: int) -> tuple[int, int, int, int]:
    cards = trio_cards(trio)
    merchants = cards.count(Card.M)
    worth = 3 * kept_profit(kept_kind(trio)) - MERCHANT_PROFIT * merchants  # in thirds
    return (-worth, merchants, total(cards), trio)


@lru_cache(10_000)
def closing_sales(hand: Cards) -> tuple[SaleOption, ...]:
    """The same at the end, when a merchant is worth nothing but in a set.

    A sale that belongs to the most profitable choice of sets comes first.
    """

    def loss(sale: SaleOption) -> int:
        return -sale.profit - most_profit(without(hand, sale.cards))

    return tuple(sorted(sale_options(hand), key=loss))


@lru_cache(10_000)
def most_profit(hand: Cards) -> int:
    """The profit of the best sets that can be sold together from a sorted hand."""
    rests = [(sale.profit, without(hand, sale.cards)) for sale in sale_options(hand)]
    return max([profit + most_profit(rest) for profit, rest in rests], default=0)


@lru_cache(10_000)
def set_count(hand: Cards) -> int:
    """How many sets can be sold together from a sorted hand."""
    # Values don't matter here: one set of each good with so many merchants stands for all.
    sales = {(sale.kept.stall, sale.cards.count(Card.M)): sale.cards for sale in sale_options(hand)}
    most = 0
    for cards in sales.values():
        most = max(most, 1 + set_count(without(hand, cards)))
        if most == len(hand) // 3:
            break
    return most


def without(hand: Cards, cards: Iterable[Card]) -> Cards:
    """A sorted hand after these cards have left it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def _bid_option(table: Table, seat: int) -> BidOption:
    cards = tuple([card for card in cards_in(table.hands[seat]) if card is not Card.M])
    laid_value = table.bid_values[seat]
    return BidOption(
        beat=highest_bid(table),
        laid_value=laid_value,
        cards=cards,
        most=laid_value + total(cards),
        cheapest=cheapest_bid(cards, highest_bid(table) + 1 - laid_value),
    )


@lru_cache(10_000)
def cheapest_bid(cards: Cards, need: int) -> Cards:
    """The cards of a sorted hand that make the least sufficient bid.

    Of several, the one with the fewest cards of goods that the hand has twice, for those are on
    their way to a set; then the one with the fewest cards.
    """
    goods = [card.stall for card in cards]
    is_paired = [goods.count(good) > 1 for good in goods]
    bids = [(0, 0, 0, 0)]  # every choice of the cards: value, cards of pairs, cards, mask
    for place, card in enumerate(cards):
        bids += [
            (value + card.face_value, paired + is_paired[place], count + 1, mask | 1 << place)
            for value, paired, count, mask in bids
        ]
    mask = min([bid for bid in bids if bid[0] >= need], default=(0, 0, 0, 0))[3]
    return tuple([card for place, card in enumerate(cards) if mask >> place & 1])


def _give_option(table: Table, seat: int) -> GiveOption:
    lot = cards_in(table.lot)
    hand_after = table.hand_sizes[seat] + len(lot) - 1
    return GiveOption(tuple(dict.fromkeys(lot)), hand_after, excess_of(hand_after))


def _take_options(table: Table, seat: int) -> tuple[TakeOption, ...]:
    stalls = [stall for stall in range(len(STALL_LIST)) if has_stall(table, stall)]
    return tuple([_take_option(table, seat, stall) for stall in stalls])


def _take_option(table: Table, seat: int, stall: int) -> TakeOption:
    cards = stall_cards(table.market, stall)
    after = in_order(cards_in(table.hands[seat]) + cards)
    sales = [sale for sale in sale_options(after) if any(card in cards for card in sale.cards)]
    return TakeOption(
        stall=STALL_LIST[stall],
        cards=cards,
        hand_after=len(after),
        excess_after=excess_of(len(after)),
        completes=sales[0] if sales else None,
    )


def _discard_option(table: Table, seat: int) -> DiscardOption:
    cards = tuple(dict.fromkeys(cards_in(table.hands[seat])))
    return DiscardOption(cards, excess_count(table, seat))
