"""A small bot that plays against random players; it gets only the options of its seat."""

import random

from byzanz import Bid, Done, Game, Move, Pass, Sell, parse_move
from byzanz.game.options import Options


def choose(options: Options) -> Move:
    """Sell sets for 3 or more, bid as little as possible, take cards that complete a set."""
    good_sales = [sale for sale in options.sales if sale.profit >= 3]
    if good_sales:
        return Sell(good_sales[0].cards)
    if options.bid is not None:
        cheap = options.bid.cheapest and options.bid.beat < 4
        return Bid(options.bid.cheapest) if cheap else Pass()
    if options.give is not None:
        return parse_move(f"give {options.give.cards[0]}")
    if options.take:
        best = max(options.take, key=lambda take: (take.completes is not None, len(take.cards)))
        return parse_move(f"take {best.stall}")
    if options.sales:
        return Sell(options.sales[0].cards)
    if options.discard is not None:
        return parse_move(f"discard {options.discard.cards[0]}")
    return Done()


def play(seed: int) -> tuple[int, ...]:
    """Play one game with the bot in seat 0 and return the winning seats."""
    game = Game.new(players=4, seed=seed)
    dice = random.Random(seed)
    while game.turn is not None:
        if game.turn == 0:
            game.play(0, choose(game.options(0)))
        else:
            game.play(*dice.choice(game.legal(game.turn)))
    return game.winners


wins = sum(1 / len(winners) for winners in map(play, range(100)) if 0 in winners)
print(f"the greedy seller wins {wins:.0f} of 100 games against three random players")
