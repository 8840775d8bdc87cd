"""Only one compiler runs; it pauses while moves are played, and resumes after a kill."""

import os
import signal
import subprocess
import sys
import time

import pytest

from byzanz.fast.cache import is_compiled
from byzanz.precompile import play_lease, supervisor
from tests.precompile.slow_units import (
    PATIENCE,
    child_of,
    lease_held,
    processor_seconds,
    state_of,
    wait_until,
)

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_two_processes_compile_each_unit_once(units):
    names = ("a:0.3", "b:0.3")
    both = [units.start(*names), units.start(*names)]
    assert [process.wait(PATIENCE) for process in both] == [0, 0]
    assert units.begun() == [*names]
    assert is_compiled(names)


def test_a_process_waits_only_for_its_own_units(units):
    """While a server compiles everything, `byzanz arena` waits only for the search."""
    units.start("a:0.2", "b:1000")
    assert units.start("a:0.2").wait(PATIENCE) == 0
    assert supervisor.is_compiling()
    assert units.begun()[0] == "a:0.2"


def test_a_compiled_unit_is_not_compiled_again(units):
    for _ in range(2):
        assert units.start("a:0").wait(PATIENCE) == 0
    assert units.begun() == ["a:0"]


def test_is_compiling_is_true_only_while_a_compiler_runs(units):
    assert not supervisor.is_compiling()
    process = units.start("a:1000")
    wait_until(supervisor.is_compiling)
    process.kill()
    wait_until(lambda: not supervisor.is_compiling())


def test_a_killed_compiler_resumes_with_the_interrupted_unit(units):
    names = ("a:0.1", "b:0.5", "c:0.1")
    process = units.start(*names)
    wait_until(lambda: units.begun() == ["a:0.1", "b:0.5"])
    process.kill()
    assert units.start(*names).wait(PATIENCE) == 0
    assert units.begun() == ["a:0.1", "b:0.5", "b:0.5", "c:0.1"]


def test_a_failed_compiler_is_reported(units):
    assert units.start("a:nonsense").wait(PATIENCE) == 1
    assert not is_compiled(["a:nonsense"])


@linux_only
def test_the_compiler_is_paused_while_moves_are_played(units):
    process = units.start("a:4")
    wait_until(lambda: units.begun() == ["a:4"])
    compiler = child_of(process)
    with lease_held():
        wait_until(lambda: state_of(compiler) == "T")
        used, began = processor_seconds(compiler), time.monotonic()
        time.sleep(3)
        share = (processor_seconds(compiler) - used) / (time.monotonic() - began)
        assert share < 0.2  # a twentieth; slices are longer on a busy machine
        assert not is_compiled(["a:4"])
    assert process.wait(PATIENCE) == 0


def test_compilation_ends_even_if_the_lease_is_always_held(units):
    with lease_held():
        assert units.start("a:0.05").wait(PATIENCE) == 0


@linux_only
@pytest.mark.parametrize("is_paused", [True, False])
def test_a_compiler_never_outlives_its_supervisor(units, is_paused):
    """A stopped compiler can't notice the end of its supervisor, but the system continues it."""
    process = units.start("a:1000")
    wait_until(units.begun)
    compiler = child_of(process)
    if is_paused:
        with lease_held():
            wait_until(lambda: is_stopped_with(process, compiler))
    process.kill()
    wait_until(lambda: state_of(compiler) == "Z", seconds=10)


def is_stopped_with(process, compiler) -> bool:
    """Stop a supervisor; returns whether its compiler was stopped at that moment."""
    process.send_signal(signal.SIGSTOP)
    wait_until(lambda: state_of(process.pid) == "T")
    if state_of(compiler) == "T":
        return True
    process.send_signal(signal.SIGCONT)
    return False


def test_ctrl_c_ends_the_compiler(units):
    process = units.start("a:1000")
    wait_until(units.begun)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) != 0
    assert not supervisor.is_compiling()


def test_a_lease_expires(units):
    assert not play_lease.is_held()
    play_lease.renew()
    assert play_lease.is_held()
    path = units.folder / play_lease.LEASE_FILE
    for age in (play_lease.SECONDS + 1, -3600):  # the clock may be set back by an hour
        os.utime(path, (time.time() - age,) * 2)
        assert not play_lease.is_held()


def test_without_a_cache_folder_there_is_neither_lease_nor_compiler(units, monkeypatch):
    blocked = units.folder / "file"
    blocked.write_text("no directory")
    monkeypatch.setenv("BYZANZ_CACHE_DIR", str(blocked / "below"))
    play_lease.renew()
    assert not play_lease.is_held()
    assert not supervisor.compile_units(["a:0"])
    assert not supervisor.is_compiling()


def test_an_unknown_unit_is_refused():
    done = subprocess.run(
        [sys.executable, "-m", "byzanz.precompile", "nonsense"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no unit 'nonsense': expected search, " in done.stderr
