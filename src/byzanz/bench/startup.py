"""Start-up time and memory of a fresh process."""

import os
import subprocess
import sys

IMPORT = "import byzanz"
WARM_START = "from byzanz.fast.precompile import compile_rules; compile_rules()"
FIRST_DECISION = (
    "from byzanz.bots.roster import make_bot; from byzanz.game.game import Game; "
    "game = Game.new(4, seed=1); make_bot('expert').choose(game.view(0), game.options(0))"
)


def start_seconds(statement: str) -> float:
    """Measure the seconds of a statement in a fresh interpreter, without the start itself."""
    return _printed_number(
        f"from time import perf_counter as c; s = c(); {statement}; print(c() - s)"
    )


def peak_bytes(statement: str) -> int | None:
    """Measure the peak memory of a fresh interpreter that runs a statement; None on Windows.

    The interpreter is started from a small process, because Linux also counts the memory that the
    parent process had before the start.
    """
    if sys.platform == "win32":
        return None
    peak = _printed_number(
        "import resource, subprocess, sys; "
        f"subprocess.run([sys.executable, '-c', {statement!r}], check=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    return int(peak) * (1 if sys.platform == "darwin" else 1024)


def _printed_number(code: str) -> float:
    """Run code in a fresh interpreter and return the last number that it prints."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # write byte code, as by default
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout.split()[-1])
