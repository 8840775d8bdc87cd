"""The time of a bot's decisions."""

from time import perf_counter

from byzanz.bots.roster import make_bot
from byzanz.game.game import Game


def decision_seconds(bot_id: str, seed: int) -> list[float]:
    """Play a game in which a bot has all four seats, and return the seconds of each decision."""
    game = Game.new(4, seed=seed)
    bot = make_bot(bot_id, seed)  # a bot keeps no state of a game, so one can play all seats
    seconds = []
    while game.turn is not None:
        view, options = game.view(game.turn), game.options(game.turn)
        start = perf_counter()
        move = bot.choose(view, options)
        seconds.append(perf_counter() - start)
        game.play(game.turn, move)
    return seconds
