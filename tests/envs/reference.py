"""Observations and features from the typed interface of a game, as the encoders should write them.

They are computed from views, public memory and events, and not from the table.
"""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from byzanz.cards import CARDS, COPIES, KINDS, Card, pile_of, total
from byzanz.engine.environments.layout import FEATURE_FIELDS, OBSERVATION_FIELDS, Field
from byzanz.game.events import CardDiscarded, MarketCleared, TrioSold
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.phase import PHASES, Phase
from byzanz.game.view import OfferState, View
from byzanz.rules.numbers import SEATS

MOVES = (Pass, Bid, Give, Take, Sell, Discard, Done)


def expected_observation(game: Game, seat: int) -> np.ndarray:
    view = game.view(seat)
    values = cards_of_view(game, view) | course(view)
    for place in range(SEATS):
        for name, value in seat_block(game, view, place).items():
            values[f"seat_{place}.{name}"] = value
    return laid_out(OBSERVATION_FIELDS, values)


def laid_out(fields: Iterable[Field], values: dict[str, list[int]]) -> np.ndarray:
    """The values in the order of the fields; every field has a value of its length."""
    numbers: list[int] = []
    for field in fields:
        value = values.pop(field.name)
        assert (field.start, field.size) == (len(numbers), len(value)), field.name
        numbers += value
    assert not values, "a value without a field"
    return np.array(numbers, np.uint8)


def counts(cards: Iterable[Card]) -> list[int]:
    return pile_of(cards)


def minus(left: Iterable[int], right: Iterable[int]) -> list[int]:
    return [first - second for first, second in zip(left, right, strict=True)]


def one_of(count: int, place: int | None) -> list[int]:
    return [int(index == place) for index in range(count)]


def cards_of_view(game: Game, view: View) -> dict[str, list[int]]:
    own = counts(view.own.hand)
    public = game.memory(None)
    gone: Counter[Card] = Counter()
    for event in game.events:
        if isinstance(event, TrioSold | MarketCleared):
            gone.update(event.cards)
        elif isinstance(event, CardDiscarded):
            gone[event.card] += 1
    return {
        "hand": own,
        "unshown": minus(own, counts(public.seats[view.seat].known)),
        "lot": counts(view.lot.cards if view.lot else ()),
        "market": counts(card for stall in view.market for card in stall.cards),
        "gone": [gone[card] for card in CARDS],
        "unseen": minus(COPIES, view.memory.seen),
    }


def seat_block(game: Game, view: View, place: int) -> dict[str, list[int]]:
    players = len(view.seats)
    if place >= players:
        names = [field.name for field in OBSERVATION_FIELDS if field.name.startswith("seat_0.")]
        cards = {"known": [0] * KINDS, "bid": [0] * KINDS}
        return {name: [0] for name in (name.removeprefix("seat_0.") for name in names)} | cards
    seat = (view.seat + place) % players
    side, memory = view.seats[seat], game.memory(None).seats[seat]
    trio = 0 if memory.has_trio is None else 1 + memory.has_trio
    numbers = {
        "plays": 1,
        "hand_size": side.hand_count,
        "unknown_count": memory.unknown_count,
        "bid_value": side.bid_value,
        "has_passed": side.has_passed and view.phase is Phase.BID,
        "offer": side.offer or 0,
        "profit": memory.profit,
        "profit_count": side.profit_count,
        "is_done": side.is_done,
        "has_trio": trio,
        "is_leader": view.lot is not None and view.lot.leader == seat,
        "is_opener": view.lot is not None and view.lot.opener == seat,
    }
    cards = {"known": counts(memory.known), "bid": counts(side.bid)}
    return cards | {name: [int(number)] for name, number in numbers.items()}


def course(view: View) -> dict[str, list[int]]:
    players = len(view.seats)
    is_ending = view.phase in (Phase.CLOSE, Phase.OVER)
    finished = view.rounds if is_ending else view.round - 1
    taken = 0 if is_ending else sum(stall.taken_by is not None for stall in view.market)
    turn = None if view.turn is None else (view.turn - view.seat) % players
    return {
        "phase": one_of(len(PHASES), PHASES.index(view.phase)),
        "players": one_of(4, players - 3),
        "turn": one_of(SEATS, turn),
        "round": [finished],
        "rounds_left": [view.rounds - finished],
        "auction": [sum(offer.state is OfferState.SOLD for offer in view.offers)],
        "takes": [taken],
        "lot_offer": [view.lot.offer if view.lot else 0],
        "highest_bid": [(view.lot.beat or 0) if view.lot else 0],
        "draw_pile": [view.draw_pile_count],
    }


def expected_features(game: Game, move: Move) -> np.ndarray:
    """The features of a legal move of the seat on turn."""
    view = game.view(game.turn)
    side = view.seats[game.turn]
    leaving: tuple[Card, ...] = ()
    arriving: tuple[Card, ...] = ()
    new_total = gain = 0
    match move:
        case Pass():
            arriving = side.bid
        case Bid(cards):
            leaving, new_total = cards, side.bid_value + total(cards)
        case Give(card):
            rest = list(view.lot.cards)
            rest.remove(card)
            leaving, arriving = (card,), tuple(rest)
        case Take(stall):
            arriving = next(each.cards for each in view.market if each.stall == stall)
        case Sell(cards):
            leaving = cards
            gain = max(card.face_value for card in cards) or 5
        case Discard(card):
            leaving = (card,)
    values = {
        "move": one_of(len(MOVES), MOVES.index(type(move))),
        "leaving": counts(leaving),
        "arriving": counts(arriving),
        "new_total": [new_total],
        "gain": [gain],
    }
    return laid_out(FEATURE_FIELDS, values)
