"""What followed a move to the end of its round: as it was played, or as solid bots play on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from byzanz.bots.policy import PolicyBot
from byzanz.bots.solid import solid_action
from byzanz.cards import Card, Cards, cards_in
from byzanz.game.events import AuctionWon, Event, TrioSold
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.rules.table import CLOSE

SEED = 0  # solid plays by no dice
Moves = Iterable[tuple[int, Move]]


@dataclass(slots=True)
class Aftermath:
    """The events of the rest of a round, and of the closing sales after the last one."""

    events: list[Event] = field(default_factory=list)
    spent: set[int] = field(default_factory=set)  # offers won by a seat with no goods card left
    hands: list[Cards] = field(default_factory=list)  # of each seat, when the round was over
    scores: tuple[int, ...] | None = None  # where the game ended with it
    sales: list[TrioSold] = field(default_factory=list)  # up to the end of the round after it


def played_on(game: Game, moves: Moves) -> Aftermath:
    """What these moves led to, played from this position on; the game stays as it is."""
    now, found, start = game.copy(), Aftermath(), game.table.round
    for seat, move in moves:
        is_over = now.table.round > start and now.table.phase != CLOSE
        if now.table.round > start + 1 and not now.is_over:
            break
        if is_over and not found.hands:
            found.hands = _hands(now)
        events = now.play(seat, move)
        found.sales += [event for event in events if isinstance(event, TrioSold)]
        if not is_over:
            _note(found, now, events)
    found.hands = found.hands or _hands(now)
    found.scores = now.scores if now.is_over and now.table.round == start + 1 else None
    return found


def _note(found: Aftermath, now: Game, events: Iterable[Event]) -> None:
    for event in events:
        found.events.append(event)
        if isinstance(event, AuctionWon):
            left = cards_in(now.table.hands[event.seat])
            if all(card is Card.M for card in left):
                found.spent.add(event.offer)


def _hands(game: Game) -> list[Cards]:
    return [cards_in(hand) for hand in game.table.hands[: game.seat_count]]


def solid_moves(game: Game, seat: int, move: Move | None) -> Iterator[tuple[int, Move]]:
    """A move of a seat, or none, and what solid bots play after it to the end of the round."""
    now, start = game.copy(), game.table.round
    bot = PolicyBot(solid_action, SEED)
    if move is not None:
        now.play(seat, move)
        yield seat, move
    while now.turn is not None and (now.table.round == start or now.table.phase == CLOSE):
        turn = now.turn
        choice = bot.choose(now.view(turn), now.options(turn))
        now.play(turn, choice)
        yield turn, choice
