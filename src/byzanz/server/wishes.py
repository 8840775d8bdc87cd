"""What a seat wishes for itself alone: it stands in no log, and nobody is told."""

import msgspec

from byzanz.game.game import Game
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
    return seat


def bidding(game: Game) -> tuple[AuctionNumber | None, int]:
    """The auction that is going on, and the highest bid in it."""
    view = game.view(None, memory=False)
    if view.lot is None or view.lot.beat is None:
        return None, 0
    return AuctionNumber(view.round, view.lot.number), view.lot.beat


def wants_pass(game: Game, wish: Wish | None) -> bool:
    """Shall the seat on turn, which wished this, pass now?"""
    if wish is None or wish.above is None:
        return False
    auction, highest = bidding(game)
    return auction == wish.auction and highest > wish.above
