"""A program folder for each test, and a check that no process is left after it."""

import pytest

from tests.programs.stage import ProgramFolder, is_gone


@pytest.fixture
def stage(tmp_path):
    stage = ProgramFolder(tmp_path)
    yield stage
    assert [process for process in stage.processes() if not is_gone(process)] == []
