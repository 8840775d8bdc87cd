"""Observers of the OpenSpiel game: tensors and strings of what one player may know."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from byzanz.cards import CARDS, KINDS
from byzanz.engine.environments.layout import (
    GONE,
    HAND,
    LAYOUT_VERSION,
    OBSERVATION_SIZE,
    UNSEEN,
    UNSHOWN,
)
from byzanz.envs.chance_game import ChanceGame, most_actions
from byzanz.envs.observing import observe
from byzanz.envs.public_record import ENTRY_SIZE, Entry, entries_of
from byzanz.rules.numbers import ROUNDS

PRIVATE = [*range(HAND, GONE), *range(UNSHOWN, UNSEEN)]  # the own hand, and its unshown cards
PUBLIC = [*range(GONE, UNSHOWN), *range(UNSEEN, OBSERVATION_SIZE)]


def most_entries(players: int) -> int:
    """Return a number of entries that no public record exceeds."""
    return most_actions(players) + ROUNDS[players] * (players + 1)


class ByzanzObserver:
    """What one player knows, as OpenSpiel asks for it.

    - `player`: one place is 1;
    - `private`: the own hand, its unshown cards and, with perfect recall, the first hand;
    - `public`: the rest of the observation of `byzanz.envs`, as everybody sees it;
    - `record`: with perfect recall, all public entries.
    """

    def __init__(
        self, players: int, observed: "pyspiel.IIGObservationType", parameters: Mapping[str, Any]
    ) -> None:
        if parameters:
            raise ValueError(f"parameters {dict(parameters)}: an observer of Byzanz takes none")
        self._is_private = observed.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._is_public = observed.public_info
        self._recalls = observed.perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"player": (players,)}
        if self._is_private:
            shapes["private"] = ((3 if self._recalls else 2), KINDS)
        if self._is_public:
            shapes["public"] = (len(PUBLIC),)
        if self._is_public and self._recalls:
            shapes["record"] = (most_entries(players), ENTRY_SIZE)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for (name, shape), size in zip(shapes.items(), sizes, strict=True):
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: Any, player: int) -> None:
        """Write the tensor for a player."""
        deal: ChanceGame = state.deal
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self._is_private and self._recalls:
            for kind in deal.first_cards(player):
                self.dict["private"][2, kind] += 1
        if deal.game is None:
            return
        seen = observe(deal.game, player).astype(np.float32)
        if self._is_private:
            self.dict["private"][:2] = seen[PRIVATE].reshape(2, KINDS)
        if self._is_public:
            seen[UNSEEN : UNSEEN + KINDS] += seen[UNSHOWN : UNSHOWN + KINDS]
            self.dict["public"][:] = seen[PUBLIC]
        if "record" in self.dict:
            for index, entry in enumerate(entries_of(deal.game.events)):
                self.dict["record"][index] = entry.numbers()

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player knows as text."""
        deal: ChanceGame = state.deal
        parts = []
        if self._is_private:
            parts.append(f"player {player}")
            parts.append(f"first hand {_codes(deal.first_cards(player))}")
            if deal.game is not None:
                parts.append(f"hand {_hand(deal, player)}")
        if self._is_public and deal.game is not None:
            entries = entries_of(deal.game.events)
            parts += _recalled(entries) if self._recalls else [_position(deal, player)]
        return "; ".join(parts)


def _codes(kinds: list[int]) -> str:
    return " ".join(sorted(CARDS[kind] for kind in kinds))


def _hand(deal: ChanceGame, player: int) -> str:
    assert deal.game is not None
    return _codes([kind for kind in deal.game.table.hands[player] if kind < len(CARDS)])


def _recalled(entries: list[Entry]) -> list[str]:
    return [str(entry) for entry in entries]


def _position(deal: ChanceGame, player: int) -> str:
    """Return the public part of an observation as text, with the version of its layout."""
    assert deal.game is not None
    seen = observe(deal.game, player)
    seen[UNSEEN : UNSEEN + KINDS] += seen[UNSHOWN : UNSHOWN + KINDS]
    return f"public {LAYOUT_VERSION}:{seen[PUBLIC].tobytes().hex()}"
