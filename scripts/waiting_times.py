"""Measures how long a person waits for solid bots: `.venv/bin/python scripts/waiting_times.py`.

It needs the virtual time of the tests, so all of it stands in tests/server/core/waiting.py.
"""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Print the figures; 1: somebody waited too long."""
    sys.path.insert(0, str(ROOT))
    code: int = import_module("tests.server.core.waiting").main()
    return code


if __name__ == "__main__":
    sys.exit(main())
