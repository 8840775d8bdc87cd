"""The result of a person's game, with the tie-breaks."""

from collections.abc import Iterator

from byzanz.cli.render.phrases import Phrase, counted, listed
from byzanz.cli.render.position_drawing import ORDINALS
from byzanz.game.standings import Standing
from byzanz.game.view import View


def result_phrases(view: View) -> Iterator[Phrase]:
    """Yield an explanation of each tie, then the person's own rank."""
    by_profit: dict[int, list[Standing]] = {}
    for standing in view.standings:
        by_profit.setdefault(standing.profit, []).append(standing)
    for equals in by_profit.values():
        if len(equals) > 1:
            yield _tie(view, equals)
    own_standing = next(standing for standing in view.standings if standing.seat == view.seat)
    shared = sum(standing.place == own_standing.place for standing in view.standings) > 1
    if own_standing.place == 1:
        yield ("You share the victory" if shared else "You win",)
    else:
        yield (f"You are {ORDINALS[own_standing.place - 1]} of {len(view.seats)}",)


def _tie(view: View, equals: list[Standing]) -> Phrase:
    held = [
        f"{view.seats[standing.seat].name} {counted(standing.hand_count, 'card')}"
        for standing in equals
    ]
    start = f"Equal profit of {equals[0].profit}: more cards in hand decide"
    return (f"{start} ({listed(held)})",)
