"""``python -m byzanz.analysis``: compile the rules, the search and the analysis into the cache."""

from byzanz.analysis.game_analysis import Effort, GameAnalysis
from byzanz.bots.precompile import compile_all
from byzanz.game.game import Game

LEAST_EFFORT = Effort(playouts=1, search=1, samples=1, lot_samples=1)

if __name__ == "__main__":
    compile_all()  # called here because the analysis uses most of the same compiled functions
    game = Game.new(3, seed=1)
    seat, move = game.legal()[0]
    game.play(seat, move)
    for number in range(2):
        GameAnalysis(game, LEAST_EFFORT).findings(number)
