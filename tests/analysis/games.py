"""Finished games of bots, and their findings at low effort."""

from functools import cache

from byzanz import Game
from byzanz.analysis.findings import Findings
from byzanz.analysis.game_analysis import Effort, GameAnalysis, count_findings
from byzanz.bots.roster import make_bot

LOW_EFFORT = Effort(playouts=40, search=60, samples=30, lot_samples=10)


@cache
def finished(players: int, seed: int, bot_id: str = "solid") -> Game:
    game = Game.new(players, seed=seed)
    bot = make_bot(bot_id, seed)
    while game.turn is not None:
        game.play(game.turn, bot.choose(game.view(game.turn), game.options(game.turn)))
    return game


@cache
def all_findings(players: int, seed: int) -> tuple[Findings, ...]:
    game = finished(players, seed)
    analysis = GameAnalysis(game, LOW_EFFORT)
    return tuple([analysis.findings(number) for number in range(count_findings(game))])
