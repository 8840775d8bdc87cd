"""What a fresh process takes: seconds to start, and memory."""

import os
import subprocess
import sys

IMPORT = "import byzanz"
WARM_START = "from byzanz.fast.warm_up import compile_rules; compile_rules()"
FIRST_DECISION = (
    "from byzanz.bots.roster import make_bot; from byzanz.game.game import Game; "
    "game = Game.new(4, seed=1); make_bot('expert').choose(game.view(0), game.options(0))"
)


def start_seconds(statement: str) -> float:
    """Seconds that a statement takes in a fresh interpreter, beyond its own start."""
    return _printed(f"from time import perf_counter as c; s = c(); {statement}; print(c() - s)")


def peak_bytes(statement: str) -> int | None:
    """The most memory that a fresh interpreter held while it ran a statement; None on Windows."""
    if sys.platform == "win32":
        return None
    # A small process in between: Linux counts what held the memory before an exec, too.
    peak = _printed(
        "import resource, subprocess, sys; "
        f"subprocess.run([sys.executable, '-c', {statement!r}], check=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    return int(peak) * (1 if sys.platform == "darwin" else 1024)


def _printed(code: str) -> float:
    """The number that code in a fresh interpreter prints last."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # as on an ordinary machine
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout.split()[-1])
