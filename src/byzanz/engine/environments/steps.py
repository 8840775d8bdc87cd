"""The steps of an environment on one table: deal a game, play an action, describe the position."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from byzanz.cards import DECK_SIZE
from byzanz.dialect import compiles
from byzanz.dice import DICE_SIZE, seed_dice, shuffle_deck
from byzanz.engine.environments.knowledge import begin_knowledge, update_knowledge
from byzanz.engine.environments.layout import OBSERVATION_SIZE
from byzanz.engine.environments.observation import encode_observation
from byzanz.engine.scratch import Number
from byzanz.rules.actions import ACTIONS, apply, list_actions
from byzanz.rules.closing import is_winner
from byzanz.rules.flow import deal
from byzanz.rules.table import Bounds, Shape, Table

if TYPE_CHECKING:
    from byzanz.engine.environments.knowledge import Knowledge


@dataclass(slots=True)
class StepScratch:
    """Buffers that are reused in every step; in compiled code, the fields of one record."""

    actions: Annotated[list[int], Bounds(0, 2**15 - 1), Shape(ACTIONS)] = field(
        default_factory=lambda: [0] * ACTIONS
    )
    dice: Annotated[list[int], Number, Shape(DICE_SIZE)] = field(
        default_factory=lambda: [0] * DICE_SIZE
    )
    deck: Annotated[list[int], Number, Shape(DECK_SIZE)] = field(
        default_factory=lambda: [0] * DECK_SIZE
    )
    observation: Annotated[list[int], Bounds(0, 255), Shape(OBSERVATION_SIZE)] = field(
        default_factory=lambda: [0] * OBSERVATION_SIZE
    )


@compiles
def deal_game(
    table: Table, knowledge: "Knowledge", scratch: "StepScratch", seed: int, number: int
) -> None:
    """Shuffle from a seed and a stream, and deal to as many seats as before."""
    seed_dice(scratch.dice, seed, number)
    shuffle_deck(scratch.dice, scratch.deck)
    deal(table, scratch.deck, table.seat_count)
    begin_knowledge(table, knowledge)


@compiles
def play_action(table: Table, knowledge: "Knowledge", action: int) -> None:
    """Play a legal action of the seat on turn; checks nothing."""
    seat = table.turn
    drawn = table.drawn
    apply(table, seat, action)
    update_knowledge(table, knowledge, seat, drawn)


@compiles
def describe(table: Table, knowledge: "Knowledge", viewer: int, scratch: "StepScratch") -> int:
    """Write the observation of a seat and its legal actions; return how many they are.

    A seat that is not on turn has none: sales off turn are left out.
    """
    encode_observation(table, knowledge, viewer, scratch.observation)
    if viewer != table.turn:
        return 0
    return list_actions(table, viewer, scratch.actions)


@compiles
def count_winners(table: Table) -> int:
    """Return how many seats share the victory."""
    winners = 0
    for seat in range(table.seat_count):
        winners += is_winner(table, seat)
    return winners
