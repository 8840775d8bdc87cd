"""Measures how long a person waits for solid bots.

`.venv/bin/python scripts/waiting_times.py` prints the times.

It needs the virtual time of the tests, so its code is in tests/server/hosting/waiting_times.py.
"""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Print the waiting times; the exit code is 1 if a wait was too long."""
    sys.path.insert(0, str(ROOT))
    code: int = import_module("tests.server.hosting.waiting_times").main()
    return code


if __name__ == "__main__":
    sys.exit(main())
