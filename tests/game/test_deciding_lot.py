"""The deciding lot: the lot that contributed most to the winner's profit."""

from random import Random

import msgspec
import pytest

from byzanz import Card, Game, Stall, parse_cards
from byzanz.bots.roster import make_bot
from byzanz.game.deciding_lot import DecidingLot, deciding_lot
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardDiscarded,
    CardGiven,
    Dealt,
    LotGranted,
    LotRevealed,
    RoundBegun,
    StallTaken,
    TrioSold,
)
from byzanz.game.standings import Standing


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def standing(place: int, seat: int, profit: int) -> Standing:
    return Standing(place, seat, profit, 0, (), by_tie_break=False)


def ranking(*profits: int) -> list[Standing]:
    """Standings with seat 0 first, then seat 1 and so on."""
    return [standing(seat + 1, seat, profit) for seat, profit in enumerate(profits)]


def bought(offer: int, taken: str, *, paid: str, value: int, given: Card = Card.W1, seat: int = 0):
    """The events of a lot won by a bid."""
    return [
        LotRevealed(offer, (*cards(taken), given), 1),
        BidLaid(seat, cards(paid), value),
        AuctionWon(seat, offer, cards(paid), value),
        CardGiven(seat, offer, given, cards(taken)),
    ]


def sold(text: str, kept: Card, profit: int, seat: int = 0) -> TrioSold:
    return TrioSold(seat, cards(text), kept, profit)


DEALT = Dealt(0, 4, cards("C1 G1 O1 S1"))
TWO_LOTS = [
    DEALT,
    RoundBegun(1, 0),
    *bought(5, "V1 V2 V4", paid="C1", value=1),
    RoundBegun(2, 1),
    *bought(3, "W2 W3", paid="G1 O1", value=2),
    StallTaken(0, Stall.W, cards("W1")),
    sold("V1 V2 V4", Card.V4, 4),
    sold("W1 W2 W3", Card.W3, 3),
]


def test_all_of_a_sets_profit_comes_from_one_lot():
    assert deciding_lot(TWO_LOTS, ranking(7, 5, 2)) == DecidingLot(
        round=1, offer=5, price=1, cards=cards("V1 V2 V4"), is_decisive=True
    )


@pytest.mark.parametrize(("second", "is_decisive"), [(7, True), (3, True), (2, False)])
def test_a_lot_is_decisive_if_its_profit_is_at_least_the_lead(second, is_decisive):
    """The lot contributed four of seven points."""
    assert deciding_lot(TWO_LOTS, ranking(7, second, 0)).is_decisive == is_decisive


def test_a_card_gets_a_third_of_the_profit_of_its_set():
    """Two cards of the lot of 3 in a set of 4 contribute more than one card in a set of 3."""
    events = [
        DEALT, RoundBegun(1, 0),
        *bought(4, "V1", paid="C1", value=1),
        *bought(3, "W2 W4", paid="G1", value=1),
        StallTaken(0, Stall.V, cards("V2 V3")), StallTaken(0, Stall.W, cards("W1")),
        sold("V1 V2 V3", Card.V3, 3), sold("W1 W2 W4", Card.W4, 4),
    ]  # fmt: skip
    found = deciding_lot(events, ranking(7, 4, 0))
    assert (found.offer, found.cards, found.is_decisive) == (3, cards("W2 W4"), False)


def test_equal_cards_leave_in_the_order_in_which_they_came():
    """The dealt V1 is paid and one V1 of the lot discarded, so the other V1 of the lot is sold."""
    events = [
        Dealt(0, 4, cards("V1 G1 O1 S1")), RoundBegun(1, 0),
        *bought(4, "V1 V1", paid="V1", value=1), StallTaken(0, Stall.V, cards("V1 V2")),
        CardDiscarded(0, Card.V1), sold("V1 V1 V2", Card.V2, 2),
    ]  # fmt: skip
    assert deciding_lot(events, ranking(2, 1, 0)).cards == cards("V1")


def test_among_equal_lots_the_cheapest_and_then_the_last_is_chosen():
    events = [
        DEALT, RoundBegun(1, 0),
        *bought(4, "V1 V2 V3", paid="C1 G1", value=2),
        *bought(3, "W1 W2 W3", paid="O1", value=1),
        RoundBegun(2, 0), *bought(5, "S1 S2 S3", paid="S1", value=1),
        sold("V1 V2 V3", Card.V3, 3), sold("W1 W2 W3", Card.W3, 3), sold("S1 S2 S3", Card.S3, 3),
    ]  # fmt: skip
    found = deciding_lot(events, ranking(9, 8, 0))
    assert (found.round, found.offer, found.price) == (2, 5, 1)


def test_a_lot_granted_without_a_bid_has_no_price():
    events = [
        DEALT, RoundBegun(1, 0), LotRevealed(4, cards("V1 V2 V3"), 0),
        LotGranted(0, 4, cards("V1 V2 V3")), sold("V1 V2 V3", Card.V3, 3),
    ]  # fmt: skip
    assert deciding_lot(events, ranking(3, 1, 0)).price is None


def test_shared_victories_and_games_without_sold_lots_have_no_deciding_lot():
    shared = [standing(1, 0, 7), standing(1, 1, 7), standing(3, 2, 0)]
    assert deciding_lot(TWO_LOTS, shared) is None
    of_the_market = [DEALT, StallTaken(0, Stall.V, cards("V1 V2 V3")), sold("V1 V2 V3", Card.V3, 3)]
    assert deciding_lot(of_the_market, ranking(3, 1, 0)) is None
    assert deciding_lot([sold("V1 V2 V3", Card.V3, 3)], ranking(3, 1, 0)) is None


def test_lots_of_other_seats_do_not_count():
    events = [*TWO_LOTS, *bought(2, "S4 S4 S4", paid="M", value=9, seat=1)]
    events.append(sold("S4 S4 S4", Card.S4, 4, seat=1))
    assert deciding_lot(events, ranking(7, 4, 0)).offer == 5


@pytest.mark.parametrize("seed", range(6))
def test_the_deciding_lot_agrees_with_the_events(seed):
    """Every fact of the lot is in an event, and views have no deciding lot before the end."""
    game = Game.new(Random(seed).randint(3, 6), seed=seed)
    bot = make_bot("greedy", seed)
    while not game.is_over:
        assert game.view(None).deciding is None
        game.play(game.turn, bot.choose(game.view(game.turn), game.options(game.turn)))
    found = game.view(None).deciding
    assert found == game.view(1).deciding
    [winner] = game.winners
    events_of_winner = [event for event in game.events if getattr(event, "seat", None) == winner]
    begun = [each.round if isinstance(each, RoundBegun) else 0 for each in game.events]
    taken = next(
        event
        for event in game.events[begun.index(found.round) :]
        if isinstance(event, CardGiven | LotGranted) and event.offer == found.offer
    )
    assert taken.seat == winner
    got = taken.taken if isinstance(taken, CardGiven) else taken.cards
    assert set(found.cards) <= set(got)
    prices = [each.bid_value for each in events_of_winner if isinstance(each, AuctionWon)]
    assert found.price is None or found.price in prices
    trios = [event.cards for event in events_of_winner if isinstance(event, TrioSold)]
    assert all(any(card in trio for trio in trios) for card in found.cards)
    assert msgspec.json.decode(msgspec.json.encode(found), type=DecidingLot) == found
