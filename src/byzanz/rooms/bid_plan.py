"""Bid plans: "pass above 5", "bid for me up to 7". They are not logged or shown to other seats."""

import msgspec

from byzanz.cards import total
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Move, Pass
from byzanz.game.options import BidOption
from byzanz.rooms.room import Room
from byzanz.wire.commands import AuctionNumber, BidPlan
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import Status

DECODER: msgspec.json.Decoder[BidPlan] = msgspec.json.Decoder(BidPlan)


def planning_seat(room: Room, person: str, plan: BidPlan) -> int:
    """The seat of a person who may set this plan now; raises `RequestRefused`."""
    seat, game = room.seat_of(person), room.game
    if seat is None:
        raise RequestRefused(Code.NOT_ALLOWED)
    if game is None or room.status is not Status.RUNNING:
        raise RequestRefused(Code.NOT_RUNNING)
    if current_auction(game)[0] != plan.auction:
        raise RequestRefused(Code.STALE, decision=game.decision)
    if plan.up_to is not None:
        _check_bid(game, seat, plan)
    return seat


def _check_bid(game: Game, seat: int, plan: BidPlan) -> None:
    """Raise unless this seat can bid as much as it plans."""
    if plan.above is not None:
        raise RequestRefused(Code.BAD_REQUEST, field="up_to")
    options = game.options(seat)
    option = options.bid or options.next_bid
    if not isinstance(option, BidOption):
        raise RequestRefused(Code.STALE, decision=game.decision)  # the seat has passed already
    if plan.up_to is not None and plan.up_to > option.most:
        raise RequestRefused(Code.BEYOND_HAND, most=option.most)


def current_auction(game: Game) -> tuple[AuctionNumber | None, int]:
    """The current auction and its highest bid; None and 0 outside an auction."""
    view = game.view(None, memory=False)
    if view.lot is None or view.lot.beat is None:
        return None, 0
    return AuctionNumber(view.round, view.lot.number), view.lot.beat


def planned_move(game: Game, plan: BidPlan | None) -> Move | None:
    """The move that a plan makes for the seat on turn; None: its person must decide."""
    auction, highest = current_auction(game)
    if plan is None or auction != plan.auction:
        return None
    if plan.above is not None:
        return Pass() if highest > plan.above else None
    return None if plan.up_to is None else _cheapest_bid(game, plan.up_to)


def _cheapest_bid(game: Game, up_to: int) -> Bid | None:
    assert game.turn is not None
    option = game.options(game.turn).bid
    if option is None or not option.cheapest:
        return None
    value = option.laid_value + total(option.cheapest)
    return Bid(option.cheapest) if value <= up_to else None
