"""``python -m byzanz.analysis``: compile the analysis now."""

from byzanz.analysis.analyst import Analyst, Effort
from byzanz.game.game import Game

ONCE = Effort(playouts=1, search=1, samples=1, lot_samples=1)

if __name__ == "__main__":
    game = Game.new(3, seed=1)
    seat, move = game.legal()[0]
    game.play(seat, move)
    for number in range(2):
        Analyst(game, ONCE).find(number)
