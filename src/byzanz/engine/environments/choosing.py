"""The compiled entry points by which bots without search choose actions for many games."""

from typing import TYPE_CHECKING, Any

from byzanz.dialect import compiles
from byzanz.engine.policies.greedy import greedy_action
from byzanz.engine.policies.solid import solid_action
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows
from byzanz.rules.card_list import lose_card
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.engine.environments.knowledge import Knowledge


@compiles
def hide_unshown_cards(table: Table, knowledge: "Knowledge", viewer: int) -> None:
    """Remove the cards that a seat doesn't know from all other hands."""
    for seat in range(table.seat_count):
        if seat != viewer:
            for slot in range(knowledge.unshown_counts[seat]):
                lose_card(table, seat, knowledge.unshown[seat][slot])


@entry_point
def choose_greedy(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Rows,
    knowledge_rows: Any,
    wanted: Numbers,
    known: Rows,
    evaluations: Any,
    scratches: Any,
    actions: Numbers,
) -> None:
    """Write greedy's action of the seat on turn for the wanted rows; `known` is one spare row."""
    for index in range(len(rows)):
        if wanted[index]:
            known[0] = rows[index]
            hide_unshown_cards(known[0], knowledge_rows[index], rows[index].turn)
            actions[index] = greedy_action(known[0], rows[index].turn, evaluations[0], scratches[0])


@entry_point
def choose_solid(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Rows,
    knowledge_rows: Any,
    wanted: Numbers,
    known: Rows,
    evaluations: Any,
    scratches: Any,
    actions: Numbers,
) -> None:
    """Write solid's action of the seat on turn for the wanted rows; `known` is one spare row."""
    for index in range(len(rows)):
        if wanted[index]:
            known[0] = rows[index]
            hide_unshown_cards(known[0], knowledge_rows[index], rows[index].turn)
            actions[index] = solid_action(known[0], rows[index].turn, evaluations[0], scratches[0])
