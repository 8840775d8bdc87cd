"""Public facts that the table does not hold: prices, takers of stalls, kept cards."""

from byzanz.cards import STALLS, Cards
from byzanz.game.events import AuctionWon, Event, LotRevealed, RoundBegun, StallTaken, TrioSold
from byzanz.game.memory import PublicMemory


class Chronicle:
    """Public facts collected from the events of one game."""

    __slots__ = ("kept", "memory", "price", "taken_by")

    def __init__(self, seat_count: int) -> None:
        self.price: int | None = None  # paid for the lot whose winner now gives a card
        self.taken_by: list[int | None] = [None] * STALLS  # [stall]: its taker in this round
        self.kept: list[Cards] = [()] * seat_count  # [seat]: in order of sale
        self.memory = PublicMemory(seat_count)

    def copy(self) -> "Chronicle":
        """Return an independent copy."""
        duplicate = Chronicle.__new__(Chronicle)
        duplicate.price = self.price
        duplicate.taken_by = self.taken_by[:]
        duplicate.kept = self.kept[:]
        duplicate.memory = self.memory.copy()
        return duplicate

    def add(self, event: Event) -> None:
        """Add one event."""
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
                self.kept[seat] += (kept,)
            case _:
                pass
