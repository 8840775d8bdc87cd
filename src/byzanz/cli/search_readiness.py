"""Preparing the searching bots before a game, with a message in the terminal."""

from byzanz.bots.roster import make_bot
from byzanz.cli.render.console import message_console
from byzanz.game.game import Game

QUICKEST_SEARCHING_BOT = "strong"


def prepare_search() -> None:
    """Compile the search, or load it from the cache, so that no move waits for it later."""
    # Imported here because NumPy and Numba take most of a second to load.
    from byzanz.cli.simulation import compile_once  # noqa: PLC0415

    console = message_console()
    compile_once(console)
    game = Game.new(3, seed=1)
    with console.status("preparing the bots …"):
        make_bot(QUICKEST_SEARCHING_BOT).choose(game.view(0), game.options(0))
