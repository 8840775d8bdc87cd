"""The time of a bot's decisions."""

from time import perf_counter

from byzanz.bots.roster import make_bot
from byzanz.game.game import Game


def decision_seconds(bot_id: str, seed: int) -> list[float]:
    """Measure the seconds of every decision of a game in which a bot plays all four seats."""
    game = Game.new(4, seed=seed)
    bot = make_bot(bot_id, seed)  # bots keep nothing about a game: one serves all seats
    seconds = []
    while game.turn is not None:
        view, options = game.view(game.turn), game.options(game.turn)
        start = perf_counter()
        move = bot.choose(view, options)
        seconds.append(perf_counter() - start)
        game.play(game.turn, move)
    return seconds
