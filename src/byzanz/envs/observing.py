"""Observations of a `Game`, interpreted: the same numbers as those of the compiled environments."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from byzanz.cards import COPIES, NO_CARD, Cards, pile_of
from byzanz.engine.environments.action_features import encode_action
from byzanz.engine.environments.knowledge import UNKNOWN, Knowledge
from byzanz.engine.environments.layout import FEATURE_COUNT, OBSERVATION_SIZE
from byzanz.engine.environments.observation import encode_observation
from byzanz.game.codec import legal_actions
from byzanz.game.game import Game
from byzanz.rules.actions import ACTIONS


def observe(game: Game, seat: int) -> NDArray[np.uint8]:
    """Return the observation of a seat, on turn or not."""
    out = [0] * OBSERVATION_SIZE
    encode_observation(game.table, knowledge_of(game), seat, out)
    return np.array(out, np.uint8)


def action_mask(game: Game, seat: int) -> NDArray[np.bool_]:
    """Return the legal actions of a seat; none if it is not on turn."""
    mask = np.zeros(ACTIONS, np.bool_)
    if seat == game.turn:
        mask[legal_actions(game.table, seat)] = True
    return mask


def action_features(game: Game, action: int) -> NDArray[np.uint8]:
    """Return the features of a legal action of the seat on turn."""
    assert game.turn is not None, "the game is over"
    out = [0] * FEATURE_COUNT
    encode_action(game.table, game.turn, action, out)
    return np.array(out, np.uint8)


def knowledge_of(game: Game) -> Knowledge:
    """Return the knowledge that all seats share."""
    knowledge = Knowledge()
    public = game.memory(None)
    knowledge.unrevealed = [copies - seen for copies, seen in zip(COPIES, public.seen, strict=True)]
    for seat, memory in enumerate(public.seats):
        unshown = cards_besides(memory.known, game.table.hands[seat])
        knowledge.unshown[seat][: len(unshown)] = unshown
        knowledge.unshown_counts[seat] = len(unshown)
        knowledge.trios[seat] = UNKNOWN if memory.has_trio is None else int(memory.has_trio)
    return knowledge


def cards_besides(known: Cards, hand: Iterable[int]) -> list[int]:
    """Return the kinds of a hand that are left without some known cards."""
    counts = pile_of(known)
    left = []
    for kind in hand:
        if kind != NO_CARD and counts[kind]:
            counts[kind] -= 1
        elif kind != NO_CARD:
            left.append(kind)
    return left
