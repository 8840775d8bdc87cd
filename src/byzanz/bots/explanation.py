"""Why a bot likes a move: numbers, and reasons that clients turn into sentences."""

from enum import StrEnum

import msgspec

from byzanz.game.moves import Move


class ReasonCode(StrEnum):
    """What a move does; the facts of each stand in docs/bots.md."""

    COMPLETES = "completes"
    BREAKS_SET = "breaks_set"
    PAYS_PAIR = "pays_pair"
    PICKS_MARKET = "picks_market"
    OVER_LIMIT = "over_limit"


class MoveReason(msgspec.Struct, frozen=True):
    """One thing that a move does, with the facts of it."""

    code: ReasonCode
    facts: dict[str, int | str]


class Candidate(msgspec.Struct, frozen=True):
    """A move that was weighed."""

    move: Move
    profit: float  # expected at the end of the game
    win_share: float  # 0 to 1
    reasons: tuple[MoveReason, ...]


class Explanation(msgspec.Struct, frozen=True):
    """The moves of one decision, best first."""

    candidates: tuple[Candidate, ...]
    playouts: int
