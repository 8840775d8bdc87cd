"""Servers watch the compiler; all servers of a machine share one."""

import asyncio
import os
import subprocess
import sys
import time

import pytest
import structlog

from byzanz.fast import cache
from byzanz.precompile import play_lease, supervisor
from byzanz.server.workers import compiler_watch
from byzanz.server.workers.compiler_watch import BUSY_MOVES_PER_SECOND, CompilerWatch
from tests.precompile.slow_units import ROOT, slow_units, wait_until

SEARCH, ANALYSIS = "search:0.3", "analysis:0.3"
SUPERVISOR = "tests.precompile.slow_supervisor"

SERVER = f"""
import asyncio
from byzanz.server.workers import compiler_watch
from byzanz.server.workers.compiler_watch import CompilerWatch
compiler_watch.SUPERVISOR, compiler_watch.FIRST_START_SECONDS = {SUPERVISOR!r}, 0.0
compiler_watch.SEARCH, compiler_watch.FOR_SERVER = ({SEARCH!r},), ({SEARCH!r}, {ANALYSIS!r})
asyncio.run(CompilerWatch(lambda: 0, may_search=True).run())
"""


@pytest.fixture
def units(tmp_path, monkeypatch):
    """Slow units instead of the real ones; the first compiler is started at once."""
    monkeypatch.setattr(compiler_watch, "SUPERVISOR", SUPERVISOR)
    monkeypatch.setattr(compiler_watch, "FIRST_START_SECONDS", 0.0)
    monkeypatch.setattr(compiler_watch, "SEARCH", (SEARCH,))
    monkeypatch.setattr(compiler_watch, "FOR_SERVER", (SEARCH, ANALYSIS))
    start = compiler_watch.start_compiler
    with slow_units(tmp_path, monkeypatch) as units:

        def recorded_start():
            units.processes.append(start())
            return units.processes[-1]

        monkeypatch.setattr(compiler_watch, "start_compiler", recorded_start)
        yield units


def watch(**options) -> CompilerWatch:
    return CompilerWatch(lambda: 0, **{"may_search": True, **options})


def check_until(is_true, *watches):
    """Let watches check until a condition holds."""

    def is_seen():
        for each in watches:
            each.check()
        return is_true()

    wait_until(is_seen)


def test_the_search_is_ready_before_the_analysis(units):
    server = watch()
    check_until(lambda: server.is_compiling, server)
    assert not server.code.has_search
    check_until(lambda: server.code.has_search, server)
    assert not server.code.has_analysis
    check_until(lambda: server.code.has_analysis, server)
    assert not server.is_compiling
    check_until(lambda: server._started is None, server)  # its exit code is collected


def test_two_servers_use_one_compiler(units):
    both = watch(), watch()
    check_until(lambda: all(server.code.has_analysis for server in both), *both)
    assert units.begun() == [SEARCH, ANALYSIS]


def test_the_compiler_outlives_its_server(units):
    environment = {**os.environ, "BYZANZ_CACHE_DIR": str(units.folder)}
    server = subprocess.Popen([sys.executable, "-c", SERVER], cwd=ROOT, env=environment)
    wait_until(units.begun)
    server.kill()
    server.wait()
    again = watch()
    again.check()
    assert again.is_compiling
    check_until(lambda: again.code.has_analysis, again)
    assert units.begun() == [SEARCH, ANALYSIS]
    assert units.processes == []  # the second server started none


def test_a_failed_compiler_is_started_again_later(units, monkeypatch):
    monkeypatch.setattr(compiler_watch, "FOR_SERVER", ("fails:nonsense",))
    monkeypatch.setattr(compiler_watch, "RESTART_SECONDS", 2.0)
    with structlog.testing.capture_logs() as logs:
        server = watch()
        check_until(lambda: len(units.begun()) == 2, server)
    events = [entry["event"] for entry in logs]
    assert events[:3] == ["compiler started", "compiler failed", "compiler started"]


def test_no_compiler_is_started_if_everything_is_compiled(units):
    for unit in (SEARCH, ANALYSIS):
        cache.mark_compiled(unit)
    server = watch()
    server.check()
    assert (server.code.has_search, server.code.has_analysis) == (True, True)
    assert units.begun() == []


async def run_for(server, seconds):
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(seconds):
            await server.run()


def test_the_compiler_starts_after_the_first_page(units, monkeypatch):
    monkeypatch.setattr(compiler_watch, "FIRST_START_SECONDS", 2.0)
    server = watch()
    asyncio.run(run_for(server, 1.2))
    assert (server._started, supervisor.is_compiling()) == (None, False)
    asyncio.run(run_for(server, 4))
    wait_until(units.begun)


def test_a_server_without_search_compiles_nothing(units):
    asyncio.run(run_for(watch(may_search=False), 1.2))
    assert not supervisor.is_compiling()
    assert units.begun() == []


def test_without_a_cache_only_the_analysis_worker_compiles(units, monkeypatch):
    monkeypatch.setattr(compiler_watch, "cache_directory", lambda: None)
    server = watch()
    with structlog.testing.capture_logs() as logs:
        asyncio.run(run_for(server, 0.2))
    assert [entry["event"] for entry in logs] == ["compiled code can't be cached"]
    assert (server.code.has_search, server.code.has_analysis) == (False, True)


@pytest.mark.parametrize(
    ("moves", "is_busy"), [(BUSY_MOVES_PER_SECOND, True), (BUSY_MOVES_PER_SECOND - 1, False)]
)
def test_the_lease_is_renewed_at_a_high_rate_of_moves(units, monkeypatch, moves, is_busy):
    played, now = [100], [50.0]
    monkeypatch.setattr(compiler_watch, "monotonic", lambda: now[0])
    server = CompilerWatch(lambda: played[0], may_search=True)
    now[0] += 60
    server.renew_lease()
    assert not play_lease.is_held()
    now[0], played[0] = now[0] + 1, played[0] + moves
    server.renew_lease()
    assert (server.is_busy, play_lease.is_held()) == (is_busy, is_busy)


def test_moves_slow_the_compiler_down_until_they_stop(units, monkeypatch):
    slow = "analysis:3"
    monkeypatch.setattr(compiler_watch, "FOR_SERVER", (SEARCH, slow))
    count = 0

    def played() -> int:
        nonlocal count
        count += is_playing * 1000
        return count

    is_playing = True
    server = CompilerWatch(played, may_search=True)
    server.renew_lease()
    check_until(lambda: server.code.has_search, server)
    deadline = time.monotonic() + 4
    while time.monotonic() < deadline:
        server.renew_lease()
        time.sleep(0.5)
    server.check()
    assert (server.is_busy, server.code.has_analysis) == (True, False)
    is_playing = False
    server.renew_lease()
    check_until(lambda: server.code.has_analysis, server)
