"""Play a whole game with random moves and print the standings."""

import random

from byzanz import Game

game = Game.new(players=["Ada", "Ben", "Cleo", "Dan"], seed=7)
while game.turn is not None:
    seat, move = random.choice(game.legal(game.turn))
    game.play(seat, move)
for line in game.standings():
    print(f"{line.place}. {game.names[line.seat]}: {line.profit} profit, {line.hand_count} in hand")
