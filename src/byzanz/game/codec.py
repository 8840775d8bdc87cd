"""Conversion between moves and actions, the numbers of moves in the rules."""

from collections.abc import Sequence
from typing import assert_never

from byzanz.cards import CARDS, STALL_LIST, Card, Cards
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.rules.actions import (
    ACTIONS,
    BID_ACTIONS,
    DISCARD_ACTIONS,
    DONE_ACTION,
    GIVE_ACTIONS,
    NO_ACTION,
    PASS_ACTION,
    SELL_ACTIONS,
    TAKE_ACTIONS,
    list_actions,
)
from byzanz.rules.sale import TRIOS, trio_kind
from byzanz.rules.table import Table

TRIO_CARDS: tuple[Cards, ...] = tuple(
    tuple([CARDS[trio_kind(trio, position)] for position in range(3)]) for trio in range(TRIOS)
)
TRIO_NUMBER = {
    tuple(sorted(card.kind for card in cards)): trio for trio, cards in enumerate(TRIO_CARDS)
}


def legal_actions(table: Table, seat: int) -> list[int]:
    """The actions of all moves that a seat may play now."""
    out = [0] * ACTIONS
    count = list_actions(table, seat, out)
    return out[:count]


def action_of(move: Move, hand: Sequence[int]) -> int:
    """The action of a move for a seat with this sorted hand, or NO_ACTION if it has none.

    Does not check that the move is legal. A bid or a sale that can never be legal has no action.
    """
    match move:
        case Pass():
            return PASS_ACTION
        case Bid(cards):
            return bid_action(cards, hand)
        case Give(card):
            return GIVE_ACTIONS + card.kind
        case Take(stall):
            return TAKE_ACTIONS + stall.number
        case Sell(cards):
            trio = TRIO_NUMBER.get(tuple(card.kind for card in cards))
            return NO_ACTION if trio is None else SELL_ACTIONS + trio
        case Discard(card):
            return DISCARD_ACTIONS + card.kind
        case Done():
            return DONE_ACTION
        case _:
            assert_never(move)


def bid_action(cards: Cards, hand: Sequence[int]) -> int:
    """The action of a bid with these cards; the mask has the first ones of equal cards in hand.

    The cards must be in canonical order, and the hand must end with NO_CARD. Returns NO_ACTION if
    a card is not in hand or is a merchant.
    """
    mask = 0
    index = 0
    for card in cards:
        while hand[index] < card.kind:
            index += 1
        if hand[index] != card.kind or card is Card.M:
            return NO_ACTION
        mask |= 1 << index
        index += 1
    return BID_ACTIONS + mask if mask < GIVE_ACTIONS else NO_ACTION


def move_of(action: int, hand: Sequence[int]) -> Move:
    """The move of an action for a seat with this sorted hand; does not check that it is legal."""
    if action == PASS_ACTION:
        return Pass()
    if action < GIVE_ACTIONS:
        return Bid(_masked(action - BID_ACTIONS, hand))
    if action < TAKE_ACTIONS:
        return Give(CARDS[action - GIVE_ACTIONS])
    if action < SELL_ACTIONS:
        return Take(STALL_LIST[action - TAKE_ACTIONS])
    if action < DISCARD_ACTIONS:
        return Sell(trio_cards(action - SELL_ACTIONS))
    if action < DONE_ACTION:
        return Discard(CARDS[action - DISCARD_ACTIONS])
    return Done()


def trio_cards(trio: int) -> Cards:
    """The three cards of a trio."""
    return TRIO_CARDS[trio]


def _masked(mask: int, hand: Sequence[int]) -> Cards:
    return tuple([CARDS[hand[index]] for index in range(mask.bit_length()) if mask >> index & 1])
