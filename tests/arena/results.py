"""Results of games that nobody played."""

from collections.abc import Sequence

from byzanz.arena.match import GameResult, SeatResult
from byzanz.arena.plan import Plan
from byzanz.programs.failure import Failure


def result(
    words: str,
    places: Sequence[int],
    *,
    deck: int = 0,
    seating: int = 0,
    scores: Sequence[int] | None = None,
    failures: tuple[Failure, ...] = (),
) -> GameResult:
    """A game of these words and places; failures are those of seat 0."""
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    seats = [
        SeatResult(
            word=word,
            score=20 - place if scores is None else scores[seat],
            place=place,
            win_share=1 / len(winners) if seat in winners else 0.0,
            decisions=4,
            playouts=40,
            seconds=0.004,
            times={150: 4},
            failures=failures if seat == 0 else (),
        )
        for seat, (word, place) in enumerate(zip(words.split(), places, strict=True))
    ]
    return GameResult(deck, seating, tuple(seats), winners, (0, 0))


def whole_deck(words: str, places: dict[str, int], deck: int = 0) -> list[GameResult]:
    """A deck in every seating of these words, each of which always gets the same place."""
    seatings = Plan(tuple(words.split()), 1, 1, 5.0).seatings
    return [
        result(" ".join(seating), [places[word] for word in seating], deck=deck, seating=number)
        for number, seating in enumerate(seatings)
    ]
