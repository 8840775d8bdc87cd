"""A virtual room that plays the real game with one person per seat."""

import secrets

import msgspec

from byzanz.game.options import Options
from byzanz.load.players.player import Player
from byzanz.load.players.virtual_room import (
    NextMove,
    UnexpectedAnswer,
    VirtualRoom,
    code_of,
    new_id,
)
from byzanz.wire.answers import Accepted, NewPerson
from byzanz.wire.commands import Command, CreateRoom, Join, Play, SeatPlan, Start
from byzanz.wire.endpoints import ROOM

ENCODER = msgspec.json.Encoder()
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz")
BID_PROBABILITY = 0.4  # probability that a player makes the cheapest bid instead of passing


class _TurnView(msgspec.Struct, frozen=True):
    turn: int | None
    decision: int


class _OwnSeat(msgspec.Struct, frozen=True):
    seat: int | None


class TurnUpdate(msgspec.Struct, frozen=True):
    """The fields of an update that show whose turn it is; the options stay undecoded."""

    room: _OwnSeat
    view: _TurnView | None
    options: msgspec.Raw


TURN_DECODER = msgspec.json.Decoder(TurnUpdate)
OPTIONS_DECODER = msgspec.json.Decoder(Options)


class GameRoom(VirtualRoom):
    """Plays legal moves, game after game."""

    _turn: tuple[Player, int, msgspec.Raw] | None = None  # player, decision, options

    async def begin(self) -> None:
        """Create a room, seat all players and start the game; raises `UnexpectedAnswer`."""
        self._turn = None
        for player in self.players:
            if player.key is None:
                reply = await self._post(player, "/api/people", b"")
                player.key = msgspec.json.decode(reply, type=NewPerson).key
        creation = CreateRoom(
            new_id(), name=NAMES[0], nonce=_nonce(), seats=(SeatPlan(),) * len(self.players)
        )
        reply = await self._post(self.players[0], "/api/rooms", ENCODER.encode(creation))
        self.room_id = msgspec.json.decode(reply, type=Accepted).room
        for player, name in list(zip(self.players, NAMES, strict=False))[1:]:
            await self._command(player, Join(new_id(), name=name, nonce=_nonce()))
        started = await self._command(self.players[0], Start(new_id()))
        await self.follow(started.seq)

    def read_update(self, player: Player, message: bytes) -> None:
        """Keep the options of the player on turn."""
        update = TURN_DECODER.decode(message)
        view = update.view
        if view is None or view.turn is None:
            self._turn = None
        elif view.turn == update.room.seat:
            self._turn = player, view.decision, update.options.copy()

    def next_move(self) -> NextMove | None:
        """Return a random legal move."""
        if self._turn is None:
            return None
        player, decision, options = self._turn
        move = self._choose(OPTIONS_DECODER.decode(options))
        return NextMove(player, ENCODER.encode(Play(new_id(), move=move, decision=decision)))

    def _choose(self, options: Options) -> str:
        dice = self.context.dice
        if options.bid is not None:
            bids = options.bid.cheapest and dice.random() < BID_PROBABILITY
            return " ".join(("bid", *options.bid.cheapest)) if bids else "pass"
        if options.give is not None:
            return f"give {dice.choice(options.give.cards)}"
        if options.take:
            return f"take {dice.choice(options.take).stall}"
        if options.sales:
            return " ".join(("sell", *options.sales[0].cards))
        if options.discard is not None:
            return f"discard {dice.choice(options.discard.cards)}"
        return "done"

    async def _command(self, player: Player, command: Command) -> Accepted:
        path = f"{ROOM.format(room=self.room_id)}/commands"
        reply = await self._post(player, path, ENCODER.encode(command))
        return msgspec.json.decode(reply, type=Accepted)

    async def _post(self, player: Player, path: str, body: bytes) -> bytes:
        reply = await self.http_of(player).post(path, body, player.key)
        if reply.status != 200:
            code = code_of(reply.body)
            raise UnexpectedAnswer(
                f"the server refuses a request ({code}): raise its limits, such as limits.rooms"
            )
        return reply.body


def _nonce() -> str:
    return secrets.token_hex(16)
