"""Explanations of moves: numbers, and reason codes that clients turn into sentences."""

from enum import StrEnum

import msgspec

from byzanz.game.moves import Move


class ReasonCode(StrEnum):
    """One effect of a move; docs/bots.md lists the facts of each code."""

    COMPLETES = "completes"  # the incoming cards complete a set
    PAYS_LOOSE = "pays_loose"  # pays only cards that belong to no pair or set
    PAYS_PAIR = "pays_pair"
    PAYS_SET = "pays_set"
    GAINS_MERCHANTS = "gains_merchants"
    PICKS_AT = "picks_at"  # the lot gives this position in the order at the market
    KEEPS = "keeps"  # keeps a card of a pair or set that the cheapest bid would cost
    LOTS_TO_COME = "lots_to_come"  # more lots follow in this round
    WAITS_FOR_PICK = "waits_for_pick"  # passing leads to an earlier position at the market
    LEAVES_MERCHANTS = "leaves_merchants"  # leaves merchants to the leader of the auction
    MAY_GET_LOT_FREE = "may_get_lot_free"  # the opener gets the lot if everybody passes
    OVER_LIMIT = "over_limit"
    LOSES_LOOSE = "spares"  # gives or discards a card that belongs to no pair or set
    LOSES_MERCHANT = "loses_merchant"
    BREAKS_PAIR = "breaks_pair"
    BREAKS_SET = "breaks_set"
    SELLS = "sells"
    SPENDS_MERCHANTS = "spends_merchants"
    ENDS_SALES = "ends_sales"


class MoveReason(msgspec.Struct, frozen=True):
    """One effect of a move with its facts, for the move or against it."""

    code: ReasonCode
    facts: dict[str, int | str] = {}
    is_against: bool = False


class Candidate(msgspec.Struct, frozen=True):
    """A move that was tried in play-outs."""

    move: Move
    profit: float  # expected profit at the end of the game
    win_share: float  # expected win share, from 0 to 1
    playouts: int  # number of play-outs of this move
    reasons: tuple[MoveReason, ...]


class Explanation(msgspec.Struct, frozen=True):
    """The candidate moves of one decision, best first."""

    candidates: tuple[Candidate, ...]
    playouts: int  # number of play-outs of all candidates
