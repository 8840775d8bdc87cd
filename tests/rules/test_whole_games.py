"""Whole games by a state machine, with invariants at every step."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from byzanz import Bid, Game, Refused, parse_move
from byzanz.cards import CARDS, STALL_LIST
from byzanz.dice import DICE_SIZE, below, seed_dice
from byzanz.game.codec import action_of, move_of
from byzanz.game.events import CardGiven, LotGranted, MarketCleared
from byzanz.game.moves import Discard, Done, Give, Pass, Sell, Take
from byzanz.game.record import load_game, write_record
from byzanz.rules.actions import ACTIONS
from tests.staging import all_cards, check_table

cards = st.sampled_from(CARDS)
any_move = st.one_of(
    st.just(Pass()),
    st.just(Done()),
    st.builds(Bid, st.lists(cards, min_size=1, max_size=8).map(tuple)),
    st.builds(Give, cards),
    st.builds(Take, st.sampled_from(STALL_LIST)),
    st.builds(Sell, st.tuples(cards, cards, cards)),
    st.builds(Discard, cards),
)


class WholeGame(RuleBasedStateMachine):
    """Plays legal moves of any seat and tries illegal ones until the game is over."""

    @initialize(players=st.integers(3, 6), deck=st.permutations(all_cards()))
    def deal(self, players, deck):
        self.game = Game.new(players, deck=deck)
        self.offers_won = [0] * players

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def play_on_turn(self, data):
        self.play(data.draw(st.sampled_from(self.game.legal(self.game.turn))))

    @precondition(lambda self: len(self.game.legal()) > len(self.game.legal(self.game.turn)))
    @rule(data=st.data())
    def play_off_turn(self, data):
        on_turn = self.game.legal(self.game.turn)
        off_turn = [pair for pair in self.game.legal() if pair not in on_turn]
        self.play(data.draw(st.sampled_from(off_turn)))

    @rule(dice_seed=st.integers(0, 2**32), count=st.integers(1, 60))
    def play_many(self, dice_seed, count):
        dice = [0] * DICE_SIZE
        seed_dice(dice, dice_seed, 0)
        for _ in range(count):
            if self.game.is_over:
                return
            pairs = self.game.legal(self.game.turn)
            self.play(pairs[below(dice, len(pairs))])

    @rule(seat=st.integers(-1, 6), move=any_move)
    def refuse(self, seat, move):
        if 0 <= seat < self.game.seat_count and (seat, move) in self.game.legal():
            return
        before = self.game.table.copy(), len(self.game.events), self.game.decision
        with pytest.raises(Refused) as refusal:
            self.game.play(seat, move)
        assert str(refusal.value)
        assert (self.game.table, len(self.game.events), self.game.decision) == before

    def play(self, pair):
        seat, move = pair
        hand = self.game.table.hands[seat]
        action = action_of(move, hand)
        assert 0 <= action < ACTIONS
        assert move_of(action, hand) == move
        assert parse_move(str(move)) == move
        for event in self.game.play(seat, move):
            match event:
                case LotGranted(winner) | CardGiven(winner):
                    self.offers_won[winner] += 1
                case MarketCleared():
                    assert len(set(self.offers_won)) == 1, "everyone wins one auction per round"
        check_table(self.game.table)

    @invariant()
    def hands_are_within_the_limit_when_play_goes_on(self):
        sizes = self.game.table.hand_sizes
        if self.game.phase == "reduce":
            assert sizes[self.game.turn] > 7
            sizes = [size for seat, size in enumerate(sizes) if seat != self.game.turn]
        assert max(sizes) <= 7

    @invariant()
    def somebody_can_play_until_the_game_is_over(self):
        assert self.game.is_over == (self.game.turn is None)
        if self.game.is_over:
            assert self.game.legal() == ()
        else:
            assert self.game.legal(self.game.turn)

    def teardown(self):
        if hasattr(self, "game"):
            text = write_record(self.game)
            again = load_game(text)
            assert write_record(again) == text
            assert again.table == self.game.table
            assert again.decision == self.game.decision


TestWholeGame = WholeGame.TestCase
TestWholeGame.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(12))
def test_every_game_ends(players, seed):
    game = Game.new(players, seed=seed)
    dice = [0] * DICE_SIZE
    seed_dice(dice, seed, 1)
    while not game.is_over:
        pairs = game.legal()
        seat, move = pairs[below(dice, len(pairs))]
        game.play(seat, move)
        check_table(game.table)
    assert len(game.moves) < 1000
    assert game.view(None).draw_pile_count == 0
