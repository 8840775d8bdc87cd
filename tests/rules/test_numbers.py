"""The constants of the rules, against the numbers in docs/rules.md."""

import pytest

from byzanz.cards import CARDS, COPIES, DECK_SIZE, GOODS, Card, cards_in, pile_of
from byzanz.game.codec import trio_cards
from byzanz.rules import actions
from byzanz.rules.flow import deal
from byzanz.rules.numbers import OFFERS, PUT_BACK, ROUNDS
from byzanz.rules.sale import TRIO_RANKS, TRIOS, TRIOS_OF_GOOD, kept_kind
from byzanz.rules.table import Table
from tests.staging import all_cards


def test_the_copies_of_each_card_r1_1_r1_2():
    assert sum(COPIES) == DECK_SIZE == 112
    for value, copies in ((1, 6), (2, 5), (3, 3), (4, 2)):
        kinds = [card for card in CARDS if card.face_value == value]
        assert len(kinds) == GOODS
        assert {COPIES[card.kind] for card in kinds} == {copies}
    assert COPIES[Card.M.kind] == 16


@pytest.mark.parametrize(
    ("players", "offers", "put_back", "pile", "rounds"),
    [
        pytest.param(3, {2, 4, 6}, 4, 96, 8, id="R2.3 three players"),
        pytest.param(4, {2, 3, 4, 5}, 12, 84, 6, id="R2.3 four players"),
        pytest.param(5, {1, 2, 3, 4, 5}, 2, 90, 6, id="R2.3 five players"),
        pytest.param(6, {1, 2, 3, 4, 5, 6}, 4, 84, 4, id="R2.3 six players"),
    ],
)
def test_the_draw_pile_is_used_up_by_all_rounds(players, offers, put_back, pile, rounds):
    stack = OFFERS[players][:players]
    assert set(stack) == offers
    assert list(stack) == sorted(stack, reverse=True)
    assert PUT_BACK[players] == put_back
    assert ROUNDS[players] == rounds
    assert 4 * players + put_back + pile == DECK_SIZE
    assert pile == rounds * sum(stack)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_deal_takes_the_deck_in_order_r2_1_r2_2_r2_4_r3_1(players):
    deck = all_cards()
    table = Table()
    deal(table, [card.kind for card in deck], players)
    for seat in range(players):
        assert cards_in(table.hands[seat]) == tuple(deck[4 * seat : 4 * seat + 4])
    first_lot = OFFERS[players][0]
    start = 4 * players + PUT_BACK[players]
    assert cards_in(table.lot) == tuple(deck[start : start + first_lot])
    assert (table.turn, table.drawn) == (0, start + first_lot)


def test_a_deal_resets_the_table():
    table = Table(
        profits=[9] * 6, phase=3, turn=2, round=3, auction=2, takes=1, leader=1, offers=[1] * 6
    )
    table.hands[5] = [3] * 24
    fresh = Table()
    deck = [card.kind for card in all_cards()]
    deal(table, deck, 3)
    deal(fresh, deck, 3)
    fresh.notes, table.notes = [], []
    assert table == fresh


def test_actions_are_in_fixed_blocks():
    assert actions.PASS_ACTION == 0
    assert actions.BID_ACTIONS + 127 + 1 == actions.GIVE_ACTIONS == 128
    assert actions.TAKE_ACTIONS == 153
    assert actions.SELL_ACTIONS == 160
    assert actions.DISCARD_ACTIONS == 365
    assert actions.DONE_ACTION == 390
    assert actions.ACTIONS == 391


def test_trios_are_all_sets_r5_2_r5_3_r5_4():
    assert len(TRIO_RANKS) == 35
    assert (TRIOS_OF_GOOD, TRIOS) == (34, 205)
    trios = [trio_cards(trio) for trio in range(TRIOS)]
    assert len(set(trios)) == TRIOS
    for trio, cards in enumerate(trios):
        assert tuple(sorted(cards, key=CARDS.index)) == cards
        assert len({card.stall for card in cards if card is not Card.M}) <= 1
        goods = [card for card in cards if card is not Card.M]
        kept = CARDS[kept_kind(trio)]
        assert kept is (max(goods, key=CARDS.index) if goods else Card.M)


def test_a_pile_counts_each_kind():
    assert pile_of([Card.W4, Card.C1, Card.W4])[Card.W4.kind] == 2
