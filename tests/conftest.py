"""Settings of all tests: the programs that they start react to Ctrl-C."""

import signal


def pytest_configure() -> None:
    """Handle SIGINT again if a background job ignores it; child processes would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
