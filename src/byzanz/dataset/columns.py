"""The columns of a dataset, and games as their rows."""

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow

from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.policy_match import PlayedGame
from byzanz.dice import seeded_deck

SCHEMA = pyarrow.schema(
    [
        ("deck", pyarrow.int32()),  # the number of the deck in the match
        ("seating", pyarrow.int8()),  # which rotation of the bots
        ("bots", pyarrow.list_(pyarrow.string())),  # by seat: the bot id
        ("cards", pyarrow.list_(pyarrow.uint8())),  # the deck, top card first, as kinds 0 to 24
        ("actions", pyarrow.list_(pyarrow.int16())),  # 0 to 390, each by the seat on turn
        ("scores", pyarrow.list_(pyarrow.int16())),  # by seat: the profit
        ("winners", pyarrow.list_(pyarrow.int8())),  # the winning seats, several after a tie
        ("failures", pyarrow.list_(pyarrow.int16())),  # by seat: how often a program failed
    ]
)
NUMBER_COLUMNS = ("cards.list.element", "actions.list.element")
"""The columns with nearly all bytes. Each byte of their numbers is stored apart and compressed."""
ROW_GROUP = 4096  # games that are read and decompressed together


def table_of(plan: Plan, games: Sequence[PlayedGame]) -> Any:
    """Return the rows of games of a match as an Arrow table."""
    return pyarrow.table(
        {
            "deck": [game.number.deck for game in games],
            "seating": [game.number.seating for game in games],
            "bots": [plan.seatings[game.number.seating] for game in games],
            "cards": [seeded_deck(plan.seed, game.number.deck) for game in games],
            "actions": [game.actions for game in games],
            "scores": [game.scores for game in games],
            "winners": [game.winners for game in games],
            "failures": [game.failures for game in games],
        },
        schema=SCHEMA,
    )


class StoredGame:
    """A row: a game with its deck and its bots."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.bots: tuple[str, ...] = tuple(row["bots"])
        self.cards: list[int] = row["cards"]
        self.played = PlayedGame(
            GameNumber(row["deck"], row["seating"]),
            tuple(row["actions"]),
            tuple(row["scores"]),
            tuple(row["winners"]),
            tuple(row["failures"]),
        )


def games_of(table: Any) -> Iterator[StoredGame]:
    """Yield the games of an Arrow table or a batch of its rows."""
    yield from map(StoredGame, table.to_pylist())
