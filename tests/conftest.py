"""Settings of all tests: how programs that they start react to Ctrl-C, and what is repeated."""

import signal
from pathlib import Path

import pytest

# Tests that wait for other processes and browsers, which a busy machine can keep from answering
# in time. One that fails is run once more; the summary names it. All other tests run once.
WAITING = ("client", "deploy", "load", "programs", "server/faults", "server/http", "web")


def pytest_configure() -> None:
    """Handle SIGINT again if a background job ignores it; child processes would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests that wait for other processes run once more if they fail."""
    folders = [Path(__file__).parent / name for name in WAITING]
    for item in items:
        if any(folder in item.path.parents for folder in folders):
            item.add_marker(pytest.mark.flaky(reruns=1))
