"""Options: everything that a seat may do now, in a form that needs no rules in the client."""

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
    """A set that the seat can sell."""

    cards: Cards
    kept: Card
    profit: int
    hand_after: int  # cards in hand after the sale


class BidOption(msgspec.Struct, frozen=True):
    """The possible bids; passing is always possible too."""

    beat: int  # the total of the bid must be higher
    laid_value: int  # the value of the cards already in the bid
    cards: Cards  # all goods cards of the hand
    most: int  # the total of the bid with all of them
    cheapest: Cards  # the proposal of `cheapest_bid`; empty if no bid is high enough


class GiveOption(msgspec.Struct, frozen=True):
    """The lot cards that can be given."""

    cards: Cards  # each kind once
    hand_after: int  # cards in hand after giving any of them
    excess_after: int  # cards over the limit after it


class TakeOption(msgspec.Struct, frozen=True):
    """A stall that can be taken."""

    stall: Stall
    cards: Cards
    hand_after: int  # cards in hand after taking it
    excess_after: int  # cards over the limit after taking it
    completes: SaleOption | None  # the best set with cards of this stall


class DiscardOption(msgspec.Struct, frozen=True):
    """The cards that can be discarded, one at a time until the hand limit is met."""

    cards: Cards  # each kind once
    excess_count: int


class Options(msgspec.Struct, frozen=True):
    """Everything that a seat may do now: sales at any moment, the rest only on its turn."""

    seat: int
    decision: int
    bid: BidOption | None
    give: GiveOption | None
    take: tuple[TakeOption, ...]
    discard: DiscardOption | None
    may_be_done: bool
    sales: tuple[SaleOption, ...]  # every way to sell a set, the proposal first
    set_count: int  # the most sets that can be sold together
    next_bid: BidOption | msgspec.UnsetType = msgspec.UNSET
    """The bid option as if the seat were on turn; only set while it waits in an auction."""

    @property
    def has_decision(self) -> bool:
        """Does the game wait for a decision of this seat?"""
        answers = (self.bid, self.give, self.discard)
        return any(answers) or bool(self.take) or self.may_be_done


def build_options(table: Table, seat: int, decision: int) -> Options:
    """The options of a seat at a table."""
    own_phase = table.phase if seat == table.turn else None
    hand = cards_in(table.hands[seat]) if may_sell(table, seat) else ()
    return Options(
        seat=seat,
        decision=decision,
        bid=_bid_option(table, seat) if own_phase == BID else None,
        give=_give_option(table, seat) if own_phase == GIVE else None,
        take=_take_options(table, seat) if own_phase == TAKE else (),
        discard=_discard_option(table, seat) if own_phase == REDUCE else None,
        may_be_done=table.phase == CLOSE and not table.done[seat],
        sales=closing_sales(hand) if table.phase == CLOSE else sale_options(hand),
        set_count=set_count(hand),
        next_bid=_bid_option(table, seat) if _waits_to_bid(table, seat) else msgspec.UNSET,
    )


def _waits_to_bid(table: Table, seat: int) -> bool:
    return table.phase == BID and seat != table.turn and is_bidding(table, seat)


@lru_cache(10_000)
def sale_options(hand: Cards) -> tuple[SaleOption, ...]:
    """Every set in a sorted hand, best proposal first.

    The order is by profit minus the value of the merchants used, where a merchant is valued at a
    third of the profit of three merchants.
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
    net_profit = 3 * kept_profit(kept_kind(trio)) - MERCHANT_PROFIT * merchants  # in thirds
    return (-net_profit, merchants, total(cards), trio)


@lru_cache(10_000)
def closing_sales(hand: Cards) -> tuple[SaleOption, ...]:
    """Every set in a sorted hand in the closing sales, where unsold merchants have no value.

    Sales that still allow the most profit from the whole hand come first.
    """

    def loss(sale: SaleOption) -> int:
        return -sale.profit - most_profit(without(hand, sale.cards))

    return tuple(sorted(sale_options(hand), key=loss))


@lru_cache(10_000)
def most_profit(hand: Cards) -> int:
    """The most profit from sets sold together out of a sorted hand."""
    rests = [(sale.profit, without(hand, sale.cards)) for sale in sale_options(hand)]
    return max([profit + most_profit(rest) for profit, rest in rests], default=0)


@lru_cache(10_000)
def set_count(hand: Cards) -> int:
    """The most sets that can be sold together out of a sorted hand."""
    # Only goods and merchants matter here, not values: try one set for each number of merchants.
    sales = {(sale.kept.stall, sale.cards.count(Card.M)): sale.cards for sale in sale_options(hand)}
    most = 0
    for cards in sales.values():
        most = max(most, 1 + set_count(without(hand, cards)))
        if most == len(hand) // 3:
            break
    return most


def without(hand: Cards, cards: Iterable[Card]) -> Cards:
    """The hand without these cards; raises `ValueError` if it does not have them."""
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
    """The cards with the lowest total of at least `need`; empty if all cards are not enough.

    Of several choices it returns the one with the fewest cards of goods that the hand has more than
    once, because pairs may become sets; then the one with the fewest cards.
    """
    goods = [card.stall for card in cards]
    is_paired = [goods.count(good) > 1 for good in goods]
    # Each subset of the cards: its total, its cards of paired goods, its size, its mask.
    bids = [(0, 0, 0, 0)]
    for index, card in enumerate(cards):
        bids += [
            (value + card.face_value, paired + is_paired[index], count + 1, mask | 1 << index)
            for value, paired, count, mask in bids
        ]
    mask = min([bid for bid in bids if bid[0] >= need], default=(0, 0, 0, 0))[3]
    return tuple([card for index, card in enumerate(cards) if mask >> index & 1])


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
