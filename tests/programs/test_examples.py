"""The bots in examples/bots play whole games as external programs."""

import shlex
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from byzanz import Game
from byzanz.programs.entrant import Entrant
from tests import node
from tests.programs.stage import play_game

FOLDER = Path(__file__).parents[2] / "examples" / "bots"


def bot_id(name: str) -> str:
    interpreter = sys.executable if name.endswith(".py") else node.command("node")
    return "exec:" + shlex.join([interpreter, str(FOLDER / name)])


BOTS = ["haggler.py", "haggler.mjs"]


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("name", BOTS)
def test_examples_play_a_whole_game_without_failure(name, players):
    with ExitStack() as stack:
        entrants = [
            stack.enter_context(Entrant(bot_id(name), seconds=60.0, greeting_seconds=60.0))
            for _ in range(players)
        ]
        game = Game.new(players, seed=players)
        for seat, entrant in enumerate(entrants):
            entrant.begin(game, seat, seat)
        while game.turn is not None:
            game.play(game.turn, entrants[game.turn].choose(game))
        for entrant in entrants:
            entrant.end(game)
    assert [entrant.failures for entrant in entrants] == [[]] * players
    assert {entrant.name for entrant in entrants} == {"Haggler"}
    assert sum(game.scores) > 10 * players


@pytest.mark.parametrize("name", BOTS)
def test_an_example_beats_random_players(name):
    with Entrant(bot_id(name), seconds=60.0, greeting_seconds=60.0) as entrant:
        games = [play_game(entrant, players=3 + seed % 4, seed=seed) for seed in range(8)]
    assert entrant.failures == []
    assert sum(game.winners == (1,) for game in games) >= 7


def test_both_examples_play_the_same_moves():
    games = []
    for name in BOTS:
        with Entrant(bot_id(name), seconds=60.0, greeting_seconds=60.0) as entrant:
            games.append([play_game(entrant, seed=seed).moves for seed in range(2)])
    assert games[0] == games[1]


@pytest.mark.parametrize("name", BOTS)
def test_an_example_is_short(name):
    assert len((FOLDER / name).read_text(encoding="utf-8").splitlines()) < 60
