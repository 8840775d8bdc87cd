"""Play-outs from a known position: all hands are given, only the unseen cards are shuffled."""

from typing import TYPE_CHECKING, Any

from byzanz.cards import DECK_SIZE
from byzanz.dialect import Ints, compiles
from byzanz.dice import below, seed_dice
from byzanz.engine.evaluation.leaf_value import evaluate_end
from byzanz.engine.policies.solid import solid_action
from byzanz.rules.actions import NO_ACTION, apply
from byzanz.rules.flow import deal
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK
from byzanz.rules.table import OVER, Table, Tables, copy_table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch

GIVEN, TRIED = 0, 1  # indices of the tables: the position, and the copy that is played out
ALL_DEALT = -1  # as `fixed_count`: play out the given table; there is no deck to shuffle


@compiles
def shuffle_unseen(table: Table, dice: Ints) -> None:
    """Shuffle the draw pile together with the cards that were put back into the box unseen."""
    first = FIRST_HAND * table.seat_count
    put_back = PUT_BACK[table.seat_count]
    for last in range(put_back + DECK_SIZE - table.drawn - 1, 0, -1):
        index = unseen_index(table, first, put_back, last)
        other = unseen_index(table, first, put_back, below(dice, last + 1))
        kind = table.deck[index]
        table.deck[index] = table.deck[other]
        table.deck[other] = kind


@compiles
def unseen_index(table: Table, first: int, put_back: int, number: int) -> int:
    """Return the deck index of an unseen card, counted through the box and then the draw pile."""
    if number < put_back:
        return first + number
    return table.drawn + number - put_back


@compiles
def shuffle_from(deck: Ints, start: int, dice: Ints) -> None:
    """Shuffle the cards of a deck from index `start` on."""
    for last in range(DECK_SIZE - 1, start, -1):
        index = start + below(dice, last + 1 - start)
        kind = deck[last]
        deck[last] = deck[index]
        deck[index] = kind


@compiles
def play_out(
    table: Table, seat: int, action: int, evaluation: "Evaluation", scratch: "Scratch"
) -> None:
    """Apply an action, unless it is `NO_ACTION`, let solid finish the game, and evaluate the end.

    Writes the profits and shares of the scratch memory.
    """
    if action != NO_ACTION:
        apply(table, seat, action)
    while table.phase != OVER:
        apply(table, table.turn, solid_action(table, table.turn, evaluation, scratch))
    evaluate_end(table, scratch.profits, scratch.shares)


@compiles
def play_outs(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    tables: Tables,
    evaluation: "Evaluation",
    scratch: "Scratch",
    deck: Ints,
    fixed_count: int,
    seat: int,
    action: int,
    seed: int,
    stream: int,
    seat_count: int,
    results: Any,
) -> None:
    """Play out the given table, or a new deal of the deck, once for each result.

    A new deal keeps the first `fixed_count` cards of the deck and shuffles the others. Writes the
    shares to `results[index][0]` and the profits to `results[index][1]`, by seat.
    """
    seed_dice(scratch.dice, seed, stream)
    for index in range(len(results)):
        if fixed_count == ALL_DEALT:
            copy_table(tables, GIVEN, TRIED)
            shuffle_unseen(tables[TRIED], scratch.dice)
        else:
            shuffle_from(deck, fixed_count, scratch.dice)
            deal(tables[TRIED], deck, seat_count)
        play_out(tables[TRIED], seat, action, evaluation, scratch)
        for each in range(seat_count):
            results[index][0][each] = scratch.shares[each]
            results[index][1][each] = scratch.profits[each]
