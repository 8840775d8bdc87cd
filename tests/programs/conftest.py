"""A stage for every test, and a look that nothing runs on after it."""

import pytest

from tests.programs.stage import Stage, is_gone


@pytest.fixture
def stage(tmp_path):
    stage = Stage(tmp_path)
    yield stage
    assert [process for process in stage.processes() if not is_gone(process)] == []
