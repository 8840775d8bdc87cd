"""The bots' compiled entry points."""

from typing import Any

import numpy as np

from byzanz.bots.desk import Desk
from byzanz.bots.greedy import greedy_action
from byzanz.bots.knowledge import Hidden
from byzanz.bots.mind import Mind
from byzanz.bots.search import begin_search, search_moves
from byzanz.bots.solid import solid_action
from byzanz.dice import seed_dice, shuffle_deck
from byzanz.fast.batch import SCRATCH, Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows, row_type, write_row
from byzanz.rules.actions import apply
from byzanz.rules.closing import is_winner
from byzanz.rules.flow import deal
from byzanz.rules.table import OVER

MIND = row_type(Mind)
GREEDY = 0  # numbers of policies
SOLID = 1


def mind_rows(minds: list[Mind]) -> Any:
    """Minds as compiled code reads them."""
    rows = np.zeros(len(minds), MIND)
    for index, mind in enumerate(minds):
        write_row(rows, index, mind)
    return rows


def play_matches(
    rows: Rows, policies: Numbers, seats: Numbers, minds: Any, seat_count: int, seed: int, first: int
) -> None:
    _play_matches(rows, policies, seats, minds, np.zeros(1, SCRATCH), seat_count, seed, first)


@entry_point
def _play_matches(
    rows: Rows,
    policies: Numbers,
    seats: Numbers,
    minds: Any,
    scratches: Any,
    seat_count: int,
    seed: int,
    first: int,
) -> None:
    """Game i: deck first + i//seat_count, entrants rotated by i % seat_count."""
    scratch = scratches[0]
    for index in range(len(rows)):
        row = rows[index]
        seed_dice(scratch.dice, seed, first + index // seat_count)
        shuffle_deck(scratch.dice, scratch.deck)
        deal(row, scratch.deck, seat_count)
        shift = index % seat_count
        while row.phase != OVER:
            entrant = (row.turn + shift) % seat_count
            if policies[entrant] == GREEDY:
                action = greedy_action(row, row.turn, minds[entrant], scratch.out)
            else:
                action = solid_action(row, row.turn, minds[entrant], scratch.out)
            apply(row, row.turn, action)
        winners = 0
        for seat in range(seat_count):
            winners += is_winner(row, seat)
        for seat in range(seat_count):
            entrant = (seat + shift) % seat_count
            seats[index, entrant] = is_winner(row, seat) * 60 // winners

HIDDEN = row_type(Hidden)
DESK = row_type(Desk)


@entry_point
def search_rows(
    rows: Rows,
    hiddens: Any,
    minds: Any,
    desks: Any,
    playouts: int,
    seed: int,
    stream: int,
    choice: int,
) -> int:
    """Rank the candidates of the seat on turn in the first of three rows; play-outs made."""
    desk = desks[0]
    seed_dice(desk.dice, seed, stream)
    begin_search(rows, minds[0], desk, choice)
    return search_moves(rows, hiddens[0], minds[0], desk, playouts)
