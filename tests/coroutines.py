"""Support for tests that are coroutines."""

import inspect


def run_test(pyfuncitem, run, wrapper=None):
    """Implement `pytest_pyfunc_call`: run a coroutine test, inside `wrapper` if there is one."""
    function = pyfuncitem.function
    if not inspect.iscoroutinefunction(function):
        return None
    values = {name: pyfuncitem.funcargs[name] for name in inspect.signature(function).parameters}
    run(function(**values) if wrapper is None else wrapper(function, values))
    return True
