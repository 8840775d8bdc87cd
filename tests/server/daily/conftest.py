"""Tests that are coroutines run in virtual time, each with its own harness."""

from tests.server.hosting.conftest import harness, pytest_pyfunc_call

__all__ = ["harness", "pytest_pyfunc_call"]
