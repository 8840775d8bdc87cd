"""Pairs of worlds: two deals of the same game that a viewer cannot distinguish.

In the second deal the viewer has the same cards and every public event still happens. The cards
that other seats have shown stay; the rest of their first hands, the cards put back and the draw
pile are shuffled together.
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


def hidden_positions(game: Game, viewer: int | None) -> list[int]:
    """The positions in the deck whose cards the viewer cannot know."""
    memory = game.memory(viewer)
    positions = []
    for seat in range(game.seat_count):
        if seat == viewer:
            continue
        shown = list(memory.seats[seat].shown)
        for position in range(FIRST_HAND * seat, FIRST_HAND * (seat + 1)):
            if game.deck[position] in shown:
                shown.remove(game.deck[position])
            else:
                positions.append(position)
        assert not shown, "every shown card was dealt"
    first = FIRST_HAND * game.seat_count
    positions += range(first, first + PUT_BACK[game.seat_count])
    positions += range(game.table.drawn, len(game.deck))
    return positions


def public_trios(game: Game) -> list[bool]:
    """For each seat, whether it has a set to sell in the closing sales; empty before them."""
    if game.table.phase not in (CLOSE, OVER):
        return []
    return [
        any(str(move).startswith("sell") for _, move in game.legal(seat))
        for seat in range(game.seat_count)
    ]


def other_world(
    game: Game, viewer: int | None, random: Random, *, also: Iterable[int] = ()
) -> Game | None:
    """The same game in another world, or None if the closing sales would distinguish them.

    The seats in `also`, whose moves depend on their views, cannot distinguish them either.
    """
    positions = hidden_positions(game, viewer)
    for seat in also:
        others = set(hidden_positions(game, seat))
        positions = [position for position in positions if position in others]
    cards = [game.deck[position] for position in positions]
    random.shuffle(cards)
    deck = list(game.deck)
    for position, card in zip(positions, cards, strict=True):
        deck[position] = card
    if game.table.phase not in (CLOSE, OVER):
        return replayed(game.names, tuple(deck), game.moves)
    return _closing_world(game, tuple(deck))


def _closing_world(game: Game, deck: tuple[Card, ...]) -> Game | None:
    """Replay both worlds; None unless the same seats are done for lack of a set."""
    first, second = Game(game.names, game.deck), Game(game.names, deck)
    for seat, move in game.moves:
        first.play(seat, move)
        second.play(seat, move)
        if first.table.done != second.table.done:
            return None
    return second if public_trios(first) == public_trios(second) else None
