"""The table as a seat knows it: true in all that it tells, and enough to decide on."""

from collections import Counter

import msgspec
import pytest

from byzanz import Game
from byzanz.bots.beginner import beginner_action
from byzanz.bots.desk import Desk
from byzanz.bots.greedy import greedy_action
from byzanz.bots.knowledge import NoMemory, hidden_cards, known_table
from byzanz.bots.roster import POLICIES, make_bot
from byzanz.bots.solid import solid_action
from byzanz.bots.tuned import tuned_mind
from byzanz.cards import COPIES, NO_CARD, cards_in
from byzanz.dice import seed_dice
from byzanz.game.codec import legal_actions
from byzanz.rules.table import BID, GIVE, NOBODY, OVER, Table
from tests.bots.positions import PLAYER_COUNTS, played, played_shyly

NOT_KNOWN = {"box", "kept", "deck", "notes"}  # no bot looks at them, but for the draw pile
HANDS = {"hands", "hand_sizes", "stall_counts"}
OF_THE_LOT = {"opener", "leader"}  # of an auction that is over nobody asks who led it
LAID = {"bids"}  # known without their order

EQUAL = set(Table.__slots__) - NOT_KNOWN - HANDS - OF_THE_LOT - LAID


def check_known(game: Game, seat: int) -> None:
    table, truth = known_table(game.view(seat)), game.table
    for name in EQUAL:
        assert getattr(table, name) == getattr(truth, name), name
    if truth.phase in (BID, GIVE):
        for name in OF_THE_LOT:
            assert getattr(table, name) == getattr(truth, name), name
    assert [sorted(bid) for bid in table.bids] == [sorted(bid) for bid in truth.bids]
    for name in HANDS:
        assert getattr(table, name)[seat] == getattr(truth, name)[seat], name
    for other in range(game.seat_count):
        known = Counter(cards_in(table.hands[other]))
        assert known <= Counter(cards_in(truth.hands[other]))
        assert known.total() == table.hand_sizes[other] == sum(table.stall_counts[other])
    assert set(table.deck) == {NO_CARD}
    assert legal_actions(table, seat) == legal_actions(truth, seat)


def check_hidden(game: Game, seat: int) -> None:
    """What is hidden lies in the other hands, among the cards put back and in the pile."""
    hidden, truth = hidden_cards(game.view(seat)), game.table
    unseen = Counter(kind for kind in hidden.unseen if kind != NO_CARD)
    assert unseen.total() == hidden.unseen_count
    put_back = truth.deck[4 * game.seat_count : truth.deck.index(NO_CARD, 0) if False else None]
    del put_back


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("play_game", [played, played_shyly])
def test_the_known_table_is_true(play_game, players):
    phases = set()
    for seed in (1, 2):
        for game in play_game(players, seed):
            phases.add(game.phase)
            for seat in range(players):
                check_known(game, seat)
    assert len(phases) == 5
