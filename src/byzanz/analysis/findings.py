"""The results of an analysis: findings for each move, and a report on the whole game.

They are stored and sent: field names and tags are part of the protocol. Win shares and profits
are whole numbers of millionths, so that parts add up exactly.
"""

from enum import StrEnum

import msgspec

from byzanz.analysis.causes import Chain, Fault
from byzanz.bots.explanation import MoveReason
from byzanz.cards import Cards
from byzanz.game.moves import Move
from byzanz.game.phase import Phase

MILLIONTHS = 1_000_000  # millionths in one victory, one point of profit or one point of a bid
EDITION = 2  # increased whenever findings change; stored findings of other editions are discarded


class Outlook(msgspec.Struct, frozen=True):
    """The expected result of each seat, given all hands but not the order of the draw pile."""

    shares: tuple[int, ...]  # win shares; they add up to one victory
    profits: tuple[int, ...]
    error: int  # the largest standard error of a share; 0 when the game is decided


class Cause(StrEnum):
    """The type of event that changed an outlook."""

    START = "start"  # nothing has happened yet
    DEAL = "deal"
    LOT = "lot"
    MOVE = "move"


class Step(msgspec.Struct, frozen=True):
    """An event of the game, and the outlook after it."""

    cause: Cause
    seat: int | None  # the seat that moved; None unless the cause is a move
    outlook: Outlook


class Grade(StrEnum):
    """The quality of a decision, from best to worst."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Alternative(msgspec.Struct, frozen=True):
    """A move, and the expected result of its seat, given what the seat knew."""

    move: Move | None  # None means selling nothing
    share: int
    profit: int
    reasons: tuple[MoveReason, ...]


class Verdict(msgspec.Struct, frozen=True):
    """A decision judged by what its seat knew."""

    seat: int
    phase: Phase
    played: int  # index of the played move in `alternatives`
    alternatives: tuple[Alternative, ...]  # best first
    loss: int  # value lost against the best move: win share plus a small weight on profit
    error: int  # standard error of the loss
    cost: int  # the number that decides the grade: see `grades.cost_of`
    fault: Fault | None  # None if the best move was played, or if no fault fits
    grade: Grade

    @property
    def profit_loss(self) -> int:
        """The expected profit lost against the best move; never negative."""
        best, played = self.alternatives[0], self.alternatives[self.played]
        return max(best.profit - played.profit, 0)


class LotWorth(msgspec.Struct, frozen=True):
    """The highest bid that a lot was worth to each seat, given what the seat knew.

    None stands for a seat that could not bid.
    """

    worths: tuple[int | None, ...]


class Findings(msgspec.Struct, frozen=True, tag_field="edition", tag=EDITION):
    """The findings about one move and its consequences; number 0 is the deal."""

    number: int  # moves played so far, including this one
    steps: tuple[Step, ...]
    verdict: Verdict | None  # None if the seat had no choice
    lot: LotWorth | None  # worth of the lot that the move revealed; None if none is auctioned
    chain: Chain | None  # the consequences of the decision; None if too few facts explain it


class Preview(msgspec.Struct, frozen=True):
    """The steps of a move, estimated from a few play-outs; shown until its findings are ready.

    It has no verdict, because few play-outs would grade moves by chance.
    """

    number: int  # see `Findings`
    steps: tuple[Step, ...]


class Balance(msgspec.Struct, frozen=True):
    """The parts of a seat's result: `start` and the four changes add up to `end`."""

    start: int
    deal: int
    lots: int
    own_moves: int
    others_moves: int
    end: int


class LotReport(msgspec.Struct, frozen=True):
    """An auction, and the fair price of its lot."""

    number: int  # number of moves played when the lot was revealed
    round: int  # counted from 1
    offer: int
    cards: Cards
    worths: tuple[int | None, ...]  # see `LotWorth`
    fair: int  # the price at which the last rival would have passed, in millionths
    buyer: int
    paid: int  # in whole points, not millionths; 0 if the lot was free
    sold_at: int  # number of moves played when the lot was sold


class Moment(msgspec.Struct, frozen=True):
    """A move that mattered to a seat, with its causes.

    If the seat itself moved and the move was an inaccuracy or worse, the changes are what the move
    lost against the best one, given what the seat knew. Otherwise they are the changes of the
    seat's win curve and profit curve.
    """

    number: int  # moves played so far, including this one
    seat: int  # the seat that moved
    change: int  # change of the win share of the seat to which the move mattered
    profit_change: int
    chain: Chain


class Topic(StrEnum):
    """A type of decision to practise."""

    OVERBID = "overbid"
    UNDERBID = "underbid"
    PAYMENT = "payment"
    GIVE = "give"
    TAKE = "take"
    DISCARD = "discard"
    SELL = "sell"
    LITTLE = "little"  # no type of decision stands out


class Advice(msgspec.Struct, frozen=True):
    """The type of decision to practise, and its total cost."""

    topic: Topic
    times: int
    loss: int
    profit_loss: int


class TurningPoint(msgspec.Struct, frozen=True):
    """The biggest step of a seat's win curve: up for a winner, down for the others."""

    number: int  # number of moves played, including the one that caused the step
    cause: Cause
    round: int  # counted from 1
    offer: int | None  # the offer card of the lot that was revealed or auctioned
    before: int
    after: int


class PlayerReport(msgspec.Struct, frozen=True):
    """The grades of a seat, the parts of its result, and the moves that mattered to it."""

    accuracy: int  # 0 to 100; 100: every decision was the best
    decisions: int
    grades: dict[Grade, int]
    share: Balance
    profit: Balance
    advice: Advice
    turning: TurningPoint  # the turning point of the game for this seat
    moments: tuple[Moment, ...]  # own moves, the most important first; at most four
    swing: Moment | None  # the move of another seat that changed this seat's win share most


class Ending(StrEnum):
    """The way in which a game was decided."""

    LED = "led"  # the winner led from the first round on
    FROM_ROUND = "from_round"
    LATE = "late"  # the winner led only in the last round
    TIE_BREAK = "tie_break"
    SHARED = "shared"


class Outcome(msgspec.Struct, frozen=True):
    """The winners, and the round from which the winner led."""

    ending: Ending
    winners: tuple[int, ...]
    score: int
    second: int | None  # the seat behind the winner; None if the win is shared
    second_score: int
    round: int  # the first round from which the winner led to the end


class Report(msgspec.Struct, frozen=True, tag_field="edition", tag=EDITION):
    """The report on a whole game, made from all its findings."""

    players: tuple[PlayerReport, ...]
    lots: tuple[LotReport, ...]
    outcome: Outcome
