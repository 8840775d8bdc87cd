"""The fixtures of `hosting`; tests may be coroutines."""

from tests.server.hosting.conftest import harness, pytest_pyfunc_call

__all__ = ["harness", "pytest_pyfunc_call"]
