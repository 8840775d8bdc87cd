"""The examples in docstrings run."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "byzanz.bots.roster",
        "byzanz.cards",
        "byzanz.game.game",
        "byzanz.game.moves",
        "byzanz.game.record",
        "byzanz.game.refusal",
    ],
)
def test_docstring_examples_run(name):
    result = doctest.testmod(import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
