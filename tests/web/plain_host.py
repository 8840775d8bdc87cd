"""The plainest web server there is, with the folder of `byzanz site` below a path."""

import socket
import subprocess
import sys
import time
from contextlib import contextmanager

from byzanz.pages.site import write_site
from tests.server.http.running import free_port

BELOW = "games/byzanz"


@contextmanager
def plain_host(root):
    """Write the folder below a path of a new host; yields its address."""
    write_site(root / BELOW)
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(port)],
        cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}/{BELOW}/"
    finally:
        server.terminate()
        server.wait(10)


def _wait_for(port):
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < deadline, "the host does not answer"
            time.sleep(0.05)
