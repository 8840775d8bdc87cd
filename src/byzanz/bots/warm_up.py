"""Compiling everything once, so that nobody waits later."""

from multiprocessing import get_context

from byzanz.bots.roster import make_bot
from byzanz.fast.cache import mark_compiled
from byzanz.fast.warm_up import compile_rules
from byzanz.game.game import Game


def compile_all() -> None:
    """Compile the rules and the search, side by side."""
    rules = get_context("spawn").Process(target=compile_rules)
    rules.start()
    try:
        compile_search()
    finally:
        rules.join()
    compile_rules()  # from the cache, unless the other process failed
    mark_compiled()


def compile_search() -> None:
    """Let the search decide once."""
    game = Game.new(3, seed=1)
    make_bot("expert:1").choose(game.view(0), game.options(0))
