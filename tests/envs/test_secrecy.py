"""Secrecy of environments: exchanged hidden cards change no byte that an agent gets."""

from collections.abc import Iterator

import pytest

from byzanz.engine.environments.knowledge import Knowledge
from byzanz.envs import observing
from byzanz.envs.observing import action_features, action_mask, observe
from byzanz.envs.rendering import render_text
from byzanz.game.codec import legal_actions
from byzanz.game.game import Game
from tests.secrecy.test_secrecy import pairs


def given(game: Game, seat: int) -> bytes:
    """Everything that an environment gives an agent."""
    seen = observe(game, seat)
    parts = [seen.tobytes(), action_mask(game, seat).tobytes(), render_text(seen, seat).encode()]
    if seat == game.turn:
        actions = legal_actions(game.table, seat)
        parts += [action_features(game, action).tobytes() for action in actions]
    return b"".join(parts)


def exchanged_pairs(count: int, seed: int) -> Iterator[tuple[Game, Game, int]]:
    """Pairs of worlds of a seat in which the hands of others really differ."""
    found = 0
    for first, second, viewer in pairs(20 * count, seed):
        if viewer is not None and first.table.hands != second.table.hands:
            yield first, second, viewer
            found += 1
            if found == count:
                return
    raise AssertionError("too few pairs with exchanged hands")


def differing(count: int, seed: int) -> int:
    return sum(
        given(first, viewer) != given(second, viewer)
        for first, second, viewer in exchanged_pairs(count, seed)
    )


def test_exchanged_hands_change_no_byte():
    assert differing(100, 1) == 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 220))
def test_many_exchanged_hands_change_no_byte(seed):
    assert differing(1_000, seed) == 0


def leak_first_hands(game: Game) -> Knowledge:
    knowledge = ORIGINAL(game)
    for kind in knowledge.unshown[0][: knowledge.unshown_counts[0]]:
        knowledge.unrevealed[kind] += 1
    return knowledge


def leak_draw_pile(game: Game) -> Knowledge:
    knowledge = ORIGINAL(game)
    knowledge.unrevealed[game.table.deck[-1]] += 1
    return knowledge


def leak_trios(game: Game) -> Knowledge:
    knowledge = ORIGINAL(game)
    knowledge.trios[0] = int(game.table.hands[0][0] % 2)
    return knowledge


ORIGINAL = observing.knowledge_of


@pytest.mark.parametrize("leak", [leak_first_hands, leak_draw_pile, leak_trios])
def test_planted_leaks_are_caught(leak, monkeypatch):
    monkeypatch.setattr(observing, "knowledge_of", leak)
    assert differing(50, 2) > 0
