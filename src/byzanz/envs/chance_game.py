"""A game whose cards are dealt one by one when they are needed, for game trees with chance nodes.

The cards put back and the draw pile are not fixed in advance: the deck of the inner `Game` has
other cards there, which are exchanged as soon as a lot is dealt.
"""

from collections.abc import Iterable

from byzanz.cards import CARDS, COPIES, DECK_SIZE, Card
from byzanz.game.codec import action_of, legal_actions, move_of
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.rules.actions import apply
from byzanz.rules.numbers import FIRST_HAND, HAND_LIMIT, MOST_BID_VALUE, OFFERS, PUT_BACK, ROUNDS
from byzanz.rules.table import Table


class ChanceGame:
    """A game that waits either for a card to be dealt or for the action of a seat."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.steps: list[int] = []  # all cards and actions so far
        self.game: Game | None = None  # None until the first hands and the first lot are dealt
        self.dealt: list[int] = []  # all cards so far
        self._missing = FIRST_HAND * players + OFFERS[players][0]  # cards to deal now
        self._pending: Move | None = None  # the move that the cards are dealt for

    @property
    def needs_card(self) -> bool:
        """Does the game wait for a card?"""
        return self._missing > 0

    @property
    def is_over(self) -> bool:
        """Is the last seat done with its closing sales?"""
        return self.game is not None and self.game.is_over

    @property
    def turn(self) -> int | None:
        """The seat that the game waits for; None if it waits for a card, or is over."""
        return None if self.needs_card or self.game is None else self.game.turn

    def card_counts(self) -> list[int]:
        """Return by kind how many cards have not been dealt."""
        counts = list(COPIES)
        for kind in self.dealt:
            counts[kind] -= 1
        return counts

    def first_cards(self, seat: int) -> list[int]:
        """Return the kinds of the first hand of a seat, as far as they are dealt."""
        return self.dealt[: FIRST_HAND * self.players][FIRST_HAND * seat :][:FIRST_HAND]

    def actions(self) -> list[int]:
        """Return the legal actions of the seat on turn, in rising order."""
        if self.game is None or self.turn is None:
            return []
        return sorted(legal_actions(self.game.table, self.turn))

    def move(self, action: int) -> Move:
        """Return the move of an action of the seat on turn."""
        assert self.game is not None
        assert self.turn is not None
        return move_of(action, self.game.table.hands[self.turn])

    def action(self, move: Move) -> int:
        """Return the action of a move of the seat on turn."""
        assert self.game is not None
        assert self.turn is not None
        return action_of(move, self.game.table.hands[self.turn])

    def step(self, number: int) -> None:
        """Deal a card, or play an action, whichever the game waits for."""
        self.steps.append(number)
        if self.needs_card:
            self._deal(number)
        else:
            self._play(number)

    def _deal(self, kind: int) -> None:
        self.dealt.append(kind)
        self._missing -= 1
        if self._missing == 0 and self.game is None:
            self.game = Game(
                [f"Seat {seat}" for seat in range(self.players)], self._complete_deck()
            )
        elif self._missing == 0:
            self._finish_pending()

    def _complete_deck(self) -> list[Card]:
        """Return a deck that begins with the dealt cards, the cards put back among the others."""
        hands = FIRST_HAND * self.players
        rest = [kind for kind, count in enumerate(self.card_counts()) for _ in range(count)]
        put_back = PUT_BACK[self.players]
        kinds = [*self.dealt[:hands], *rest[:put_back], *self.dealt[hands:], *rest[put_back:]]
        return [CARDS[kind] for kind in kinds]

    def _play(self, action: int) -> None:
        assert self.game is not None
        assert self.game.turn is not None
        seat, move = self.game.turn, self.move(action)
        trial = self.game.table.copy()
        apply(trial, seat, action)
        self._missing = trial.drawn - self.game.table.drawn
        if self._missing:
            self._pending = move
        else:
            self.game.play(seat, move)

    def _finish_pending(self) -> None:
        """Put the cards that were dealt on top of the draw pile, and play the pending move."""
        assert self.game is not None
        assert self.game.turn is not None
        assert self._pending is not None
        table = self.game.table.copy()
        count = len(self.dealt) - (table.drawn - PUT_BACK[self.players])
        for offset, kind in enumerate(self.dealt[-count:]):
            _exchange(table, table.drawn + offset, kind, self.players)
        self.game.table = table
        move, self._pending = self._pending, None
        self.game.play(self.game.turn, move)

    def __deepcopy__(self, memo: object) -> "ChanceGame":
        duplicate = ChanceGame(self.players)
        duplicate.steps = self.steps[:]
        duplicate.game = None if self.game is None else self.game.copy()
        duplicate.dealt = self.dealt[:]
        duplicate._missing, duplicate._pending = self._missing, self._pending
        return duplicate

    def __reduce__(self) -> tuple[object, tuple[int, tuple[int, ...]]]:
        return replayed, (self.players, tuple(self.steps))


def replayed(players: int, steps: Iterable[int]) -> ChanceGame:
    """Return the game after these steps."""
    game = ChanceGame(players)
    for step in steps:
        game.step(step)
    return game


def _exchange(table: Table, position: int, kind: int, players: int) -> None:
    """Put a kind at a position of the deck; its card comes from a position not yet dealt."""
    first = FIRST_HAND * players
    hidden = [*range(position, DECK_SIZE), *range(first, first + PUT_BACK[players])]
    source = next(place for place in hidden if table.deck[place] == kind)
    table.deck[source], table.deck[position] = table.deck[position], kind


def most_actions(players: int) -> int:
    """Return a number of actions that no game exceeds.

    The bids of an auction have different totals, and each lays a card of a full hand. Every sale
    and every discard puts a card away for good.
    """
    bidding = sum(
        min(MOST_BID_VALUE, HAND_LIMIT * bidders) + bidders for bidders in range(2, players + 1)
    )
    return ROUNDS[players] * (bidding + 2 * players) + DECK_SIZE + players


def most_cards(players: int) -> int:
    """Return the number of cards that are dealt in a whole game."""
    return DECK_SIZE - PUT_BACK[players]
