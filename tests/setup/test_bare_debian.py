"""Both commands of the README on a minimal Debian with python3 only."""

import sys
import time
from pathlib import Path

import httpx
import pytest
from tests.server.http.running import free_port
from tests.setup.bare_debian import bare_debian, put_project, start

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.long


def seconds_to_page(debian, log):
    """The seconds that `./byzanz` takes until it serves the start page."""
    port = free_port()
    began = time.monotonic()
    with start(debian, "./byzanz", log, BYZANZ_PORT=str(port)) as process:
        try:
            while True:
                assert process.poll() is None, "./byzanz has ended"
                try:
                    page = httpx.get(f"http://127.0.0.1:{port}/")
                except httpx.TransportError:
                    time.sleep(0.02)
                    continue
                assert page.status_code == 200
                assert "<title>" in page.text
                return time.monotonic() - began
        finally:
            process.kill()


def seconds_to_check(debian, log):
    """The seconds that `./byzanz test` takes until all checks have passed."""
    began = time.monotonic()
    with start(debian, "./byzanz test", log, CI="true") as process:
        assert process.wait() == 0
    return time.monotonic() - began


@pytest.fixture
def debian():
    """A minimal system with the project in it."""
    with bare_debian() as folder:
        put_project(ROOT, folder)
        yield folder


def test_both_commands_work_on_a_bare_machine(debian, capsys):
    with (debian / "log").open("w+") as log:
        try:
            times = {
                "page": seconds_to_page(debian, log),
                "page again": seconds_to_page(debian, log),
            }
            assert not list(debian.rglob("*.nbi")), "something was compiled"
            times |= {
                "all checks": seconds_to_check(debian, log),
            }
        except AssertionError:
            log.seek(0)
            pytest.fail(log.read()[-20_000:])
    with capsys.disabled():
        texts = [f"{name} {seconds:.2f} s" for name, seconds in times.items()]
        sys.stdout.write(", ".join(texts) + "\n")
    assert times["page"] <= 40, times
    assert times["page again"] <= 1, times
    assert times["all checks"] <= 12 * 60, times
