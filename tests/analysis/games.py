"""Finished games, and their findings at little effort."""

from functools import cache

from byzanz import Game
from byzanz.analysis.analyst import Analyst, Effort, count_findings
from byzanz.analysis.report import Findings
from byzanz.bots.roster import make_bot

LITTLE = Effort(playouts=40, search=60, samples=30, lot_samples=10)


@cache
def finished(players: int, seed: int, word: str = "solid") -> Game:
    game = Game.new(players, seed=seed)
    bot = make_bot(word, seed)
    while game.turn is not None:
        game.play(game.turn, bot.choose(game.view(game.turn), game.options(game.turn)))
    return game


@cache
def all_findings(players: int, seed: int) -> tuple[Findings, ...]:
    game = finished(players, seed)
    analyst = Analyst(game, LITTLE)
    return tuple([analyst.find(number) for number in range(count_findings(game))])
