"""The belief of a seat: the known table is true, and sufficient for a decision."""

from collections import Counter

import pytest

from byzanz import Game
from byzanz.bots.roster import POLICIES, make_bot
from byzanz.cards import NO_CARD, cards_in
from byzanz.dice import seed_dice
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.belief import UNKNOWN, NoMemory, hidden_cards, known_table
from byzanz.game.codec import legal_actions
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK, ROUNDS
from byzanz.rules.sale import has_trio
from byzanz.rules.table import BID, GIVE, Table
from tests.engine.positions import PLAYER_COUNTS, all_positions, played, played_hiding_first_hand

NOT_KNOWN = {"box", "kept", "deck", "notes"}  # fields that no bot reads, except the draw pile
HANDS = {"hands", "hand_sizes", "stall_counts"}
OF_THE_LOT = {"opener", "leader"}  # fields that are not restored after the auction
LAID = {"bids"}  # fields that are known without the order of their cards

EQUAL = set(Table.__slots__) - NOT_KNOWN - HANDS - OF_THE_LOT - LAID


def check_known_table(game: Game, seat: int) -> None:
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
        known_cards = Counter(cards_in(table.hands[other]))
        assert known_cards <= Counter(cards_in(truth.hands[other]))
        assert known_cards.total() == table.hand_sizes[other] == sum(table.stall_counts[other])
    assert set(table.deck) == {NO_CARD}
    assert legal_actions(table, seat) == legal_actions(truth, seat)


def check_hidden(game: Game, seat: int) -> None:
    """Check the unseen cards: the draw pile, the cards put back and the unknown cards in hands."""
    hidden, truth = hidden_cards(game.view(seat)), game.table
    table = known_table(game.view(seat))
    players = game.seat_count
    elsewhere = truth.deck[FIRST_HAND * players :][: PUT_BACK[players]] + truth.deck[truth.drawn :]
    for other in range(players):
        unknown = Counter(truth.hands[other]) - Counter(table.hands[other])
        assert unknown.total() == hidden.counts[other]
        elsewhere += unknown.elements()
    assert sorted(elsewhere) == sorted(hidden.unseen[: hidden.unseen_count])
    assert set(hidden.unseen[hidden.unseen_count :]) <= {NO_CARD}
    for other in range(players):
        dealt = Counter(truth.deck[FIRST_HAND * other :][:FIRST_HAND])
        shown = Counter(dict(enumerate(hidden.shown[other])))
        assert shown <= dealt
        assert other == seat or shown.total() + hidden.counts[other] == FIRST_HAND
        if hidden.has_trio[other] != UNKNOWN:
            assert has_trio(truth, other) == hidden.has_trio[other]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("play_game", [played, played_hiding_first_hand])
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_the_known_table_is_true(play_game, players, seed):
    for number, game in enumerate(play_game(players, seed)):
        for seat in {game.turn, number % players}:
            check_known_table(game, seat)
            check_hidden(game, seat)


def test_the_known_table_is_true_in_every_phase():
    for game in all_positions(2):
        check_known_table(game, game.turn)
        check_hidden(game, game.turn)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_policies_choose_the_same_on_the_true_table(players):
    """They read only cards that their seat knows, except solid in the last market."""
    evaluation = tuned_evaluation(players)
    for game in played_hiding_first_hand(players, 7):
        seat = game.turn
        answers = []
        is_last_market = game.phase is Phase.TAKE and game.table.round == ROUNDS[players] - 1
        for table in (known_table(game.view(seat)), game.table):
            scratch = Scratch()
            seed_dice(scratch.dice, 5, game.decision)
            answers.append(
                [
                    policy(table, seat, evaluation, scratch)
                    for bot_id, policy in POLICIES.items()
                    if bot_id != "solid" or not is_last_market
                ]
            )
        assert answers[0] == answers[1]


def insufficient_views() -> list[View]:
    """Return views of a spectator, or without memory."""
    game = Game.new(4, seed=1)
    return [game.view(None), game.view(0, memory=False), game.view(None, memory=False)]


@pytest.mark.parametrize("bot_id", POLICIES)
@pytest.mark.parametrize("view", insufficient_views())
def test_a_bot_needs_a_seat_and_its_memory(bot_id, view):
    bot, options = make_bot(bot_id), Game.new(4, seed=1).options(0)
    with pytest.raises(NoMemory, match="the view of a seat, with its memory"):
        bot.choose(view, options)
    with pytest.raises(NoMemory):
        bot.explain(view, options)


@pytest.mark.slow
@pytest.mark.parametrize("view", insufficient_views())
def test_a_bot_that_searches_needs_a_seat_and_its_memory(view):
    bot, options = make_bot("strong:5"), Game.new(4, seed=1).options(0)
    with pytest.raises(NoMemory):
        bot.choose(view, options)
    with pytest.raises(NoMemory):
        bot.explain(view, options)
