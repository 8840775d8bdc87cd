import pytest

from tests.precompile.slow_units import slow_units


@pytest.fixture
def units(tmp_path, monkeypatch):
    with slow_units(tmp_path, monkeypatch) as units:
        yield units
