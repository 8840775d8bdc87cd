"""Agreement of interpreted tables and compiled rows after every move, and the bounds of fields."""

from itertools import permutations

import numpy as np
import pytest

from byzanz.cards import DECK_SIZE
from byzanz.dice import DICE_SIZE, below, seed_dice, seeded_deck, shuffle_deck
from byzanz.fast.batch import (
    apply_to_row,
    copy_rows,
    deal_row,
    list_row_actions,
    play_random_games,
)
from byzanz.fast.game_counts import VICTORY, Tally
from byzanz.fast.row import ROW, new_rows, read_row, write_row
from byzanz.rules.actions import ACTIONS, apply, list_actions
from byzanz.rules.flow import deal
from byzanz.rules.random_play import play_random_game
from byzanz.rules.table import OVER, Bounds, Table
from tests.staging import check_table

BOUNDS = {
    name: next(mark for mark in hint.__metadata__ if isinstance(mark, Bounds))
    for name, hint in Table.__annotations__.items()
    if hasattr(hint, "__metadata__")
}


def without_notes(table: Table) -> Table:
    table.notes.clear()
    return table


def check_bounds(table: Table) -> None:
    for name, (least, greatest) in BOUNDS.items():
        values = np.array(getattr(table, name))
        assert values.min() >= least, name
        assert values.max() <= greatest, name


def test_a_row_is_small_and_has_every_field():
    assert ROW.itemsize <= 600
    assert set(ROW.names) == set(BOUNDS) == set(Table.__slots__) - {"notes"}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(6))
def test_rows_and_tables_agree_after_every_move(players, seed):
    deck = seeded_deck(seed, players)
    table, rows = Table(), new_rows(2)
    deal(table, deck, players)
    deal_row(rows, 1, np.array(deck, np.int64), players)
    dice = [0] * DICE_SIZE
    seed_dice(dice, seed, 99)
    out, compiled_out = [0] * ACTIONS, np.zeros(ACTIONS, np.int64)
    while table.phase != OVER:
        choices = []
        for seat in range(players):
            count = list_actions(table, seat, out)
            assert list_row_actions(rows, 1, seat, compiled_out) == count
            assert compiled_out[:count].tolist() == out[:count]
            choices += [(seat, action) for action in out[:count]]
        seat, action = choices[below(dice, len(choices))]
        apply(table, seat, action)
        apply_to_row(rows, 1, seat, action)
        assert read_row(rows, 1) == without_notes(table)
        check_bounds(table)
        check_table(table)
    assert rows[0] == new_rows(1)[0], "the neighbour in the batch is untouched"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_compiled_and_interpreted_random_games_agree(players):
    count = 8
    rows, moves = new_rows(count), np.zeros(count, np.int64)
    traces = np.zeros((count, 500), np.int16)
    play_random_games(rows, traces, moves, players, 7, 100)
    for game in range(count):
        dice, deck = [0] * DICE_SIZE, [0] * DECK_SIZE
        seed_dice(dice, 7, 100 + game)
        shuffle_deck(dice, deck)
        table, trace = Table(), [0] * 500
        deal(table, deck, players)
        assert play_random_game(table, dice, [0] * ACTIONS, trace) == moves[game]
        assert traces[game].tolist() == trace
        assert read_row(rows, game) == without_notes(table)


@pytest.mark.parametrize("order", list(permutations((0, 30, 60))), ids=str)
def test_a_tally_of_parts_is_the_tally_of_all(order):
    rows, moves = new_rows(90), np.zeros(90, np.int64)
    play_random_games(rows, np.zeros((90, 0), np.int16), moves, 5, 3, 0)
    whole, parts = Tally.of(rows, moves, 5), Tally(5)
    for start in order:
        part = slice(start, start + 30)
        parts.add(Tally.of(rows[part], moves[part], 5))
    assert (parts.games, parts.moves) == (90, moves.sum())
    assert (parts.least_moves, parts.most_moves) == (moves.min(), moves.max())
    assert (parts.score_counts == whole.score_counts).all()
    assert (parts.win_shares == whole.win_shares).all()
    assert whole.win_shares.sum() == 90 * VICTORY


def test_a_trace_gets_as_many_actions_as_fit():
    traces, moves = np.zeros((1, 5), np.int16), np.zeros(1, np.int64)
    play_random_games(new_rows(1), traces, moves, 3, 7, 0)
    dice, deck, table, trace = [0] * DICE_SIZE, [0] * DECK_SIZE, Table(), [0] * 5
    seed_dice(dice, 7, 0)
    shuffle_deck(dice, deck)
    deal(table, deck, 3)
    assert play_random_game(table, dice, [0] * ACTIONS, trace) == moves[0] > 5
    assert traces[0].tolist() == trace


def test_rows_are_written_and_copied():
    table = Table()
    deal(table, seeded_deck(5), 4)
    rows, others = new_rows(3), new_rows(3)
    write_row(rows, 1, table)
    copy_rows(rows, others)
    assert read_row(others, 1) == without_notes(table)
    assert others.tobytes() == rows.tobytes()
    others[1]["phase"] = OVER
    assert read_row(rows, 1) == table
