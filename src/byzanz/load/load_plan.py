"""The plan of a load test, and the thresholds that its results must meet."""

import msgspec

MOST_MILLISECONDS = 150.0  # the 99th percentile of the time from a move to the last seat
MOST_BYTES = 1 << 30  # the server's resident memory
MOST_CUT_SECONDS = 15.0  # the time until all sockets have reconnected after an abort


class LoadPlan(msgspec.Struct, frozen=True):
    """The options of a run."""

    rooms: int
    players: int  # players per room, each with a push socket
    moves: int  # moves per second, in all rooms together
    seconds: float  # the measured time
    cut: bool = False  # also abort all sockets at once, and measure until all are back
    processes: int = 1  # server processes on one store
    store: str | None = None  # the store of the servers that are started; None: a new one
    beside: bool = False  # measure again while the server analyses games and its machine compiles

    @property
    def sockets(self) -> int:
        """The number of push sockets."""
        return self.rooms * self.players
