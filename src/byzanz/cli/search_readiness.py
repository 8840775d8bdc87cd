"""Preparing the searching bots before a game, with a message in the terminal."""

from byzanz.bots.roster import make_bot
from byzanz.cli.compilation import compile_first
from byzanz.cli.render.console import message_console
from byzanz.game.game import Game
from byzanz.precompile.plan import SEARCH

QUICKEST_SEARCHING_BOT = "strong"


def prepare_search() -> None:
    """Compile the search, or load it from the cache, so that no move waits for it later."""
    console = message_console()
    compile_first(SEARCH, console)
    game = Game.new(3, seed=1)
    with console.status("preparing the bots …"):
        make_bot(QUICKEST_SEARCHING_BOT).choose(game.view(0), game.options(0))
