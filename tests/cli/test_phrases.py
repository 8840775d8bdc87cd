"""Events, waits and decisions in English."""

import pytest

from byzanz.cards import Card, Stall, parse_cards
from byzanz.cli.record_input import load
from byzanz.cli.render.phrases import decision_phrase, event_phrase, plain, wait_phrase
from byzanz.game import events
from byzanz.game.game import Game
from tests.cli.calling import NAMES as GAME_NAMES
from tests.cli.calling import game_file

NAMES = ("Anna", "Basil", "Zoe")


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Dealt(0, 4, None), "Anna is dealt 4 cards"),
        (events.Dealt(0, 4, cards("C1 G2 G3 M")), "Anna is dealt C1 G2 G3 M"),
        (events.RoundBegun(2, 1), "Round 2 begins, opened by Basil"),
        (events.LotRevealed(4, cards("C1 M"), 1), "Offer 4: C1 M, opened by Basil"),
        (events.LotRevealed(2, cards("C1 M"), 1), "Offer 2: C1 M falls to Basil"),
        (events.BidLaid(0, cards("C1 S2"), 3), "Anna bids 3 with C1 S2"),
        (events.BidLaid(0, cards("C1 S2"), 7), "Anna raises to 7 with C1 S2"),
        (events.Passed(2, ()), "Zoe passes"),
        (events.Passed(2, cards("O1")), "Zoe passes and takes back O1"),
        (events.AuctionWon(1, 6, cards("O4 O4"), 8), "Basil wins offer 6 for 8 and pays O4 O4"),
        (
            events.LotGranted(1, 6, cards("C1 C2")),
            "All pass: Basil gets offer 6 for free: C1 C2",
        ),
        (events.CardGiven(1, 6, Card.W1, cards("G3 O3")), "Basil gives W1 and takes G3 O3"),
        (events.CardGiven(1, 1, Card.W1, ()), "Basil gets offer 1; W1 goes into the market"),
        (events.StallTaken(0, Stall.V, cards("V1 V3")), "Anna takes the wine: V1 V3"),
        (events.TrioSold(0, cards("C1 C4 M"), Card.C4, 4), "Anna sells C1 C4 M and keeps C4 (+4)"),
        (events.CardDiscarded(0, Card.M), "Anna discards M"),
        (events.MarketCleared(()), "The market closes with nothing left"),
        (events.MarketCleared(cards("S1")), "The market closes; S1 goes into the box"),
        (events.MarketCleared(cards("S1 S2")), "The market closes; S1 S2 go into the box"),
        (events.SeatDone(0, idle=True), "Anna has no set to sell"),
        (events.SeatDone(0, idle=False), "Anna is done"),
        (events.GameEnded((9, 12, 3), (1,)), "The game is over: Basil wins with 12"),
        (
            events.GameEnded((9, 9, 9), (0, 1, 2)),
            "The game is over: Anna, Basil and Zoe share the victory with 9",
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_every_event_has_a_sentence(event, sentence):
    assert plain(event_phrase(event, NAMES)) == sentence


def test_every_phase_and_decision_has_a_phrase():
    waits, decisions = set(), set()
    for name in GAME_NAMES[::7]:
        finished = load(str(game_file(name)))
        game = Game(finished.names, finished.deck)
        for seat, move in finished.moves:
            waits.add(plain(wait_phrase(game.view(None))).partition(" ")[2].split()[1])
            options = [game.options(number) for number in range(game.seat_count)]
            decisions |= {plain(decision_phrase(option)).split()[0] for option in options}
            game.play(seat, move)
    assert waits >= {"bids", "gives", "takes", "holds"}
    assert decisions == {"bid", "only", "give", "take", "discard", "be", "wait"}
