"""Gives each test a program folder, and checks that the test leaves no process."""

import pytest

from tests.programs.stage import ProgramFolder, has_ended


@pytest.fixture
def stage(tmp_path):
    stage = ProgramFolder(tmp_path)
    yield stage
    assert [process for process in stage.processes() if not has_ended(process)] == []
