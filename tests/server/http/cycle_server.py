"""A server without a garbage collector, which counts its reference cycles on a signal.

On SIGUSR1 it prints a line of JSON: the number of objects in cycles, by type.
"""

import asyncio
import gc
import json
import signal
import sys
from collections import Counter
from unittest.mock import patch

from byzanz.server.http import runner
from byzanz.server.ops.config import Config, Limits
from byzanz.server.ops.logs import set_up_logs

UNLIMITED = 1_000_000_000
KEPT_IN_MEMORY = 1  # milliseconds; replaces that of `service`
SWEEP_INTERVAL = 200  # milliseconds; replaces that of `service`


def print_garbage() -> None:
    """Collect all garbage, and print the number of objects by type."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    types = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.garbage)
    gc.garbage.clear()
    gc.set_debug(0)
    gc.collect()
    write_line(json.dumps(types))


def write_line(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def never_collect(_socket_count) -> None:
    gc.disable()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, print_garbage)
    await asyncio.Event().wait()


def serve(store: str) -> None:
    set_up_logs("error", sys.stderr.buffer)
    limits = Limits(**dict.fromkeys(Limits.__struct_fields__, UNLIMITED))
    config = Config(port=0, admin_port=0, store=store, thinkers=1, search=False, limits=limits)
    with (
        patch("byzanz.server.http.runner.collect_rarely", never_collect),
        patch("byzanz.server.service.KEPT_IN_MEMORY", KEPT_IN_MEMORY),
        patch("byzanz.server.service.SWEEP_INTERVAL", SWEEP_INTERVAL),
    ):
        runner.run_server(config, has_hooks=False, on_ready=write_line)


if __name__ == "__main__":
    serve(sys.argv[1])
