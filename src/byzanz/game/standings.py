"""R7: the standings, with ties and tie-breaks."""

from collections.abc import Sequence

import msgspec

from byzanz.cards import Card, Cards, in_order
from byzanz.rules.closing import beats, is_winner
from byzanz.rules.table import Table


class Standing(msgspec.Struct, frozen=True):
    """The result of one seat; seats that tie have the same place."""

    place: int  # counted from 1
    seat: int
    profit: int
    hand_count: int
    kept: Cards
    by_tie_break: bool  # another seat has the same profit and another place


def scores(table: Table) -> tuple[int, ...]:
    """The profit of each seat."""
    return tuple(table.profits[: table.seat_count])


def winners(table: Table) -> tuple[int, ...]:
    """The seats that no other seat beats; while the game runs, those in the lead."""
    return tuple([seat for seat in range(table.seat_count) if is_winner(table, seat)])


def standings(table: Table, kept: Sequence[Sequence[Card]]) -> tuple[Standing, ...]:
    """All seats, best first; tied seats in seat order."""
    seats = range(table.seat_count)
    lines = []
    for seat in seats:
        ahead = [other for other in seats if beats(table, other, seat)]
        behind = [other for other in seats if beats(table, seat, other)]
        lines.append(
            Standing(
                len(ahead) + 1,
                seat,
                table.profits[seat],
                table.hand_sizes[seat],
                in_order(kept[seat]),
                any(table.profits[other] == table.profits[seat] for other in ahead + behind),
            )
        )
    return tuple(sorted(lines, key=lambda line: (line.place, line.seat)))
