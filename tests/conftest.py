"""Settings of all tests: the programs that they start react to Ctrl-C."""

import signal


def pytest_configure() -> None:
    """Restore SIGINT, which a background job ignores, and which children would inherit ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
