"""Facts of games, and pictures drawn from the drawings of the pages' sources."""

from pathlib import Path
from random import Random

import pytest

from byzanz.cards import Card
from byzanz.game.deciding_lot import DecidingLot
from byzanz.game.standings import Standing
from byzanz.pictures.facts import GameFacts

PUBLIC = Path(__file__).parents[2] / "web" / "public"
NAMES = ("Livia", "Zoe", "Irene", "Konstantinos", "Bartholomäus", "Ağaoğlu")
PROFITS = (27, 24, 19, 17, 12, 9)
KEPT = (7, 6, 5, 5, 3, 2)
LOT = DecidingLot(5, 5, 7, (Card.V2, Card.V4, Card.M), is_decisive=True)


def facts(count=4, names=NAMES, kept=KEPT, *, places=range(1, 7), deciding=LOT) -> GameFacts:
    random = Random(count)
    standings = [
        Standing(
            place=place,
            seat=seat,
            profit=PROFITS[place - 1],
            hand_count=3,
            kept=tuple(random.choices(tuple(Card), k=kept[seat])),
            by_tie_break=False,
        )
        for seat, place in zip(range(count), places, strict=False)
    ]
    return GameFacts(tuple(names[:count]), tuple(standings), deciding, 6)


@pytest.fixture(scope="session")
def renderer():
    from byzanz.server.previews.drawing_worker import load_renderer  # noqa: PLC0415 (compiled)

    found = load_renderer(PUBLIC)
    assert found is not None, "the library that draws pictures is a requirement"
    return found
