"""Search: every candidate on the same sampled tables, and the better half goes on."""

from typing import TYPE_CHECKING

from byzanz.bots.candidates import list_candidates
from byzanz.bots.chances import judge
from byzanz.bots.sample import sample_table
from byzanz.bots.solid import solid_action
from byzanz.dialect import compiles
from byzanz.rules.actions import NO_ACTION, apply
from byzanz.rules.table import CLOSE, OVER, Table, Tables, copy_table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.knowledge import Hidden
    from byzanz.bots.mind import Mind

KNOWN = 0  # three tables: as it is known, a sample of it, and a candidate tried on the sample
SAMPLED = 1
TRIED = 2

PROFIT_RATE = 2  # a point of profit counts like three thousandths of the victory
ALONE = 32  # play-outs of a move that has no alternative, so that it can be explained


@compiles
def search_moves(
    tables: Tables, hidden: "Hidden", mind: "Mind", desk: "Desk", playouts: int, rounds: int
) -> int:
    """Rank the candidates of the seat on turn, best first; how many play-outs that took.

    The dice of the desk are seeded and its candidates listed. A play-out takes so many rounds, the
    running one among them.
    """
    alive = desk.count
    if alive == 1:
        playouts = min(playouts, ALONE)
    halvings = 1
    while 1 << halvings < alive:
        halvings += 1
    made = 0
    for _ in range(halvings):
        for _ in range(max(playouts // (halvings * alive), 1)):
            copy_table(tables, KNOWN, SAMPLED)
            sample_table(tables[SAMPLED], hidden, desk.dice, desk.out)
            for place in range(alive):
                try_candidate(tables, mind, desk, desk.ranking[place], rounds)
            made += alive
        rank_candidates(desk, alive)
        alive = (alive + 1) // 2
    return made


@compiles
def begin_search(tables: Tables, mind: "Mind", desk: "Desk", choice: int) -> None:
    """List the candidates, a choice among them unless it is NO_ACTION; none is tried yet."""
    known = tables[KNOWN]
    desk.count = list_candidates(known, known.turn, mind, desk.out, desk.candidates)
    is_listed = choice == NO_ACTION
    for index in range(desk.count):
        is_listed |= desk.candidates[index] == choice
    if not is_listed:
        desk.candidates[desk.count] = choice
        desk.count += 1
    for index in range(desk.count):
        desk.ranking[index] = index
        desk.share_sums[index] = 0
        desk.profit_sums[index] = 0
        desk.visits[index] = 0


@compiles
def try_candidate(tables: Tables, mind: "Mind", desk: "Desk", index: int, rounds: int) -> None:
    """Play one candidate on the sample, and on to the end of so many rounds."""
    copy_table(tables, SAMPLED, TRIED)
    seat = tables[TRIED].turn
    play_rounds(tables[TRIED], desk.candidates[index], mind, desk, rounds)
    judge(tables[TRIED], mind, desk.profits, desk.shares)
    desk.share_sums[index] += desk.shares[seat]
    desk.profit_sums[index] += desk.profits[seat]
    desk.visits[index] += 1


@compiles
def play_rounds(table: Table, action: int, mind: "Mind", desk: "Desk", rounds: int) -> None:
    """Do an action and let solid play on to the end of so many rounds, or of the game."""
    end = table.round + rounds
    is_open = True
    while is_open:
        apply(table, table.turn, action)
        is_open = table.phase == CLOSE or (table.phase != OVER and table.round < end)
        if is_open:
            action = solid_action(table, table.turn, mind, desk)


@compiles
def rank_candidates(desk: "Desk", alive: int) -> None:
    """Sort the first so many, all tried equally often, by what they promise."""
    for place in range(1, alive):
        index = desk.ranking[place]
        while place > 0 and promise(desk, desk.ranking[place - 1]) < promise(desk, index):
            desk.ranking[place] = desk.ranking[place - 1]
            place -= 1  # noqa: PLW2901 - walks down to where the candidate belongs
        desk.ranking[place] = index


@compiles
def promise(desk: "Desk", index: int) -> int:
    """The share of the victory, and a little of the profit: where all is decided, play well on."""
    return desk.share_sums[index] + PROFIT_RATE * desk.profit_sums[index]
