"""No person waits long for bots; scripts/waiting_times.py measures many more games."""

import pytest

from tests.server.hosting.waiting_times import LONGEST, SEATS, virtual_waits


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mode", ["calm", "quick", "skip"])
def test_no_wait_is_too_long(mode, seats):
    waits = [wait for seed in (1, 2) for wait in virtual_waits(seats, seed, mode)]
    assert max(wait.milliseconds for wait in waits) <= LONGEST[mode]
    assert max(wait.moves for wait in waits) > 2 * seats  # there was a long sequence of bot moves
