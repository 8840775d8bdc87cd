"""Closing sales are those that brute force over every order of sales finds."""

from functools import cache
from random import Random

import pytest

from byzanz.cards import COPIES, KINDS, MERCHANT, STALLS, parse_cards
from byzanz.engine.evaluation.hand_value import PACKED_CARD, POINT
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.closing_sales import PACKED_TRIO, closing_action, closing_profit
from byzanz.rules.actions import ACTIONS, DONE_ACTION, SELL_ACTIONS
from byzanz.rules.card_list import gain_card
from byzanz.rules.sale import TRIOS, kept_kind, kept_profit, list_trios, sell_trio, trio_kind
from byzanz.rules.table import CLOSE, Table

Hand = tuple[int, ...]

EVALUATION = tuned_evaluation(4)


@cache
def best_closing(hand: Hand) -> tuple[int, int]:
    """Return the most profit, then the most cards left, of all sales from a sorted hand."""
    best = (0, len(hand))
    for trio in trios_of(hand):
        rest = list(hand)
        for position in range(3):
            rest.remove(trio_kind(trio, position))
        profit, left = best_closing(tuple(rest))
        best = max(best, (profit + kept_profit(kept_kind(trio)), left))
    return best


def trios_of(hand: Hand) -> list[int]:
    out, counts = [0] * TRIOS, [0] * STALLS
    for kind in hand:
        counts[kind // 4] += 1
    return out[: list_trios(list(hand), counts, out, 0, 0)]


def some_hand(random: Random, size: int) -> Hand:
    """Return a random hand with many ways to sell: few goods, and any number of merchants."""
    goods = random.sample(range(6), random.randint(1, 4))
    deck = [kind for good in goods for kind in range(4 * good, 4 * good + 4)]
    deck = [kind for kind in deck for _ in range(COPIES[kind])]
    deck += [MERCHANT] * random.choice((0, 4, 8, 16))
    return tuple(sorted(random.sample(deck, size)))


def table_with(hand: Hand) -> Table:
    """Return a table in the closing sales, with this hand at seat 0."""
    table = Table()
    table.phase = CLOSE
    for kind in hand:
        gain_card(table, 0, kind)
    return table


def packed(hand: Hand) -> int:
    return sum(PACKED_CARD[kind] for kind in hand)


def chosen_closing(hand: Hand) -> tuple[int, int]:
    """Return the profit and the cards left after the sales that `closing_action` chooses."""
    table = table_with(hand)
    out = [0] * ACTIONS
    action = closing_action(table, 0, EVALUATION, out)
    while action != DONE_ACTION:
        sell_trio(table, 0, action - SELL_ACTIONS)
        action = closing_action(table, 0, EVALUATION, out)
    return table.profits[0], table.hand_sizes[0]


def check_hands(count: int, seed: int) -> None:
    random = Random(seed)
    sold = 0
    for _ in range(count):
        hand = some_hand(random, random.randint(3, 7))
        assert chosen_closing(hand) == best_closing(hand), hand
        assert closing_profit(EVALUATION, packed(hand)) == POINT * best_closing(hand)[0], hand
        sold += best_closing(hand)[0] > 0
    assert sold > count // 2


def test_closing_sales_are_best():
    check_hands(2500, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_closing_sales_are_best(seed):
    check_hands(20_000, seed)


@pytest.mark.slow
def test_the_profit_of_hands_over_the_limit_is_never_too_high():
    """It is exact up to four merchants; of more merchants, only four are placed with goods."""
    random = Random(2)
    for _ in range(800):
        hand = some_hand(random, random.randint(8, 10))
        profit, best = closing_profit(EVALUATION, packed(hand)), POINT * best_closing(hand)[0]
        assert profit <= best, hand
        assert profit == best or (hand.count(MERCHANT) > 4 and len(hand) > 8), hand


def test_another_card_never_lowers_the_profit():
    random = Random(3)
    for _ in range(300):
        hand = some_hand(random, random.randint(2, 8))
        profit = closing_profit(EVALUATION, packed(hand))
        for kind in range(KINDS):
            if hand.count(kind) < COPIES[kind]:
                assert closing_profit(EVALUATION, packed((*hand, kind))) >= profit, hand


def test_a_trio_is_the_sum_of_its_cards():
    for trio in range(TRIOS):
        assert PACKED_TRIO[trio] == packed(
            tuple(trio_kind(trio, position) for position in range(3))
        )


@pytest.mark.parametrize(
    ("cards", "profit", "left"),
    [
        pytest.param("O1 O1 O4 O4 M M", 8, 0, id="merchants where they make most"),
        pytest.param("C1 C1 C1 C4 M M", 5, 0, id="two sets rather than one"),
        pytest.param("M M M", 5, 0, id="three merchants"),
        pytest.param("C4 C4 M M M", 5, 2, id="one set of merchants beats one of cloth"),
        pytest.param("C1 G2 O3 S4 M", 0, 5, id="nothing to sell"),
    ],
)
def test_the_best_sets_are_sold(cards, profit, left):
    hand = tuple(sorted(card.kind for card in parse_cards(cards)))
    assert chosen_closing(hand) == best_closing(hand) == (profit, left)
