"""A virtual room for the echo server, which sends every command back to all players."""

from byzanz.load.players.player import Player
from byzanz.load.players.virtual_room import NextMove, VirtualRoom, new_id

BODY = b'{"type":"play","command":"%s","move":"pass","decision":0}'


class EchoRoom(VirtualRoom):
    """Sends commands without a game, to the server of echo_server.py."""

    async def begin(self) -> None:
        """Choose a room id: the echo server has no rooms to create."""
        self.room_id = 2 * new_id()
        await self.follow()

    def read_update(self, player: Player, message: bytes) -> None:
        """Do nothing: the next command does not depend on updates."""

    def next_move(self) -> NextMove | None:
        """Return a command of a random player."""
        return NextMove(self.context.dice.choice(self.players), BODY % new_id().encode())
