"""A person is told nothing that their seat may not know."""

import inspect
from random import Random

import pytest

from byzanz.cli import (
    advice,
    choices,
    host,
    recollection,
    result,
    sitting,
    speech,
    telling,
)
from byzanz.game.game import Game
from byzanz.game.phase import Phase
from tests.cli.sittings import heard
from tests.secrecy.worlds import other_world

TYPED = ["look", "memory", "sell", "log", "log all", "bid M", "hint"]


@pytest.fixture(autouse=True)
def quick_adviser(monkeypatch):
    monkeypatch.setattr(sitting, "ADVISER", "solid")
    monkeypatch.setattr(sitting, "get_ready", lambda: None)
    monkeypatch.setattr("byzanz.bots.policy.EXPLAINING_PLAYOUTS", 3)


def stopped_game(dice: Random) -> Game:
    """A game stopped at some decision."""
    game = Game.new(dice.randint(3, 6), seed=dice.getrandbits(40))
    stop = dice.choice((dice.randrange(1, 60), dice.randrange(60, 200)))
    while len(game.moves) < stop and not game.is_over:
        game.play(*dice.choice(game.legal(game.turn)))
    return game


def pairs(seed: int, count: int):
    dice = Random(seed)
    found = 0
    while found < count:
        game = stopped_game(dice)
        if game.turn is None:
            continue
        other = other_world(game, game.turn, dice)
        if other is not None and other.deck != game.deck:
            found += 1
            yield game, other, game.turn


@pytest.mark.parametrize("seed", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_worlds_that_differ_in_hidden_cards_sound_the_same(seed, capsys, monkeypatch):
    phases = set()
    for first, second, seat in pairs(seed, 12):
        lines = heard(first, seat, TYPED, capsys, monkeypatch)
        assert lines == heard(second, seat, TYPED, capsys, monkeypatch)
        assert lines.count("Your move?") == len(TYPED) + 1 + sum(
            player == seat for player, _ in first.moves
        )
        phases.add(first.phase)
    assert phases >= {Phase.BID, Phase.TAKE}


def test_a_planted_leak_is_heard(capsys, monkeypatch):
    honest = sitting.words.event_phrase
    first, second, seat = next(pairs(1, 1))
    hidden = {first.deck: "one", second.deck: "other"}

    def leak(event, names):
        return (*honest(event, names), hidden[current.deck])

    monkeypatch.setattr(sitting.words, "event_phrase", leak)
    current = first
    lines = heard(first, seat, [], capsys, monkeypatch)
    current = second
    assert lines != heard(second, seat, [], capsys, monkeypatch)


@pytest.mark.parametrize(
    "module", [advice, choices, host, recollection, result, sitting, speech, telling]
)
def test_nothing_is_said_from_the_table(module):
    assert ".table" not in inspect.getsource(module)
