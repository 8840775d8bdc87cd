"""Compiles the rules and the search before their first use."""

from multiprocessing import get_context

from byzanz.bots.roster import make_bot
from byzanz.fast.cache import mark_compiled
from byzanz.fast.precompile import compile_rules
from byzanz.game.game import Game


def compile_all() -> None:
    """Compile the rules and the search in two processes, and mark the cache as complete."""
    rules = get_context("spawn").Process(target=compile_rules)
    rules.start()
    try:
        compile_search()
    finally:
        rules.join()
    compile_rules()  # loads the cache, or compiles if the other process failed
    mark_compiled()


def compile_search() -> None:
    """Compile the search by making one decision."""
    game = Game.new(3, seed=1)
    make_bot("expert:1").choose(game.view(0), game.options(0))
