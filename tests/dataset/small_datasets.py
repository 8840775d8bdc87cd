"""Small datasets for tests."""

from byzanz.arena.plan import Plan
from byzanz.dataset.making import CompiledParts, make_dataset
from byzanz.dataset.manifest import new_manifest

PLAN = Plan(("beginner", "greedy", "solid"), 6, 5, 5.0)
PART_GAMES = 6  # two decks


def make(folder, plan=PLAN, source=None, part_games=PART_GAMES):
    """Make a dataset and return its manifest."""
    manifest = new_manifest(plan, part_games)
    return make_dataset(folder, manifest, source or CompiledParts(1), lambda games: None)
