"""Compiled games between bots that do not search, with every action; equal to interpreted ones."""

from typing import Any, NamedTuple

import numpy as np

from byzanz.cards import KINDS, NO_CARD
from byzanz.dialect import compiles
from byzanz.dice import seed_dice
from byzanz.engine.policies.beginner import beginner_action
from byzanz.engine.policies.greedy import greedy_action
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.search.kernel import SCRATCH_ROW, compiled_evaluation
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows, new_rows
from byzanz.rules.actions import DISCARD_ACTIONS, DONE_ACTION, SELL_ACTIONS, apply
from byzanz.rules.closing import is_winner
from byzanz.rules.flow import deal
from byzanz.rules.numbers import SEATS
from byzanz.rules.table import HAND_SLOTS, OVER, Table

MOST_MOVES = 1024  # more than any game has: the bids of an auction rise to at most 28

# The policies of seats.
BEGINNER = 0
GREEDY = 1
SOLID = 2


class PolicyGames(NamedTuple):
    """Finished games; the rows of the arrays are the games."""

    actions: Numbers  # [game][move], int16
    counts: Numbers  # [game]: the number of moves
    scores: Numbers  # [game][seat]
    winners: Numbers  # [game][seat]: 1 for each winner


def play_policy_games(decks: Numbers, policies: Numbers, seeds: Numbers) -> PolicyGames:
    """Play a game with each deck; policies and seeds are [game][seat], all int64.

    The dice of a seat follow from its seed, as those of a `PolicyBot`. Checks nothing. Releases
    the GIL.
    """
    games, seat_count = policies.shape
    played = PolicyGames(
        np.zeros((games, MOST_MOVES), np.int16),
        np.zeros(games, np.int64),
        np.zeros((games, seat_count), np.int64),
        np.zeros((games, seat_count), np.int64),
    )
    evaluation, scratch = compiled_evaluation(seat_count), np.zeros(1, SCRATCH_ROW)
    piles = np.zeros((2, SEATS, KINDS), np.int64)
    _play_policy_games(new_rows(2), piles, scratch, evaluation, decks, policies, seeds, *played)
    return played


@compiles
def count_hands(table: Table, held: Any) -> None:
    """Write the number of cards of each kind in each hand."""
    for seat in range(table.seat_count):
        for kind in range(KINDS):
            held[seat][kind] = 0
        index = 0
        while index < HAND_SLOTS and table.hands[seat][index] != NO_CARD:
            held[seat][table.hands[seat][index]] += 1
            index += 1


@compiles
def note_changes(table: Table, held: Any, known: Any) -> None:
    """Update the cards that all have seen after an action, as perfect memory does.

    All cards that enter or leave a hand are seen. One that leaves and was not known to be there is
    of the first hand.
    """
    for seat in range(table.seat_count):
        for kind in range(KINDS):
            held[seat][kind] = -held[seat][kind]
        index = 0
        while index < HAND_SLOTS and table.hands[seat][index] != NO_CARD:
            held[seat][table.hands[seat][index]] += 1
            index += 1
        for kind in range(KINDS):
            change = held[seat][kind]
            known[seat][kind] = max(known[seat][kind] + change, 0)
            held[seat][kind] = 0
        index = 0
        while index < HAND_SLOTS and table.hands[seat][index] != NO_CARD:
            held[seat][table.hands[seat][index]] += 1
            index += 1


@compiles
def hide_hands(table: Table, seat: int, known: Any) -> None:
    """Leave only the known cards in the hands of all seats but one."""
    for other in range(table.seat_count):
        if other != seat:
            index = 0
            for kind in range(KINDS):
                for _ in range(known[other][kind]):
                    table.hands[other][index] = kind
                    index += 1
            while index < HAND_SLOTS:
                table.hands[other][index] = NO_CARD
                index += 1


@entry_point
def _play_policy_games(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Rows,
    piles: Any,
    scratches: Any,
    evaluations: Any,
    decks: Numbers,
    policies: Numbers,
    seeds: Numbers,
    actions: Numbers,
    counts: Numbers,
    scores: Numbers,
    winners: Numbers,
) -> None:
    row = rows[0]
    scratch = scratches[0]
    evaluation = evaluations[0]
    held = piles[0]  # [seat][kind]: the cards in a hand
    known = piles[1]  # [seat][kind]: those of them that all have seen
    seat_count = policies.shape[1]
    for game in range(len(decks)):
        deal(row, decks[game], seat_count)
        count_hands(row, held)
        known[:] = 0
        decision = 0
        count = 0
        while row.phase != OVER:
            seat = row.turn
            phase = row.phase
            seed_dice(scratch.dice, seeds[game, seat], decision * 8 + seat)
            if policies[game, seat] == BEGINNER:
                action = beginner_action(row, seat, evaluation, scratch)
            elif policies[game, seat] == GREEDY:
                action = greedy_action(row, seat, evaluation, scratch)
            else:
                rows[1] = row
                hide_hands(rows[1], seat, known)
                action = solid_action(rows[1], seat, evaluation, scratch)
            apply(row, seat, action)
            note_changes(row, held, known)
            is_sale = SELL_ACTIONS <= action < DISCARD_ACTIONS or action == DONE_ACTION
            if not is_sale or row.phase != phase or row.turn != seat:
                decision += 1
            actions[game, count] = action
            count += 1
        counts[game] = count
        for seat in range(seat_count):
            scores[game, seat] = row.profits[seat]
            winners[game, seat] = is_winner(row, seat)
