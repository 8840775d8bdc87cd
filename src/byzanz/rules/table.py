"""The table: the true state of a game, declared once.

Interpreted, a table is this dataclass of ints and lists. Compiled, it is a NumPy row whose type
`byzanz.fast.row` derives from the annotations here: `Bounds` gives the width of a number and
`Shape` the size of a list. The bounds are checked after every move by a test.
"""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from byzanz.cards import DECK_SIZE, KINDS, NO_CARD, STALLS
from byzanz.dialect import carried
from byzanz.rules.numbers import SEATS

# The phases: what the game waits for.
BID = 0
GIVE = 1
TAKE = 2
REDUCE = 3
CLOSE = 4
OVER = 5

NOBODY = -1


class Bounds(NamedTuple):
    """The least and the greatest number that a field can hold."""

    least: int
    greatest: int


class Shape(NamedTuple):
    """The size of a list, or of a list of lists."""

    outer: int
    inner: int = 0


Flag = Bounds(0, 1)
Seat = Bounds(NOBODY, SEATS - 1)
CardCount = Bounds(0, 16)  # of one kind in one pile
Kind = Bounds(0, NO_CARD)
EachSeat = Shape(SEATS)
EachKind = Shape(KINDS)

# The places of a fan: one more than there can be cards, for the NO_CARD behind the last.
HAND_PLACES = 24  # seven cards and a stall of sixteen
BID_PLACES = 8
LOT_PLACES = 7


def _each_seat() -> list[int]:
    return [0] * SEATS


def _pile() -> list[int]:
    return [0] * KINDS


def _lot() -> list[int]:
    return [NO_CARD] * LOT_PLACES


def _hands() -> list[list[int]]:
    return [[NO_CARD] * HAND_PLACES for _ in range(SEATS)]


def _stall_counts() -> list[list[int]]:
    return [[0] * STALLS for _ in range(SEATS)]


def _bids() -> list[list[int]]:
    return [[NO_CARD] * BID_PLACES for _ in range(SEATS)]


def _deck() -> list[int]:
    return [0] * DECK_SIZE


@dataclass(slots=True)
class Table:
    """Everything that is true at this moment of a game."""

    profits: Annotated[list[int], Bounds(0, 200), EachSeat] = field(default_factory=_each_seat)
    seat_count: Annotated[int, Bounds(3, SEATS)] = 3
    phase: Annotated[int, Bounds(BID, OVER)] = BID
    turn: Annotated[int, Seat] = 0  # the seat the game waits for; NOBODY when it is over
    round: Annotated[int, Bounds(0, 8)] = 0  # rounds finished
    auction: Annotated[int, Bounds(0, SEATS)] = 0  # auctions finished in this round
    takes: Annotated[int, Bounds(0, SEATS)] = 0  # stalls taken in this round
    opener: Annotated[int, Seat] = 0  # of the running auction
    leader: Annotated[int, Seat] = NOBODY  # who has bid most in the running auction
    drawn: Annotated[int, Bounds(0, DECK_SIZE)] = 0  # where in the deck the next card lies
    hand_sizes: Annotated[list[int], Bounds(0, HAND_PLACES - 1), EachSeat] = field(
        default_factory=_each_seat
    )
    bid_values: Annotated[list[int], Bounds(0, 28), EachSeat] = field(default_factory=_each_seat)
    passed: Annotated[list[int], Flag, EachSeat] = field(default_factory=_each_seat)
    offers: Annotated[list[int], Bounds(0, 6), EachSeat] = field(default_factory=_each_seat)
    profit_counts: Annotated[list[int], Bounds(0, 37), EachSeat] = field(default_factory=_each_seat)
    done: Annotated[list[int], Flag, EachSeat] = field(default_factory=_each_seat)
    market: Annotated[list[int], CardCount, EachKind] = field(default_factory=_pile)
    kept: Annotated[list[int], CardCount, EachKind] = field(default_factory=_pile)  # all profit
    box: Annotated[list[int], CardCount, EachKind] = field(default_factory=_pile)
    lot: Annotated[list[int], Kind, Shape(LOT_PLACES)] = field(default_factory=_lot)
    hands: Annotated[list[list[int]], Kind, Shape(SEATS, HAND_PLACES)] = field(
        default_factory=_hands
    )
    stall_counts: Annotated[list[list[int]], CardCount, Shape(SEATS, STALLS)] = field(
        default_factory=_stall_counts
    )  # how many cards of each good, and merchants, are in a hand
    bids: Annotated[list[list[int]], Kind, Shape(SEATS, BID_PLACES)] = field(
        default_factory=_bids
    )  # in the order of laying
    deck: Annotated[list[int], Kind, Shape(DECK_SIZE)] = field(
        default_factory=_deck
    )  # the first hands, the cards put back, the draw pile
    notes: list[tuple[int, int, int]] = field(default_factory=list)  # see rules.notes; in no row

    def copy(self) -> "Table":
        """An equal table that shares nothing with this one."""
        twin = Table.__new__(Table)
        for name in NUMBERS:
            setattr(twin, name, getattr(self, name))
        for name in LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in NESTED_LISTS:
            setattr(twin, name, [inner[:] for inner in getattr(self, name)])
        return twin


Tables = MutableSequence[Table]
"""A list when interpreted, an array of rows when compiled."""


@carried
def copy_table(tables: Tables, source: int, target: int) -> None:
    """Put a copy of one table in the place of another."""
    tables[target] = tables[source].copy()


def _fields(is_wanted: Callable[[object], bool]) -> tuple[str, ...]:
    return tuple(name for name in Table.__slots__ if is_wanted(getattr(Table(), name)))


def _is_nested(value: object) -> bool:
    return isinstance(value, list) and value != [] and isinstance(value[0], list)


NUMBERS = _fields(lambda value: isinstance(value, int))
NESTED_LISTS = _fields(_is_nested)
LISTS = _fields(lambda value: isinstance(value, list) and not _is_nested(value))
