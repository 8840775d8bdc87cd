"""The table: the true state of a game, declared once.

Interpreted, a table is this dataclass of ints and lists. Compiled, it is a NumPy row whose type
`byzanz.fast.row` derives from the annotations: `Bounds` gives the width of a number and `Shape`
the size of a list. A test checks the bounds after every move.
"""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from byzanz.cards import DECK_SIZE, KINDS, NO_CARD, STALLS
from byzanz.rules.numbers import HAND_LIMIT, MOST_BID_VALUE, SEATS

# The phases, named after the move that the game waits for.
BID = 0
GIVE = 1
TAKE = 2
REDUCE = 3
CLOSE = 4
OVER = 5

NOBODY = -1


class Bounds(NamedTuple):
    """The least and the greatest value of a field."""

    least: int
    greatest: int


class Shape(NamedTuple):
    """The size of a list, or of a list of lists."""

    outer: int
    inner: int = 0


Flag = Bounds(0, 1)
Seat = Bounds(NOBODY, SEATS - 1)
CardCount = Bounds(0, 16)  # cards of one kind in one pile
Kind = Bounds(0, NO_CARD)
EachSeat = Shape(SEATS)
EachKind = Shape(KINDS)

# The lengths of card lists: the most cards that each can have, and NO_CARD at the end.
HAND_SLOTS = HAND_LIMIT + 16 + 1  # a full hand takes a stall of 16 merchants
BID_SLOTS = HAND_LIMIT + 1
LOT_SLOTS = 6 + 1


def _each_seat() -> list[int]:
    return [0] * SEATS


def _pile() -> list[int]:
    return [0] * KINDS


def _lot() -> list[int]:
    return [NO_CARD] * LOT_SLOTS


def _hands() -> list[list[int]]:
    return [[NO_CARD] * HAND_SLOTS for _ in range(SEATS)]


def _stall_counts() -> list[list[int]]:
    return [[0] * STALLS for _ in range(SEATS)]


def _bids() -> list[list[int]]:
    return [[NO_CARD] * BID_SLOTS for _ in range(SEATS)]


def _deck() -> list[int]:
    return [0] * DECK_SIZE


@dataclass(slots=True)
class Table:
    """The complete state of a game, hidden cards included."""

    profits: Annotated[list[int], Bounds(0, 200), EachSeat] = field(default_factory=_each_seat)
    seat_count: Annotated[int, Bounds(3, SEATS)] = 3
    phase: Annotated[int, Bounds(BID, OVER)] = BID
    turn: Annotated[int, Seat] = 0  # the seat that the game waits for; NOBODY when it is over
    round: Annotated[int, Bounds(0, 8)] = 0  # rounds finished
    auction: Annotated[int, Bounds(0, SEATS)] = 0  # auctions finished in this round
    takes: Annotated[int, Bounds(0, SEATS)] = 0  # stalls taken in this round
    opener: Annotated[int, Seat] = 0  # the seat that opens the current auction
    leader: Annotated[int, Seat] = NOBODY  # the highest bidder of the current auction
    drawn: Annotated[int, Bounds(0, DECK_SIZE)] = 0  # index of the next card in the deck
    hand_sizes: Annotated[list[int], Bounds(0, HAND_SLOTS - 1), EachSeat] = field(
        default_factory=_each_seat
    )
    bid_values: Annotated[list[int], Bounds(0, MOST_BID_VALUE), EachSeat] = field(
        default_factory=_each_seat
    )
    passed: Annotated[list[int], Flag, EachSeat] = field(default_factory=_each_seat)
    offers: Annotated[list[int], Bounds(0, 6), EachSeat] = field(default_factory=_each_seat)
    profit_counts: Annotated[list[int], Bounds(0, 37), EachSeat] = field(default_factory=_each_seat)
    done: Annotated[list[int], Flag, EachSeat] = field(default_factory=_each_seat)
    market: Annotated[list[int], CardCount, EachKind] = field(default_factory=_pile)
    kept: Annotated[list[int], CardCount, EachKind] = field(
        default_factory=_pile
    )  # profit of all seats
    box: Annotated[list[int], CardCount, EachKind] = field(default_factory=_pile)
    lot: Annotated[list[int], Kind, Shape(LOT_SLOTS)] = field(default_factory=_lot)
    hands: Annotated[list[list[int]], Kind, Shape(SEATS, HAND_SLOTS)] = field(
        default_factory=_hands
    )
    stall_counts: Annotated[list[list[int]], CardCount, Shape(SEATS, STALLS)] = field(
        default_factory=_stall_counts
    )  # [seat][stall]: the number of cards in hand
    bids: Annotated[list[list[int]], Kind, Shape(SEATS, BID_SLOTS)] = field(
        default_factory=_bids
    )  # [seat]: the cards in the order in which they were laid
    deck: Annotated[list[int], Kind, Shape(DECK_SIZE)] = field(
        default_factory=_deck
    )  # the first hands, the cards put back, the draw pile
    notes: list[tuple[int, int, int]] = field(default_factory=list)  # interpreted only

    def copy(self) -> "Table":
        """Return a deep copy."""
        duplicate = Table.__new__(Table)
        for name in NUMBERS:
            setattr(duplicate, name, getattr(self, name))
        for name in LISTS:
            setattr(duplicate, name, getattr(self, name)[:])
        for name in NESTED_LISTS:
            setattr(duplicate, name, [inner[:] for inner in getattr(self, name)])
        return duplicate


Tables = MutableSequence[Table]
"""A list when interpreted, an array of rows when compiled."""


def copy_table(tables: Tables, source: int, target: int) -> None:
    """Overwrite one table with a copy of another; `byzanz.fast.compiler` replaces it for rows."""
    tables[target] = tables[source].copy()


def _fields(is_wanted: Callable[[object], bool]) -> tuple[str, ...]:
    return tuple(name for name in Table.__slots__ if is_wanted(getattr(Table(), name)))


def _is_nested(value: object) -> bool:
    return isinstance(value, list) and value != [] and isinstance(value[0], list)


NUMBERS = _fields(lambda value: isinstance(value, int))
NESTED_LISTS = _fields(_is_nested)
LISTS = _fields(lambda value: isinstance(value, list) and not _is_nested(value))
