"""Nobody waits long for bots; scripts/waiting_times.py measures many games."""

import pytest

from tests.server.core.waiting import BARS, SEATS, virtual_waits


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mode", ["calm", "quick", "skip"])
def test_waits(mode, seats):
    waits = [wait for seed in (1, 2) for wait in virtual_waits(seats, seed, mode)]
    assert max(wait.milliseconds for wait in waits) <= BARS[mode]
    assert max(wait.moves for wait in waits) > 2 * seats  # some wait was long
