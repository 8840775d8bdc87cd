"""What a run does, and what it may take."""

import msgspec

MOST_MILLISECONDS = 150.0  # from a move to the last seat, 99 of 100
MOST_BYTES = 1 << 30  # of the server's memory
MOST_CUT_SECONDS = 15.0  # till everybody is back


class Plan(msgspec.Struct, frozen=True):
    """So many rooms, in which so many moves a second are played all together."""

    rooms: int
    players: int  # in each room, each with a push socket
    moves: int
    seconds: float
    cut: bool = False  # close all sockets at once, too

    @property
    def sockets(self) -> int:
        """How many push sockets are open."""
        return self.rooms * self.players
