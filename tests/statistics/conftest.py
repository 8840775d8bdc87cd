"""Uses the ledger folder of the arena's tests for the games of the statistics page."""

from tests.arena.conftest import folder

__all__ = ["folder"]
