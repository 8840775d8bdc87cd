"""One source in a real browser: the files that pages get do what Python here does."""

import json

import pytest

from tests.device import proof
from tests.device.test_one_source import GAMES, PROOF, job, modules
from tests.web.device_page import hosted
from tests.web.test_device import get, open_page

PATIENCE = 1_800_000  # milliseconds


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_all_games_and_a_thousand_of_the_bots_are_the_same(chromium, device_folder, size):
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    data = job(games=len(GAMES), seeds=1000 if size[0] > size[1] else 50, rooms=20, strong=10)
    with hosted(device_folder) as host:
        page = open_page(context, host)
        page.set_default_timeout(PATIENCE)
        assert get(page)["state"] == "ready"
        there = page.evaluate(
            "job => game.prove(job)", {"modules": modules(), "data": data, "call": PROOF}
        )
        context.close()
    assert json.loads(there) == json.loads(proof.proof(data))
