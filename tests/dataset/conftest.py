"""A finished dataset; without pyarrow nothing is collected here: tests/extras runs these tests."""

from importlib.util import find_spec

import pytest

collect_ignore_glob = [] if find_spec("pyarrow") else ["test_*.py"]


@pytest.fixture
def dataset(tmp_path):
    """A folder with a finished dataset."""
    from tests.dataset.small_datasets import make  # noqa: PLC0415 - it needs pyarrow

    folder = tmp_path / "games"
    make(folder)
    return folder
