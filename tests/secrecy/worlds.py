"""Valid pairs of deals: two worlds that a viewer cannot tell apart.

The second world is a deck under which every public event so far would have happened, with the
viewer's own cards: of the other seats' first hands, what they have shown stays, and the rest is
exchanged freely with the cards put back and the cards not yet drawn.
"""

from collections.abc import Iterable
from random import Random

from byzanz.cards import Card
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK
from byzanz.rules.table import CLOSE, OVER

Script = list[tuple[int, Move]]


def replayed(names: tuple[str, ...], deck: tuple[Card, ...], script: Script) -> Game:
    game = Game(names, deck)
    for seat, move in script:
        game.play(seat, move)
    return game


def hidden_places(game: Game, viewer: int | None) -> list[int]:
    """The places of the deck whose cards the viewer cannot know."""
    memory = game.memory(viewer)
    places = []
    for seat in range(game.seat_count):
        if seat == viewer:
            continue
        shown = list(memory.seats[seat].shown)
        for place in range(FIRST_HAND * seat, FIRST_HAND * (seat + 1)):
            if game.deck[place] in shown:
                shown.remove(game.deck[place])
            else:
                places.append(place)
        assert not shown, "what was shown was dealt"
    first = FIRST_HAND * game.seat_count
    places += range(first, first + PUT_BACK[game.seat_count])
    places += range(game.table.drawn, len(game.deck))
    return places


def closing_signs(game: Game) -> list[bool]:
    """Which seats have a set to sell in the closing; it is public then."""
    if game.table.phase not in (CLOSE, OVER):
        return []
    return [
        any(str(move).startswith("sell") for _, move in game.legal(seat))
        for seat in range(game.seat_count)
    ]


def other_world(
    game: Game, viewer: int | None, random: Random, *, also: Iterable[int] = ()
) -> Game | None:
    """The same game in another world, or None if the exchange gives the closing away.

    The seats in `also`, which move by what they see, can't tell them apart either.
    """
    places = hidden_places(game, viewer)
    for seat in also:
        others = set(hidden_places(game, seat))
        places = [place for place in places if place in others]
    cards = [game.deck[place] for place in places]
    random.shuffle(cards)
    deck = list(game.deck)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    if game.table.phase not in (CLOSE, OVER):
        return replayed(game.names, tuple(deck), game.moves)
    return _closing_world(game, tuple(deck))


def _closing_world(game: Game, deck: tuple[Card, ...]) -> Game | None:
    """Replay beside the first world; seats done or not for want of a set must be the same."""
    first, second = Game(game.names, game.deck), Game(game.names, deck)
    for seat, move in game.moves:
        first.play(seat, move)
        second.play(seat, move)
        if first.table.done != second.table.done:
            return None
    return second if closing_signs(first) == closing_signs(second) else None
