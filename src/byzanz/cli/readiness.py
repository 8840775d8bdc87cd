"""Getting the searching bots ready, said to whoever waits."""

from byzanz.bots.roster import make_bot
from byzanz.cli.console import messages
from byzanz.game.game import Game

SEARCHING = "strong"  # the quickest that needs all of it


def get_ready() -> None:
    """Compile what searching bots need, or load it, so that no game waits for it later."""
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.cli.simulation import compile_once  # noqa: PLC0415

    console = messages()
    compile_once(console)
    game = Game.new(3, seed=1)
    with console.status("the bots are getting ready …"):
        make_bot(SEARCHING).choose(game.view(0), game.options(0))
