"""Tests may be coroutines, like those of `hosting`."""

from tests.server.hosting.conftest import harness, pytest_pyfunc_call

__all__ = ["harness", "pytest_pyfunc_call"]
