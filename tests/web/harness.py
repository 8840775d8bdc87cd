"""A page of web/tests/table that draws the table from fixtures, without a server."""

import functools
import subprocess
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests import node

ROOT = Path(__file__).parents[2]
AUDIT = ROOT / "web" / "tests" / "table" / "audit.js"
SIZES = (
    (360, 640), (390, 664), (390, 844), (844, 390),
    (1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440),
)  # fmt: skip
PLAYERS = (3, 4, 5, 6)
LANGUAGES = ("de", "en", "it", "nl")


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves the files of a folder without logging requests."""

    def log_message(self, *arguments):
        pass


def build(folder, script="harness"):
    """Build the page of a script of `web/package.json` into a folder."""
    arguments = ("run", script, "--prefix", "web", "--", "--outDir", str(folder))
    subprocess.run(
        (node.command("npm"), *arguments),
        cwd=ROOT,
        env=node.environment(),
        check=True,
        timeout=120,
        stdout=subprocess.PIPE,
    )


@contextmanager
def served(folder):
    """Serve the built page; yields its address."""
    handler = functools.partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/harness.html"
        server.shutdown()
        thread.join()


def open_frame(browser, url):
    """Open the page in a frame outside the viewport, where it is laid out but not painted."""
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 200, "height": 100})
    page.goto(url)
    page.evaluate("""() => {
        const frame = document.createElement("iframe");
        frame.src = location.href;
        frame.style = "position: fixed; left: 300px; border: 0";
        document.body.append(frame);
    }""")
    page.wait_for_function("() => window.frames[0]?.show !== undefined")
    frame = page.frames[1]
    frame.add_script_tag(content=AUDIT.read_text())
    return frame
