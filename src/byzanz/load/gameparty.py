"""A party that plays the real game: each a person of its own, in a room that one of them made."""

import secrets

import msgspec

from byzanz.game.options import Options
from byzanz.load.chair import Chair
from byzanz.load.party import Party, Refused, Turn, code_of, new_id
from byzanz.wire.answers import Accepted, NewPerson
from byzanz.wire.commands import Command, CreateRoom, Join, Play, SeatPlan, Start
from byzanz.wire.endpoints import ROOM

ENCODER = msgspec.json.Encoder()
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz")
BOLDNESS = 0.4  # how often one bids who can


class _Sight(msgspec.Struct, frozen=True):
    turn: int | None
    decision: int


class _Place(msgspec.Struct, frozen=True):
    seat: int | None


class Glance(msgspec.Struct, frozen=True):
    """As much of an update as tells whose turn it is."""

    room: _Place
    view: _Sight | None
    options: msgspec.Raw


GLANCES = msgspec.json.Decoder(Glance)
OPTIONS = msgspec.json.Decoder(Options)


class GameParty(Party):
    """Plays any legal moves, game after game."""

    _turn: tuple[Chair, int, msgspec.Raw] | None = None  # who moves, the decision, the options

    async def begin(self) -> None:
        """Make a room, sit down, start; raises `Refused`."""
        self._turn = None
        for chair in self.chairs:
            if chair.key is None:
                reply = await self._post("/api/people", b"", None)
                chair.key = msgspec.json.decode(reply, type=NewPerson).key
        plan = CreateRoom(
            new_id(), name=NAMES[0], nonce=_nonce(), seats=(SeatPlan(),) * len(self.chairs)
        )
        reply = await self._post("/api/rooms", ENCODER.encode(plan), self.chairs[0].key)
        self.room = msgspec.json.decode(reply, type=Accepted).room
        for chair, name in list(zip(self.chairs, NAMES, strict=False))[1:]:
            await self._command(chair, Join(new_id(), name=name, nonce=_nonce()))
        await self._command(self.chairs[0], Start(new_id()))
        await self.follow()

    def look(self, chair: Chair, message: bytes) -> None:
        """Keep the options of whoever moves next."""
        glance = GLANCES.decode(message)
        view = glance.view
        if view is None or view.turn is None:
            self._turn = None
        elif view.turn == glance.room.seat:
            self._turn = chair, view.decision, glance.options.copy()

    def turn(self) -> Turn | None:
        """A move by chance."""
        if self._turn is None:
            return None
        chair, decision, options = self._turn
        words = self._choose(OPTIONS.decode(options))
        return Turn(chair, ENCODER.encode(Play(new_id(), move=words, decision=decision)))

    def _choose(self, options: Options) -> str:
        dice = self.hall.dice
        if options.bid is not None:
            is_bold = options.bid.cheapest and dice.random() < BOLDNESS
            return " ".join(("bid", *options.bid.cheapest)) if is_bold else "pass"
        if options.give is not None:
            return f"give {dice.choice(options.give.cards)}"
        if options.take:
            return f"take {dice.choice(options.take).stall}"
        if options.sales:
            return " ".join(("sell", *options.sales[0].cards))
        if options.discard is not None:
            return f"discard {dice.choice(options.discard.cards)}"
        return "done"

    async def _command(self, chair: Chair, command: Command) -> None:
        await self._post(
            f"{ROOM.format(room=self.room)}/commands", ENCODER.encode(command), chair.key
        )

    async def _post(self, path: str, body: bytes, key: str | None) -> bytes:
        reply = await self.hall.posts.post(path, body, key)
        if reply.status != 200:
            code = code_of(reply.body)
            raise Refused(
                f"the server refuses ({code}): expected raised limits, such as limits.rooms"
            )
        return reply.body


def _nonce() -> str:
    return secrets.token_hex(16)
