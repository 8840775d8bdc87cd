"""How long a bot thinks."""

from time import perf_counter

from byzanz.bots.roster import make_bot
from byzanz.game.game import Game


def decision_seconds(word: str, seed: int) -> list[float]:
    """Seconds of every decision in a game of four between bots of one word."""
    game, bot = Game.new(4, seed=seed), make_bot(word, seed)  # it holds no game: one for all seats
    seconds = []
    while game.turn is not None:
        view, options = game.view(game.turn), game.options(game.turn)
        start = perf_counter()
        move = bot.choose(view, options)
        seconds.append(perf_counter() - start)
        game.play(game.turn, move)
    return seconds
