"""Tests that are coroutines."""

import inspect


def run_test(pyfuncitem, run, through=None):
    """What pytest asks of `pytest_pyfunc_call`: run a coroutine, perhaps inside another."""
    function = pyfuncitem.function
    if not inspect.iscoroutinefunction(function):
        return None
    values = {name: pyfuncitem.funcargs[name] for name in inspect.signature(function).parameters}
    run(function(**values) if through is None else through(function, values))
    return True
