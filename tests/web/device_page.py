"""A page with the game on this device and nothing else, on a host that only serves files."""

import functools
import subprocess
import threading
from contextlib import contextmanager
from http.server import ThreadingHTTPServer

from tests import node
from tests.web.harness import ROOT, QuietHandler


class FileHost(ThreadingHTTPServer):
    """Serves files as they are, counts what it sends, and may fail."""

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
        self.sent: list[tuple[str, int]] = []
        self.broken = ""  # a part of the names of files that arrive damaged
        self.is_down = False

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/device.html"

    @property
    def bytes_of_the_game(self):
        return sum(size for path, size in self.sent if path.startswith("/device/"))


class Handler(QuietHandler):
    """Sends a file without compression and without any special header."""

    def do_GET(self):  # noqa: N802 (the name that the library calls)
        if self.server.is_down:
            self.close_connection = True
            return
        super().do_GET()

    def copyfile(self, source, outputfile):
        body = source.read()
        self.server.sent.append((self.path, len(body)))
        if self.server.broken and self.server.broken in self.path:
            body = bytes(len(body))
        outputfile.write(body)


def build(folder):
    """Build the page into a folder."""
    arguments = ("run", "harness:device", "--prefix", "web", "--", "--outDir", str(folder))
    subprocess.run(
        (node.command("npm"), *arguments),
        cwd=ROOT,
        env=node.environment(),
        check=True,
        timeout=120,
        stdout=subprocess.PIPE,
    )


@contextmanager
def hosted(folder):
    """Serve the built page; yields the host."""
    with FileHost(folder) as host:
        thread = threading.Thread(target=host.serve_forever)
        thread.start()
        try:
            yield host
        finally:
            host.shutdown()
            thread.join()
