"""What a seat wishes for itself alone: it stands in no log, and nobody is told."""

import msgspec

from byzanz.cards import total
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Move, Pass
from byzanz.game.options import BidOption
from byzanz.server.room import Room
from byzanz.wire.commands import AuctionNumber, Wish
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.room import Status

DECODER: msgspec.json.Decoder[Wish] = msgspec.json.Decoder(Wish)


def wishing_seat(room: Room, person: str, wish: Wish) -> int:
    """The seat of a person who may wish this now; raises `Refusal`."""
    seat, game = room.seat_of(person), room.game
    if seat is None:
        raise Refusal(Code.NOT_ALLOWED)
    if game is None or room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING)
    if bidding(game)[0] != wish.auction:
        raise Refusal(Code.STALE, decision=game.decision)
    if wish.up_to is not None:
        _check_bid(game, seat, wish)
    return seat


def _check_bid(game: Game, seat: int, wish: Wish) -> None:
    """Raise unless this seat can bid so much."""
    if wish.above is not None:
        raise Refusal(Code.BAD_REQUEST, field="up_to")
    options = game.options(seat)
    option = options.bid or options.next_bid
    if not isinstance(option, BidOption):
        raise Refusal(Code.STALE, decision=game.decision)  # it has left this auction
    if wish.up_to is not None and wish.up_to > option.most:
        raise Refusal(Code.BEYOND_HAND, most=option.most)


def bidding(game: Game) -> tuple[AuctionNumber | None, int]:
    """The auction that is going on, and the highest bid in it."""
    view = game.view(None, memory=False)
    if view.lot is None or view.lot.beat is None:
        return None, 0
    return AuctionNumber(view.round, view.lot.number), view.lot.beat


def wished_move(game: Game, wish: Wish | None) -> Move | None:
    """What the seat on turn, which wished this, does now; None: it is asked."""
    auction, highest = bidding(game)
    if wish is None or auction != wish.auction:
        return None
    if wish.above is not None:
        return Pass() if highest > wish.above else None
    return None if wish.up_to is None else _cheapest_bid(game, wish.up_to)


def _cheapest_bid(game: Game, up_to: int) -> Bid | None:
    assert game.turn is not None
    option = game.options(game.turn).bid
    if option is None or not option.cheapest:
        return None
    value = option.laid_value + total(option.cheapest)
    return Bid(option.cheapest) if value <= up_to else None
