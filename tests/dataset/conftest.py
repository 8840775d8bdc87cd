"""Small datasets; these tests need pyarrow, so `./byzanz test --long` runs them elsewhere."""

import pytest

pytest.importorskip("pyarrow", reason="needs pyarrow: tests/extras runs these tests")

from byzanz.arena.plan import Plan
from byzanz.dataset.making import CompiledParts, make_dataset
from byzanz.dataset.manifest import new_manifest

PLAN = Plan(("beginner", "greedy", "solid"), 6, 5, 5.0)
PART_GAMES = 6  # two decks


def make(folder, plan=PLAN, source=None, part_games=PART_GAMES):
    """Make a dataset and return its manifest."""
    manifest = new_manifest(plan, part_games)
    return make_dataset(folder, manifest, source or CompiledParts(1), lambda games: None)


@pytest.fixture
def dataset(tmp_path):
    """A folder with a finished dataset."""
    folder = tmp_path / "games"
    make(folder)
    return folder
