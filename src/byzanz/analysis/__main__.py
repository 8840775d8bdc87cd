"""``python -m byzanz.analysis``: compile the rules, the search and the analysis now."""

from byzanz.analysis.analyst import Analyst, Effort
from byzanz.bots.warm_up import compile_all
from byzanz.game.game import Game

ONCE = Effort(playouts=1, search=1, samples=1, lot_samples=1)

if __name__ == "__main__":
    compile_all()  # in the same process: much of it is a part of the analysis
    game = Game.new(3, seed=1)
    seat, move = game.legal()[0]
    game.play(seat, move)
    for number in range(2):
        Analyst(game, ONCE).find(number)
