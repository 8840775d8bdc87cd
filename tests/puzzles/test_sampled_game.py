"""Sampled games: possible games behind the views of puzzles."""

import msgspec
import pytest

from byzanz.cards import cards_in
from byzanz.game.moves import Sell
from byzanz.puzzles.answers import options_of, without_sales
from byzanz.puzzles.sampled_game import sampled_game
from tests.puzzles.found_positions import some_puzzles

PUZZLES = some_puzzles(30)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_the_seat_sees_the_stored_view_whatever_is_hidden(puzzle):
    """So the stored view has no hidden card: it is the same with other ones."""
    view, hands = puzzle.view, set()
    for seed in range(6):
        game = sampled_game(view, seed)
        assert game is not None
        assert msgspec.json.encode(game.view(view.seat)) == msgspec.json.encode(view)
        options = game.options(view.seat)
        if not puzzle.options.sales:
            options = without_sales(options)
        assert msgspec.json.encode(options) == msgspec.json.encode(puzzle.options)
        hands.add(tuple(tuple(cards_in(hand)) for hand in game.table.hands))
    assert len(hands) > 1 or not any(seat.unknown_count for seat in view.memory.seats)


def test_the_same_seed_gives_the_same_game():
    for puzzle in PUZZLES[:5]:
        one, other = sampled_game(puzzle.view, 7), sampled_game(puzzle.view, 7)
        assert one.table.hands == other.table.hands
        assert one.table.deck == other.table.deck


def test_a_sampled_game_is_played_to_its_end():
    for puzzle in PUZZLES[:8]:
        game = sampled_game(puzzle.view, 1)
        while not game.is_over:
            moves = game.legal()
            quiet = [each for each in moves if not isinstance(each[1], Sell)]
            game.play(*(quiet or moves)[0])
        assert sum(game.scores) >= sum(seat.profit for seat in puzzle.view.memory.seats)


def test_no_card_is_lost_or_doubled():
    for puzzle in PUZZLES:
        game = sampled_game(puzzle.view, 2)
        view = game.view(puzzle.view.seat)
        for seat, each in enumerate(view.seats):
            hand = cards_in(game.table.hands[seat])
            assert len(hand) == each.hand_count
            assert not set(puzzle.view.memory.seats[seat].known) - set(hand)


def test_the_options_follow_from_the_view():
    for puzzle in PUZZLES:
        assert options_of(puzzle.view) == puzzle.options
