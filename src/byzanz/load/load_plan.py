"""The plan of a load test, and the thresholds that its results must meet."""

import msgspec

MOST_MILLISECONDS = 150.0  # from a move to its arrival at the last seat, 99th percentile
MOST_BYTES = 1 << 30  # resident memory of the server
MOST_CUT_SECONDS = 15.0  # until all sockets have reconnected


class LoadPlan(msgspec.Struct, frozen=True):
    """What a run does."""

    rooms: int
    players: int  # in each room, each with a push socket
    moves: int  # a second, in all rooms together
    seconds: float
    cut: bool = False  # also abort all sockets at once, and measure until all are back
    processes: int = 1  # of the server, on one store
    store: str | None = None  # of the servers that are started; None: an empty one
    beside: bool = False  # measure again while the server analyses and its machine compiles

    @property
    def sockets(self) -> int:
        """The number of push sockets."""
        return self.rooms * self.players
