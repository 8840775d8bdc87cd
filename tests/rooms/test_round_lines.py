"""A game as the rounds and auctions of one seat."""

import pytest

from byzanz import Game
from byzanz.bots.roster import make_bot
from byzanz.cards import Card, Stall
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardGiven,
    Dealt,
    LotGranted,
    LotRevealed,
    Passed,
    RoundBegun,
    StallTaken,
    TrioSold,
)
from byzanz.rooms.round_lines import round_lines
from byzanz.wire.challenges import AuctionLine, AuctionOutcome, RoundLine

LOT = (Card.C1, Card.G2)
WON, PASSED, FREE = AuctionOutcome.WON, AuctionOutcome.PASSED, AuctionOutcome.FREE


def lines(*events, seat=1):
    (line,) = round_lines((Dealt(1, 1, (Card.C1,)), RoundBegun(1, 0), *events), seat)
    return line.auctions


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param(
            [BidLaid(0, (Card.W3,), 3), Passed(1, ()), AuctionWon(0, 5, (Card.W3,), 3)],
            [AuctionLine(1, 5, PASSED, 3, ())],
            id="passed at the highest bid",
        ),
        pytest.param(
            [BidLaid(1, (Card.O2,), 2), AuctionWon(1, 5, (Card.O2,), 2), CardGiven(1, 5, *LOT)],
            [AuctionLine(1, 5, WON, 2, (Card.O2,), Card.C1)],
            id="won, and a card given",
        ),
        pytest.param(
            [Passed(1, ()), Passed(0, ()), LotGranted(1, 5, LOT)],
            [AuctionLine(1, 5, FREE, 0, LOT)],
            id="free after its own pass",
        ),
        pytest.param([Passed(0, ()), LotGranted(0, 5, LOT)], [], id="never asked"),
    ],
)
def test_an_auction_has_one_line(events, expected):
    assert lines(LotRevealed(5, LOT, 0), *events) == tuple(expected)


def test_auctions_are_numbered_in_their_round():
    found = lines(
        *(LotRevealed(5, LOT, 0), BidLaid(0, (Card.W1,), 1), Passed(1, ())),
        *(LotRevealed(4, LOT, 0), LotRevealed(4, LOT, 0), Passed(1, ())),
    )
    assert [(line.number, line.offer, line.value) for line in found] == [(1, 5, 1), (3, 4, 0)]


def test_the_market_and_the_profit_belong_to_the_round():
    trio = (Card.C1, Card.C2, Card.C3)
    (line,) = round_lines(
        [
            *(RoundBegun(1, 0), StallTaken(0, Stall.W, ()), StallTaken(1, Stall.C, (Card.C1,))),
            *(TrioSold(1, trio, Card.C3, 3), TrioSold(0, trio, Card.C2, 2)),
        ],
        seat=1,
    )
    assert line == RoundLine(1, (), Stall.C, (Card.C1,), 3)


def test_the_profits_of_whole_games_add_up():
    for seed in range(4):
        game = Game.new(players=3 + seed, seed=seed)
        bot = make_bot("greedy", seed)
        while not game.is_over:
            game.play(game.turn, bot.choose(game.view(game.turn), game.options(game.turn)))
        for seat, profit in enumerate(game.scores):
            assert sum(line.profit for line in round_lines(game.events, seat)) == profit
