"""The consequences of a move until the end of its round: as played, or as solid bots continue."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from byzanz.bots.policy_bot import PolicyBot
from byzanz.cards import Card, Cards, cards_in
from byzanz.engine.policies.solid import solid_action
from byzanz.game.events import AuctionWon, Event, TrioSold
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.rules.table import CLOSE

SEED = 0  # solid uses no random numbers
Moves = Iterable[tuple[int, Move]]


@dataclass(slots=True)
class Aftermath:
    """The events of the rest of a round, and of the closing sales after the last round."""

    events: list[Event] = field(default_factory=list)
    offers_won_with_last_goods: set[int] = field(default_factory=set)
    hands: list[Cards] = field(default_factory=list)  # hand of each seat at the end of the round
    scores: tuple[int, ...] | None = None  # None if the game did not end with this round
    sales: list[TrioSold] = field(default_factory=list)  # sales until the end of the next round


def aftermath_of(game: Game, moves: Moves) -> Aftermath:
    """Play moves on a copy of the game, and collect their consequences."""
    replay, aftermath, start = game.copy(), Aftermath(), game.table.round
    for seat, move in moves:
        round_is_over = replay.table.round > start and replay.table.phase != CLOSE
        if replay.table.round > start + 1 and not replay.is_over:
            break
        if round_is_over and not aftermath.hands:
            aftermath.hands = _hands(replay)
        events = replay.play(seat, move)
        aftermath.sales += [event for event in events if isinstance(event, TrioSold)]
        if not round_is_over:
            _collect(aftermath, replay, events)
    aftermath.hands = aftermath.hands or _hands(replay)
    aftermath.scores = replay.scores if replay.is_over and replay.table.round == start + 1 else None
    return aftermath


def _collect(aftermath: Aftermath, replay: Game, events: Iterable[Event]) -> None:
    for event in events:
        aftermath.events.append(event)
        if isinstance(event, AuctionWon):
            left = cards_in(replay.table.hands[event.seat])
            if all(card is Card.M for card in left):
                aftermath.offers_won_with_last_goods.add(event.offer)


def _hands(game: Game) -> list[Cards]:
    return [cards_in(hand) for hand in game.table.hands[: game.seat_count]]


def solid_moves(game: Game, seat: int, move: Move | None) -> Iterator[tuple[int, Move]]:
    """Yield a move, unless it is None, and the moves of solid bots until the end of the round."""
    copy, start = game.copy(), game.table.round
    bot = PolicyBot(solid_action, SEED)
    if move is not None:
        copy.play(seat, move)
        yield seat, move
    while copy.turn is not None and (copy.table.round == start or copy.table.phase == CLOSE):
        turn = copy.turn
        choice = bot.choose(copy.view(turn), copy.options(turn))
        copy.play(turn, choice)
        yield turn, choice
