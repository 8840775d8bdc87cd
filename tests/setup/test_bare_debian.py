"""Both commands of the README on a Debian that has nothing but python3."""

import time
from pathlib import Path

import httpx
import pytest
from tests.server.web.running import free_port
from tests.setup.bare_debian import bare_debian, put_project, start

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.long


def seconds_to_page(debian, log):
    """How long `./byzanz` takes until the start page is there."""
    port = free_port()
    began = time.monotonic()
    with start(debian, "./byzanz", log, BYZANZ_PORT=str(port)) as process:
        try:
            while True:
                assert process.poll() is None, "it ended"
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
    """How long `./byzanz test` takes until all checks are ok."""
    began = time.monotonic()
    with start(debian, "./byzanz test", log, CI="true") as process:
        assert process.wait() == 0
    return time.monotonic() - began


@pytest.fixture
def debian():
    """A bare system with the project in it."""
    with bare_debian() as folder:
        put_project(ROOT, folder)
        yield folder


def test_both_commands_on_a_bare_machine(debian, record_property):
    with (debian / "log").open("w+") as log:
        try:
            times = {
                "page": seconds_to_page(debian, log),
                "page again": seconds_to_page(debian, log),
                "all checks": seconds_to_check(debian, log),
            }
        except AssertionError:
            log.seek(0)
            pytest.fail(log.read()[-20_000:])
    for name, seconds in times.items():
        record_property(name, round(seconds, 2))
    assert times["page"] <= 40, times
    assert times["page again"] <= 1, times
    assert times["all checks"] <= 12 * 60, times
