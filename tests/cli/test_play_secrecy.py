"""`byzanz play` prints nothing that the person's seat may not know."""

import inspect
from random import Random

import pytest

from byzanz.cli.play import (
    advice,
    dialogue,
    game_loop,
    local_game,
    memory_text,
    move_menu,
    result_text,
)
from byzanz.cli.render import position_text
from byzanz.game.game import Game
from byzanz.game.phase import Phase
from tests.cli.dialogue import printed_dialogue
from tests.secrecy.worlds import other_world

TYPED = ["look", "memory", "sell", "log", "log all", "bid M", "hint"]


@pytest.fixture(autouse=True)
def quick_adviser(monkeypatch):
    monkeypatch.setattr(game_loop, "ADVISER", "solid")
    monkeypatch.setattr(game_loop, "prepare_search", lambda: None)
    monkeypatch.setattr("byzanz.bots.policy_bot.EXPLAINING_PLAYOUTS", 3)


def stopped_game(dice: Random) -> Game:
    """A game stopped at a random decision."""
    game = Game.new(dice.randint(3, 6), seed=dice.getrandbits(40))
    stop = dice.choice((dice.randrange(1, 60), dice.randrange(60, 200)))
    while len(game.moves) < stop and not game.is_over:
        game.play(*dice.choice(game.legal(game.turn)))
    return game


def indistinguishable_pairs(seed: int, count: int):
    """Pairs of games that the seat on turn cannot tell apart."""
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
def test_hidden_cards_do_not_change_what_is_printed(seed, capsys, monkeypatch):
    phases = set()
    for first, second, seat in indistinguishable_pairs(seed, 12):
        lines = printed_dialogue(first, seat, TYPED, capsys, monkeypatch)
        assert lines == printed_dialogue(second, seat, TYPED, capsys, monkeypatch)
        assert lines.count("Your move?") == len(TYPED) + 1 + sum(
            player == seat for player, _ in first.moves
        )
        phases.add(first.phase)
    assert phases >= {Phase.BID, Phase.TAKE}


def test_a_planted_leak_is_detected(capsys, monkeypatch):
    honest = game_loop.phrases.event_phrase
    first, second, seat = next(indistinguishable_pairs(1, 1))
    hidden = {first.deck: "one", second.deck: "other"}

    def leak(event, names):
        return (*honest(event, names), hidden[current.deck])

    monkeypatch.setattr(game_loop.phrases, "event_phrase", leak)
    current = first
    lines = printed_dialogue(first, seat, [], capsys, monkeypatch)
    current = second
    assert lines != printed_dialogue(second, seat, [], capsys, monkeypatch)


@pytest.mark.parametrize(
    "module",
    [
        advice,
        dialogue,
        game_loop,
        local_game,
        memory_text,
        move_menu,
        position_text,
        result_text,
    ],
)
def test_nothing_is_printed_from_the_table(module):
    assert ".table" not in inspect.getsource(module)
