"""Sequential halving: try all candidates on the same sampled tables, then drop the worse half."""

from typing import TYPE_CHECKING

from byzanz.dialect import compiles
from byzanz.engine.evaluation.leaf_value import evaluate_leaf
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.search.candidates import list_candidates
from byzanz.engine.search.sampling import sample_table
from byzanz.rules.actions import NO_ACTION, apply
from byzanz.rules.table import CLOSE, OVER, Table, Tables, copy_table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch
    from byzanz.engine.search.belief import HiddenCards

# The indexes of the three tables of a search.
KNOWN = 0  # the table as the seat knows it
SAMPLED = 1  # the known table with the hidden cards dealt
TRIED = 2  # the sampled table, on which a play-out is made

PROFIT_WEIGHT = 2  # a point of profit counts like 0.3 % of a victory
SINGLE_CANDIDATE_PLAYOUTS = 32  # play-outs that explain a move without alternatives


@compiles
def search_moves(
    tables: Tables,
    hidden: "HiddenCards",
    evaluation: "Evaluation",
    scratch: "Scratch",
    playouts: int,
    rounds: int,
) -> int:
    """Rank the candidates of the seat on turn, best first; return the number of play-outs made.

    Before this, the dice have to be seeded and `begin_search` called. `rounds` is the number of
    rounds of a play-out, including the current one.
    """
    alive = scratch.count
    if alive == 1:
        playouts = min(playouts, SINGLE_CANDIDATE_PLAYOUTS)
    halvings = 1
    while 1 << halvings < alive:
        halvings += 1
    made = 0
    for _ in range(halvings):
        for _ in range(max(playouts // (halvings * alive), 1)):
            copy_table(tables, KNOWN, SAMPLED)
            sample_table(tables[SAMPLED], hidden, scratch.dice, scratch.buffer)
            for rank in range(alive):
                try_candidate(tables, evaluation, scratch, scratch.ranking[rank], rounds)
            made += alive
        rank_candidates(scratch, alive)
        alive = (alive + 1) // 2
    return made


@compiles
def begin_search(tables: Tables, evaluation: "Evaluation", scratch: "Scratch", choice: int) -> None:
    """List the candidates and reset their results; `choice` is added unless it is NO_ACTION."""
    known_table = tables[KNOWN]
    scratch.count = list_candidates(
        known_table, known_table.turn, evaluation, scratch.buffer, scratch.candidates
    )
    is_listed = choice == NO_ACTION
    for index in range(scratch.count):
        is_listed |= scratch.candidates[index] == choice
    if not is_listed:
        scratch.candidates[scratch.count] = choice
        scratch.count += 1
    for index in range(scratch.count):
        scratch.ranking[index] = index
        scratch.share_sums[index] = 0
        scratch.profit_sums[index] = 0
        scratch.visits[index] = 0


@compiles
def try_candidate(
    tables: Tables, evaluation: "Evaluation", scratch: "Scratch", index: int, rounds: int
) -> None:
    """Play out one candidate on the sampled table and add the result to its sums."""
    copy_table(tables, SAMPLED, TRIED)
    seat = tables[TRIED].turn
    play_rounds(tables[TRIED], scratch.candidates[index], evaluation, scratch, rounds)
    evaluate_leaf(tables[TRIED], evaluation, scratch.profits, scratch.shares)
    scratch.share_sums[index] += scratch.shares[seat]
    scratch.profit_sums[index] += scratch.profits[seat]
    scratch.visits[index] += 1


@compiles
def play_rounds(
    table: Table, action: int, evaluation: "Evaluation", scratch: "Scratch", rounds: int
) -> None:
    """Apply an action, and let solid play all seats for a number of rounds or to the end."""
    end = table.round + rounds
    is_open = True
    while is_open:
        apply(table, table.turn, action)
        is_open = table.phase == CLOSE or (table.phase != OVER and table.round < end)
        if is_open:
            action = solid_action(table, table.turn, evaluation, scratch)


@compiles
def rank_candidates(scratch: "Scratch", alive: int) -> None:
    """Sort the first `alive` candidates of the ranking by score; all were tried equally often.

    A stable insertion sort: candidates with equal scores keep their order.
    """
    for start in range(1, alive):
        rank = start
        index = scratch.ranking[rank]
        score = candidate_score(scratch, index)
        while rank > 0 and candidate_score(scratch, scratch.ranking[rank - 1]) < score:
            scratch.ranking[rank] = scratch.ranking[rank - 1]
            rank -= 1
        scratch.ranking[rank] = index


@compiles
def candidate_score(scratch: "Scratch", index: int) -> int:
    """Return the win share plus a small part of the profit, which decides between equal shares."""
    return scratch.share_sums[index] + PROFIT_WEIGHT * scratch.profit_sums[index]
