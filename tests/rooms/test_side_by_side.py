"""Two games of one deck, compared auction by auction."""

from random import Random

import pytest

from byzanz import Game
from byzanz.game.moves import Bid, Pass
from byzanz.rooms.side_by_side import side_by_side
from byzanz.wire.comparison import AuctionPair, MarketPair


def played(seed: int, deck: int = 5, players: int = 4, first: tuple = ()) -> Game:
    """A finished game of random moves, of which the first ones are given."""
    game, dice = Game.new(players, seed=deck), Random(seed)
    for move in first:
        game.play(game.turn, move)
    while game.turn is not None:
        pairs = game.legal()
        game.play(*dice.choice([pair for pair in pairs if pair[0] == game.turn] or pairs))
    return game


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_gains_add_up_to_the_difference_in_profit(seed, players):
    own, other = played(seed, seed, players), played(seed + 1, seed, players)
    for seat in range(players):
        pair = side_by_side(own, seat, other, seat)
        assert (pair.own_profit, pair.other_profit) == (own.scores[seat], other.scores[seat])
        gains = sum(row.gain for row in pair.rows) + pair.dealt_gain
        assert gains == pair.own_profit - pair.other_profit
        turned = side_by_side(other, seat, own, seat)
        assert [row.gain for row in turned.rows] == [-row.gain for row in pair.rows]
        assert [row.differs for row in turned.rows] == [row.differs for row in pair.rows]


def test_a_game_does_not_differ_from_itself():
    game = played(3)
    pair = side_by_side(game, 2, game, 2)
    assert not any(row.differs or row.gain for row in pair.rows)
    assert pair.dealt_gain == 0
    assert pair.most_different is None


def test_every_lot_and_every_market_has_a_row():
    game = played(3)
    rows = side_by_side(game, 0, played(4), 0).rows
    auctions = [row for row in rows if isinstance(row, AuctionPair)]
    assert len(auctions) == game.table.seat_count * max(row.round for row in rows)
    markets = [row.round for row in rows if isinstance(row, MarketPair)]
    assert markets == list(range(1, max(markets) + 1))


def test_bids_and_prices_are_those_of_each_player():
    deal = Game.new(3, seed=5)
    first = next(card for card in deal.view(0).own.hand if card != "M")
    bidder = played(1, players=3, first=(Bid((first,)), Pass(), Pass()))
    passer = played(1, players=3, first=(Pass(),))
    row = side_by_side(bidder, 0, passer, 0).rows[0]
    assert (row.round, row.differs) == (1, True)
    assert row.cards == deal.view(0).lot.cards
    assert (row.own.bid_cards, row.own.beat, row.own.winner) == ((first,), None, 0)
    assert row.own.price == row.own.bid
    assert len(row.own.taken) == len(row.cards) - 1
    assert row.own.given in row.cards
    assert (row.other.bid, row.other.bid_cards, row.other.beat) == (0, (), 0)


def test_the_most_different_auction_is_the_one_that_cost_most():
    pair = side_by_side(played(8), 1, played(9), 1)
    differing = [row for row in pair.rows if isinstance(row, AuctionPair) and row.differs]
    assert pair.most_different in differing
    assert pair.most_different.gain == min(row.gain for row in differing)


def test_other_decks_and_unfinished_games_are_refused():
    game = played(3)
    with pytest.raises(ValueError, match="expected the same deck"):
        side_by_side(game, 0, played(3, deck=6), 0)
    with pytest.raises(ValueError, match="expected two finished games"):
        side_by_side(game, 0, Game.new(4, deck=game.deck), 0)
