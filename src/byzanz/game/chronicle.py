"""What the events have told beyond the table: prices, who took which stall, who kept which card."""

from byzanz.cards import STALLS, Card
from byzanz.game.events import AuctionWon, Event, LotRevealed, RoundBegun, StallTaken, TrioSold
from byzanz.game.memory import PublicMemory


class Chronicle:
    """Public facts gathered from the events of one game."""

    __slots__ = ("kept", "memory", "price", "taken_by")

    def __init__(self, seat_count: int) -> None:
        self.price: int | None = None  # paid for the lot that is being given
        self.taken_by: list[int | None] = [None] * STALLS  # in this round
        self.kept: list[list[Card]] = [[] for _ in range(seat_count)]
        self.memory = PublicMemory(seat_count)

    def copy(self) -> "Chronicle":
        """An equal chronicle that shares nothing with this one."""
        twin = Chronicle.__new__(Chronicle)
        twin.price = self.price
        twin.taken_by = self.taken_by[:]
        twin.kept = [cards[:] for cards in self.kept]
        twin.memory = self.memory.copy()
        return twin

    def add(self, event: Event) -> None:
        """Write one more event down."""
        self.memory.fold(event)
        match event:
            case RoundBegun():
                self.taken_by = [None] * STALLS
            case LotRevealed():
                self.price = None
            case AuctionWon(bid_value=bid_value):
                self.price = bid_value
            case StallTaken(seat, stall):
                self.taken_by[stall.number] = seat
            case TrioSold(seat, kept=kept):
                self.kept[seat].append(kept)
            case _:
                pass
