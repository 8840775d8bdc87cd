"""Views and options, screen by screen as in docs/views.md."""

from itertools import combinations
from random import Random

import msgspec
import pytest

from byzanz import Card, Game, Refused, Stall, parse_cards
from byzanz.cards import in_order
from byzanz.game.options import SaleOption, closing_sales, sale_options, set_count
from byzanz.game.refusal import Reason
from byzanz.game.view import OfferState
from tests.staging import play, position, staged


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def bidding() -> Game:
    """The second of four auctions, a lot of four cards: seat 2 leads with 6, seat 0 has bid 3."""
    return position(
        "players 4; phase bid; turn 0; opener 0; leader 2; auction 1; offers 0 0 0 5; round 2;"
        " hand 0: C2 O3 S1 S4 M; bid 0: C1 V2; hand 1: C1 C1 G1 G1 O1; bid 1: C3 G2;"
        " hand 2: V1 V1 V2 W1; bid 2: W4 O2; hand 3: G1 G2 O1 O2 S1 V2 W1;"
        " lot: G3 O2 S2 M; market: C1 S2 V1 V2 W1 M"
    )


def test_the_view_of_the_bidding():
    view = bidding().view(0)
    assert (view.round, view.rounds, view.phase, view.turn) == (3, 6, "bid", 0)
    assert [(offer.offer, offer.state, offer.seat) for offer in view.offers] == [
        (5, OfferState.SOLD, 3),
        (4, OfferState.NOW, None),
        (3, OfferState.TO_COME, None),
        (2, OfferState.TO_COME, None),
    ]
    assert (view.lot.offer, view.lot.number, view.lot.leader, view.lot.beat) == (4, 2, 2, 6)
    assert view.lot.cards == cards("G3 O2 S2 M")
    assert view.seats[2].bid == cards("O2 W4")
    assert view.seats[0].hand_count == 5
    assert view.seats[3].offer == 5
    assert [stall.cards for stall in view.market if stall.cards] == [
        cards("C1"), cards("S2"), cards("V1 V2"), cards("W1"), cards("M"),
    ]  # fmt: skip
    assert view.own.hand == cards("C2 O3 S1 S4 M")


def test_the_options_of_a_raise():
    options = bidding().options(0)
    assert options.bid.beat == 6
    assert options.bid.laid_value == 3
    assert options.bid.cards == cards("C2 O3 S1 S4")
    assert options.bid.most == 13
    assert options.bid.cheapest == cards("S4")
    assert [sale.cards for sale in options.sales] == [cards("S1 S4 M")]
    assert (options.give, options.take, options.discard, options.may_be_done) == (
        None, (), None, False,
    )  # fmt: skip


def test_only_passing_is_left():
    game = position("players 3; phase bid; turn 1; leader 0; bid 0: W4; hand 1: C1 C2; lot: G1 G1")
    assert game.options(1).bid.cheapest == ()
    assert game.options(1).bid.most == 3


def test_off_turn_there_are_only_sales():
    options = bidding().options(1)
    assert (options.bid, options.sales) == (None, ())
    assert not options.has_decision
    assert bidding().options(0).has_decision


def test_a_seat_that_waits_in_an_auction_knows_its_next_bid():
    options = bidding().options(1)
    assert (options.next_bid.beat, options.next_bid.laid_value, options.next_bid.most) == (6, 5, 10)
    assert options.next_bid.cheapest == cards("C1 O1")
    assert bidding().options(0).next_bid is msgspec.UNSET  # it is on turn
    assert bidding().options(3).next_bid is msgspec.UNSET  # it has won a lot
    assert b"next_bid" not in msgspec.json.encode(bidding().options(3))


@pytest.mark.parametrize(
    ("hand", "need", "cheapest"),
    [
        ("C1 G2", 1, "C1"),
        ("C2 G1 O1", 2, "C2"),  # as few cards as possible
        ("C2 C3 G1 O1", 2, "G1 O1"),  # but no card of a pair
        ("C2 C3 G2", 2, "G2"),
        ("C1 C1 G3", 2, "C1 C1"),  # the least value comes first
        ("C2 C2 G1 G1", 2, "C2"),  # if all cards are in pairs, the fewest cards
        ("C3 G3", 4, "C3 G3"),
        ("C3 G3", 7, ""),
    ],
)
def test_the_cheapest_bid(hand, need, cheapest):
    laid = "W4 W4" if need > 4 else f"W{need - 1}" if need > 1 else ""
    game = position(
        f"players 3; phase bid; turn 1; leader {0 if laid else -1}; bid 0: {laid}; hand 1: {hand};"
        " lot: G1 G1"
    )
    option = game.options(1).bid
    assert option.beat >= need - 1
    assert option.cheapest == cards(cheapest)


def test_the_options_of_giving():
    game = staged(4, "C1 S2 V1 G1", "C2 C2 G3 O3 W1")
    play(game, "0 bid C1 S2 V1", "1 pass", "2 pass", "3 pass")
    view, options = game.view(0), game.options(0)
    assert (view.phase, view.turn, view.lot.price) == ("give", 0, 4)
    assert options.give.cards == cards("C2 G3 O3 W1")
    assert (options.give.hand_after, options.give.excess_after) == (5, 0)
    assert view.seats[1].has_passed


def test_the_options_of_taking():
    game = position(
        "players 4; phase take; turn 0; takes 1; auction 4; offers 3 2 4 5; round 2;"
        " hand 0: C2 G1 O3 S4 V2; market: C1 C2 G3 O1 O1 O2 S1 S2 S3 V1 V1 V2 V3 W2"
    )
    view = game.view(0)
    assert [seat.takes_at for seat in view.seats] == [2, 1, 3, 4]
    assert view.lot is None
    options = {option.stall: option for option in game.options(0).take}
    spices = options[Stall.S]
    assert (spices.cards, spices.hand_after, spices.excess_after) == (cards("S1 S2 S3"), 8, 1)
    assert spices.completes.cards == cards("S1 S2 S4"), "keeps the 4, lowest rest"
    assert options[Stall.G].completes is None
    assert Stall.M not in options


def test_completes_is_about_the_stall():
    game = position(
        "players 3; phase take; turn 0; takes 1; auction 3; offers 4 2 6;"
        " hand 0: C3 C3 C4 G1 G1; market: G2 W1"
    )
    options = {option.stall: option for option in game.options(0).take}
    assert options[Stall.G].completes.cards == cards("G1 G1 G2")
    assert options[Stall.W].completes is None


def test_the_last_lot_of_a_round_has_no_price():
    game = staged(3, "C1 C1 C2 G1 | C2 C3 G2 O1", "S1 S1 V1 V1 W1 W1 | O1 O2 S2 S2 | V2 V2")
    play(game, "0 bid C1", "1 pass", "2 pass")
    assert (game.view(1).lot.price, game.view(1).lot.beat, game.view(1).lot.leader) == (1, None, 0)
    play(game, "0 give S1")
    assert game.view(1).lot is None, "seat 0 is over the limit"
    play(game, "0 discard S1")
    assert (game.view(1).lot.price, game.view(1).lot.beat) == (None, 0)
    play(game, "1 pass", "2 pass")
    while game.phase == "reduce":
        play(game, f"1 discard {game.options(1).discard.cards[0]}")
    view = game.view(1)
    assert (view.phase, view.turn, view.lot.price, view.lot.opener) == ("give", 2, None, 2)
    assert [seat.has_passed for seat in view.seats] == [False, False, False]


def test_the_opener_stays_while_the_turn_goes_on():
    game = staged(4)
    play(game, "0 pass")
    assert (game.turn, game.view(1).lot.opener) == (1, 0)


def test_taken_stalls_show_who_took_them():
    game = staged(3, "C1 C1 C2 G1 | C2 C3 G2 O1", "S1 S1 V1 V1 W1 W1 | O1 O2 S2 S2 | V2 V2")
    play(game, "0 pass", "1 pass", "2 pass")
    while game.phase == "reduce":
        play(game, f"0 discard {game.options(0).discard.cards[0]}")
    play(game, "1 bid C2", "2 pass", "1 give O1", "2 give V2")
    assert (game.phase, game.turn) == ("take", 2)
    play(game, "2 take V")
    stalls = {stall.stall: stall for stall in game.view(None).market}
    assert stalls[Stall.V].taken_by == 2
    assert stalls[Stall.C].taken_by is None


def test_the_options_over_the_limit():
    game = position(
        "players 4; phase reduce; turn 0; auction 2; offers 4 0 0 5;"
        " hand 0: C2 G1 G3 O3 S1 S2 V2 M M"
    )
    view, options = game.view(0), game.options(0)
    assert (view.phase, view.excess_count) == ("reduce", 2)
    assert options.discard.excess_count == 2
    assert options.discard.cards == cards("C2 G1 G3 O3 S1 S2 V2 M")
    first = options.sales[0]
    assert (first.cards, first.kept, first.profit, first.hand_after) == (
        cards("G1 G3 M"), Card.G3, 3, 6,
    )  # fmt: skip
    assert [offer.state for offer in view.offers] == ["sold", "sold", "to_come", "to_come"]


def net_profit(sale: SaleOption) -> float:
    """The profit minus the value of the merchants used, 5/3 each."""
    return sale.profit - 5 / 3 * sale.cards.count(Card.M)


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        pytest.param("G4 W1 W2 W3 M M", "W1 W2 W3", id="no merchants for 1 less"),
        pytest.param("C1 C1 C1 G4 G4 M", "G4 G4 M", id="one merchant for 3 more"),
        pytest.param("C1 C1 C1 G1 G2 M", "C1 C1 C1", id="not for 1 more"),
        pytest.param("C4 M M M", "C4 M M", id="not three for 1 more than two"),
        pytest.param("C1 M M M", "M M M", id="but three rather than two for 1"),
        pytest.param("C1 C1 C2 C4 C4", "C1 C1 C4", id="the cheapest rest"),
    ],
)
def test_the_first_proposal_saves_merchants_that_are_worth_more(hand, first):
    assert sale_options(cards(hand))[0].cards == cards(first)


def test_proposals_are_ordered_by_net_profit():
    sales = sale_options(cards("C1 C1 C2 C4 C4 M M M"))
    values = [round(net_profit(sale), 6) for sale in sales]
    assert values == sorted(values, reverse=True)
    assert sales[0].cards == cards("C1 C1 C4")
    assert {sale.cards.count(Card.M) for sale in sales} == {0, 1, 2, 3}


def test_closing_sales_make_the_most_of_the_hand():
    """Unsold merchants have no value, so a sale of the best choice of sets comes first."""
    hand = cards("G4 O2 O3 M M")
    assert sale_options(hand)[0].cards == cards("O2 O3 M")
    assert closing_sales(hand)[0].cards == cards("G4 M M")
    assert {sale.cards for sale in closing_sales(hand)} == {
        sale.cards for sale in sale_options(hand)
    }
    game = position("players 3; phase close; turn 0; round 8; hand 0: G4 O2 O3 M M; done 0 1 1")
    assert game.options(0).sales[0].cards == cards("G4 M M")


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("C1 C1 G1 G1", 0, id="two pairs"),
        pytest.param("C1 C2 C3 C4", 1, id="four ways, one set"),
        pytest.param("C1 C1 G1 G1 M M", 2, id="two pairs, two merchants"),
        pytest.param("C1 C1 G1 G1 M", 1, id="two pairs, one merchant"),
        pytest.param("C1 C2 C3 M M M", 2, id="a set and three merchants"),
        pytest.param("C1 G1 O1 M M M", 1, id="three merchants, three ways"),
        pytest.param("C1 C1 C1 C1 M M", 2, id="four and two merchants"),
        pytest.param("C1 C1 C2 C2 G1 G2 G3 O1 O1 O2 M M", 4, id="all twelve"),
    ],
)
def test_the_number_of_sets_that_can_be_sold_together(hand, count):
    assert set_count(cards(hand)) == count


@pytest.mark.parametrize("seed", range(40))
def test_the_number_of_sets_agrees_with_brute_force(seed):
    """Brute force over all groups of three cards."""
    dice = Random(seed)
    hand = in_order(dice.sample([card for card in Card for _ in range(4)], dice.randrange(3, 9)))

    def most(rest):
        best = 0
        for indexes in combinations(range(len(rest)), 3):
            trio = [rest[index] for index in indexes]
            goods = {card.stall for card in trio if card is not Card.M}
            if len(goods) < 2:
                left = [card for index, card in enumerate(rest) if index not in indexes]
                best = max(best, 1 + most(left))
        return best

    assert set_count(hand) == most(hand)


def test_the_views_of_the_closing_sales_and_the_end():
    game = position(
        "players 3; phase close; turn 0; round 8; hand 0: C1 C1 C1; hand 1: G1 G1 G1 G2;"
        " hand 2: W1; done 0 0 1; profits 3 1 4"
    )
    assert game.options(0).may_be_done
    assert game.options(1).may_be_done
    assert not game.options(2).may_be_done
    assert game.view(2).seats[2].is_done
    assert game.view(0).round == 8
    play(game, "1 sell G1 G1 G2", "0 done")
    view = game.view(None)
    assert (view.phase, view.turn, view.own) == ("over", None, None)
    assert [(line.place, line.seat, line.profit) for line in view.standings] == [
        (1, 2, 4), (2, 0, 3), (3, 1, 3),
    ], "three cards left beat one"  # fmt: skip
    assert [line.by_tie_break for line in view.standings] == [False, True, True]


def test_a_spectator_sees_the_public_part():
    view = bidding().view(None)
    assert (view.seat, view.own) == (None, None)
    assert view.seats[0].hand_count == 5


def test_profit_is_visible_to_its_owner_only():
    game = staged(3, "C1 C2 C4 G1")
    play(game, "0 sell C1 C2 C4")
    assert game.view(0).own.kept == (Card.C4,)
    assert game.view(0).own.profit == 4
    assert game.view(1).seats[0].profit_count == 1


def test_views_are_frozen_hashable_and_encode():
    game = bidding()
    for value in (game.view(0), game.options(0), game.memory(0), *game.events):
        assert isinstance(hash(value), int)
        assert msgspec.json.decode(msgspec.json.encode(value), type=type(value)) == value
    with pytest.raises(AttributeError):
        game.view(0).turn = 3


def test_unknown_seats_are_refused():
    game = staged(3)
    for call in (game.view, game.options, game.memory, game.legal, game.events_for):
        with pytest.raises(Refused) as refusal:
            call(3)
        assert refusal.value.reason is Reason.NO_SUCH_SEAT
        assert str(refusal.value) == "there is no seat 3: expected 0 to 2"
