"""What an analysis tells: findings move by move, and what they come to in the end.

Chances and profits are whole numbers of millionths, so that parts add up exactly.
"""

from enum import StrEnum

import msgspec

from byzanz.analysis.causes import Chain, Fault
from byzanz.bots.explanation import MoveReason
from byzanz.cards import Cards
from byzanz.game.moves import Move
from byzanz.game.phase import Phase

PARTS = 1_000_000  # of a victory, of a point of profit, or of a point of a bid
EDITION = 2  # counted up with every change of what is found: what is kept of another one is void


class Outlook(msgspec.Struct, frozen=True):
    """The expected end of the game for each seat, with all hands open and the pile unknown."""

    shares: tuple[int, ...]  # of the victory; together a whole one
    profits: tuple[int, ...]
    error: int  # the greatest standard error of a share; 0 where the end is known


class Cause(StrEnum):
    """What changed the outlook."""

    START = "start"  # nothing has happened yet
    DEAL = "deal"
    LOT = "lot"
    MOVE = "move"


class Step(msgspec.Struct, frozen=True):
    """One thing that happened, and the outlook after it."""

    cause: Cause
    seat: int | None  # whose move it was
    outlook: Outlook


class Grade(StrEnum):
    """How good a decision was."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Alternative(msgspec.Struct, frozen=True):
    """A move, and what it promised its seat, which knew only what it knew."""

    move: Move | None  # None: to sell nothing
    share: int
    profit: int
    reasons: tuple[MoveReason, ...]


class Verdict(msgspec.Struct, frozen=True):
    """A decision, as good as its seat could know."""

    seat: int
    phase: Phase
    played: int  # its place among the alternatives
    alternatives: tuple[Alternative, ...]  # best first
    loss: int  # of the victory against the best, with a little of the profit
    error: int  # standard error of the loss
    cost: int  # what the grade goes by: see `grades.cost_of`
    fault: Fault | None  # None: the best was played, or nothing can be named
    grade: Grade

    @property
    def profit_loss(self) -> int:
        """What the best would have promised more in profit, if it did."""
        best, played = self.alternatives[0], self.alternatives[self.played]
        return max(best.profit - played.profit, 0)


class LotWorth(msgspec.Struct, frozen=True):
    """The highest bid that a lot was worth to each seat, which knew only what it knew.

    None: the seat could not bid.
    """

    worths: tuple[int | None, ...]


class Findings(msgspec.Struct, frozen=True, tag_field="edition", tag=EDITION):
    """All that is found about one move, and what it brought about; number 0 is the deal."""

    number: int  # moves that were played, with this one
    steps: tuple[Step, ...]
    verdict: Verdict | None  # None: there was nothing to decide
    lot: LotWorth | None  # of the lot that was revealed then, if it is auctioned
    chain: Chain | None  # what the decision led to; None: too little to tell


class Balance(msgspec.Struct, frozen=True):
    """What made a seat's result: `start` and the four parts add up to `end`."""

    start: int
    deal: int
    lots: int
    own_moves: int
    others_moves: int
    end: int


class LotStory(msgspec.Struct, frozen=True):
    """An auction, and what its lot should have cost."""

    number: int  # moves that were played when the lot was revealed
    round: int  # from 1
    offer: int
    cards: Cards
    worths: tuple[int | None, ...]  # see `LotWorth`
    fair: int  # the price at which the last rival would have gone
    buyer: int
    paid: int  # a whole number; 0: for nothing
    sold_at: int  # moves that were played when it was sold


class Moment(msgspec.Struct, frozen=True):
    """A move that mattered to a seat, and why.

    A move of the seat itself that was an inaccuracy or worse tells what it lost against the best as
    far as the seat knew. Any other tells what it changed on the seat's curves.
    """

    number: int  # moves that were played, with this one
    seat: int  # whose move it was
    change: int  # of the share of the seat that it mattered to
    profit_change: int
    chain: Chain


class Topic(StrEnum):
    """A kind of decision to practise."""

    OVERBID = "overbid"
    UNDERBID = "underbid"
    PAYMENT = "payment"
    GIVE = "give"
    TAKE = "take"
    DISCARD = "discard"
    SELL = "sell"
    LITTLE = "little"  # none of them stands out


class Advice(msgspec.Struct, frozen=True):
    """What to practise: decisions of one kind, and what they cost together."""

    topic: Topic
    times: int
    loss: int
    profit_loss: int


class Turning(msgspec.Struct, frozen=True):
    """The biggest step of a seat's curve: up for a winner, down for the others."""

    number: int  # moves that were played, with what made the step
    cause: Cause
    round: int  # from 1
    offer: int | None  # of the lot that came, or that was auctioned
    before: int
    after: int


class PlayerStory(msgspec.Struct, frozen=True):
    """How a seat played, and what mattered to it."""

    accuracy: int  # 100: every decision the best
    decisions: int
    grades: dict[Grade, int]
    share: Balance
    profit: Balance
    advice: Advice
    turning: Turning
    moments: tuple[Moment, ...]  # own moves, the greatest first; at most four
    swing: Moment | None  # the move of another that changed this seat's chance most


class Ending(StrEnum):
    """How a game was decided."""

    LED = "led"  # the winner was in front from the first round on
    FROM_ROUND = "from_round"
    LATE = "late"  # only in the last round
    TIE_BREAK = "tie_break"
    SHARED = "shared"


class Outcome(msgspec.Struct, frozen=True):
    """Who won, and since when that was so."""

    ending: Ending
    winners: tuple[int, ...]
    score: int
    second: int | None  # the seat behind the winner; None where the win is shared
    second_score: int
    round: int  # from which on the winner was in front


class Report(msgspec.Struct, frozen=True, tag_field="edition", tag=EDITION):
    """What all findings come to."""

    players: tuple[PlayerStory, ...]
    lots: tuple[LotStory, ...]
    outcome: Outcome
