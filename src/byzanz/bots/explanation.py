"""Why a bot likes a move: numbers, and reasons that clients turn into sentences."""

from enum import StrEnum

import msgspec

from byzanz.game.moves import Move


class ReasonCode(StrEnum):
    """What a move does; docs/bots.md tells the facts that come with each."""

    COMPLETES = "completes"  # a set, with the cards that come in
    PAYS_LOOSE = "pays_loose"  # only cards that belong to no pair and no set
    PAYS_PAIR = "pays_pair"
    PAYS_SET = "pays_set"
    GAINS_MERCHANTS = "gains_merchants"
    PICKS_AT = "picks_at"  # the place in the market's order that comes with the lot
    KEEPS = "keeps"  # a card of a pair or a set, which the cheapest bid would cost
    LOTS_TO_COME = "lots_to_come"  # in this round
    WAITS_FOR_PICK = "waits_for_pick"  # an earlier place in it, by passing
    LEAVES_MERCHANTS = "leaves_merchants"  # to whoever leads
    MAY_GET_LOT_FREE = "may_get_lot_free"  # first to pass, if everybody passes
    OVER_LIMIT = "over_limit"
    SPARES = "spares"  # a card that belongs to no pair and no set
    LOSES_MERCHANT = "loses_merchant"
    BREAKS_PAIR = "breaks_pair"
    BREAKS_SET = "breaks_set"
    SELLS = "sells"
    SPENDS_MERCHANTS = "spends_merchants"
    ENDS_SALES = "ends_sales"


class MoveReason(msgspec.Struct, frozen=True):
    """One thing that a move does, with its facts: it speaks for the move, or against it."""

    code: ReasonCode
    facts: dict[str, int | str] = {}
    is_against: bool = False


class Candidate(msgspec.Struct, frozen=True):
    """A move that was weighed."""

    move: Move
    profit: float  # expected at the end of the game
    win_share: float  # 0 to 1
    playouts: int  # how often it was tried
    reasons: tuple[MoveReason, ...]


class Explanation(msgspec.Struct, frozen=True):
    """The moves of one decision, best first."""

    candidates: tuple[Candidate, ...]
    playouts: int
