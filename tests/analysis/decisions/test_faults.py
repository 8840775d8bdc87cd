"""Known mistakes get the right fault."""

import pytest

from byzanz.analysis.causes import Fault
from byzanz.analysis.decisions.faults import Trial, fault_of
from byzanz.analysis.decisions.verdict import DecisionJudge
from byzanz.analysis.findings import Grade
from byzanz.analysis.kernels.decision_buffers import DecisionBuffers
from byzanz.game.moves import parse_move
from tests.analysis.games import finished
from tests.staging import position

PLANTED = [
    (Fault.PAID_PAIR, 2, 22, 1, "bid C2 C4"),
    (Fault.PAID_PAIR, 1, 28, 1, "bid G1 G2"),
    (Fault.LOT_BELOW_PICK, 31, 14, 0, "bid S2"),
    (Fault.LOT_BELOW_PICK, 34, 60, 0, "bid V2"),
    (Fault.FED_RIVAL, 35, 80, 3, "give V4"),
    (Fault.FED_RIVAL, 7, 122, 3, "give V4"),
    (Fault.SOLD_EARLY, 37, 51, 0, "sell V1 V1 V2"),
    (Fault.SOLD_EARLY, 24, 46, 3, "sell C1 C2 C2"),
    (Fault.BURNT_MERCHANTS, 1, 48, 0, "sell C3 M M"),
    (Fault.BURNT_MERCHANTS, 1, 20, 1, "sell W4 M M"),
    (Fault.MISSED_FREE_LOT, 1, 58, 0, "bid C3"),
    (Fault.MISSED_FREE_LOT, 3, 35, 0, "bid C4"),
    (Fault.WRONG_STALL, 1, 86, 2, "take W"),
    (Fault.WRONG_STALL, 3, 17, 0, "take G"),
    (Fault.BROKE_SET, 3, 79, 0, "bid S4"),
    (Fault.BROKE_SET, 4, 57, 0, "bid S3"),
]
"""The fault, the seed of a game of solid bots, the number of moves played, a seat, its bad move.

In the order of the faults: the seat pays a pair although loose cards would be enough; it bids for
a lot without a set while a stall of the market holds one; it gives a card of which a rival is known
to hold two; it sells a set for 2 or less in the first rounds; it sells two merchants in one set; it
bids although everyone would have passed after the opener; it takes a loose card instead of a set;
it pays a card of a complete set although others would be enough.
"""


@pytest.mark.parametrize(
    ("fault", "seed", "moves", "seat", "move_text"),
    PLANTED,
    ids=[f"{x[0]} {x[4]}" for x in PLANTED],
)
def test_a_known_mistake_gets_its_fault(fault, seed, moves, seat, move_text):
    game = finished(4, seed).at(moves)
    assert game.turn == seat
    verdict = DecisionJudge(DecisionBuffers(4, 1), 2000, 400).verdict(
        game, seat, parse_move(move_text)
    )
    assert verdict is not None
    assert verdict.grade is Grade.BLUNDER
    assert verdict.fault is fault


def test_eight_faults_are_tested():
    assert len({line[0] for line in PLANTED}) == 8


BID = (
    "players 4; phase bid; turn 0; opener 0; auction 1; offers 0 0 0 5; round 2;"
    " hand 0: {hand}; lot: C2 G1 S1 V1"
)
GIVE = "players 4; phase give; turn 0; opener 0; leader 0; auction 0; hand 0: {hand}; lot: {lot}"
REDUCE = "players 4; phase reduce; turn 0; auction 4; offers 2 3 4 5; takes 1; hand 0: {hand}"
EVEN = Trial(0, 0, (0, 0, 0, 0))


def fault(stage: str, played: str, best: str, trials=(EVEN, EVEN), **cards: str) -> Fault | None:
    view = position(stage.format(**cards)).view(0)
    moves = [None if text == "nothing" else parse_move(text) for text in (played, best)]
    return fault_of(view, (moves[0], moves[1]), trials)


@pytest.mark.parametrize(
    ("played", "best", "name"),
    [
        ("bid O1", "pass", Fault.OVERPAID),
        ("bid W1", "bid O1", Fault.PAID_PAIR),
        ("bid O1", "bid O1 W1", Fault.PAID_MORE),
        ("pass", "bid O1", Fault.LET_GO),
        ("bid C3", "pass", Fault.BROKE_SET),
        ("sell C1 C1 C3", "nothing", Fault.SOLD_EARLY),
        ("nothing", "sell C1 C1 C3", Fault.LEFT_UNSOLD),
    ],
)
def test_faults_at_the_auction(played, best, name):
    assert fault(BID, played, best, hand="C1 C1 C3 O1 W1 W2") is name


def test_a_better_pick_of_a_stall_can_outweigh_the_lot():
    trials = EVEN, Trial(0, 2.5, (3, 0, 0, 0))
    assert fault(BID, "bid O1", "pass", trials, hand="C1 O1") is Fault.LOT_BELOW_PICK


def test_a_loss_far_above_the_pick_is_overpaying():
    trials = EVEN, Trial(0, 2.5, (6, 0, 0, 0))
    assert fault(BID, "bid O1", "pass", trials, hand="C1 O1") is Fault.OVERPAID


def test_a_missed_free_lot_takes_precedence():
    trials = EVEN, Trial(0.6, 2.5, (0, 0, 0, 0))
    assert fault(BID, "bid C3", "pass", trials, hand="C1 C1 C3") is Fault.MISSED_FREE_LOT


@pytest.mark.parametrize(
    ("own_loss", "rival", "played", "name"),
    [
        (0.1, 1.0, "give O1", Fault.FED_RIVAL),
        (2.0, 1.0, "give O1", Fault.WRONG_CARD),
        (2.0, 1.0, "give C3", Fault.BROKE_SET),
        (2.0, 1.0, "give G2", Fault.BROKE_PAIR),
        (2.0, 1.0, "give M", Fault.LOST_MERCHANT),
    ],
)
def test_faults_of_giving(own_loss, rival, played, name):
    trials = (
        Trial(0, 0, (10.0, 10.0 + rival, 9.0, 9.0)),
        Trial(0, 0, (10.0 + own_loss, 10.0, 9.0, 9.0)),
    )
    cards = {"hand": "C1 C2 G1", "lot": "C3 G2 M O1 S1"}
    assert fault(GIVE, played, "give S1", trials, **cards) is name


@pytest.mark.parametrize(
    ("played", "best", "name"),
    [
        ("discard M", "discard O1", Fault.LOST_MERCHANT),
        ("discard C1", "discard O1", Fault.BROKE_SET),
        ("discard G1", "discard O1", Fault.BROKE_PAIR),
        ("discard O1", "discard S1", Fault.WRONG_CARD),
        ("discard O1", "sell C1 C2 C3", Fault.LEFT_UNSOLD),
        ("sell C1 C2 M", "sell C1 C2 C3", Fault.BURNT_MERCHANTS),
        ("sell C1 C2 C3", "sell C1 C2 M", Fault.WRONG_SET),
        ("sell C1 C2 C3", "discard O1", Fault.SOLD_EARLY),
    ],
)
def test_faults_over_the_limit(played, best, name):
    assert fault(REDUCE, played, best, hand="C1 C2 C3 G1 G2 O1 S1 M") is name
