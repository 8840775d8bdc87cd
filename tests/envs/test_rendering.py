"""The text of an observation."""

from byzanz.envs.observing import observe
from byzanz.envs.rendering import render_text
from tests.staging import play, staged


def test_a_position_as_text():
    game = staged(3, "G1 G2 O1 O2 | C1 C1 S2 M | C1 C2 V1 V2", "G3 G3 O3 S1 S3 W1")
    play(game, "0 pass", "1 bid C1")
    assert render_text(observe(game, 2), 2) == "\n".join(
        [
            "round 1 of 8, bid; 90 cards in the draw pile",
            "lot 6: G3 G3 O3 S1 S3 W1",
            "market: -",
            "* seat 2, profit 0, 4 cards; known: -, 4 unknown",
            "  seat 0, profit 0, 4 cards, passed; known: -, 4 unknown",
            "  seat 1, profit 0, 3 cards, bids 1: C1; known: -, 3 unknown",
            "hand of seat 2: C1 C2 V1 V2",
        ]
    )
