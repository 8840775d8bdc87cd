"""Compiling everything once, so that nobody waits later."""

from byzanz.bots.roster import make_bot
from byzanz.fast.cache import mark_compiled
from byzanz.fast.warm_up import compile_rules
from byzanz.game.game import Game


def compile_all() -> None:
    """Compile the rules and the search."""
    compile_rules()
    game = Game.new(3, seed=1)
    make_bot("expert:1").choose(game.view(0), game.options(0))
    mark_compiled()
