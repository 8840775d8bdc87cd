"""The command in its own process: exit codes, pipes, signals and a real terminal."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.calling import ENVIRONMENT, command, game_file, process

FILE = game_file("4p-00-plain")
FULL = Path("/dev/full")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")


def test_standard_input_and_exit_codes():
    good = process("check", "-", data=FILE.read_bytes())
    assert (good.returncode, good.stderr) == (0, b"")
    assert good.stdout == b"-: ok 142 moves, result 11 9 11 12, winners 3\n"
    bad = process("check", "-", data=b"hello")
    assert (bad.returncode, bad.stderr) == (1, b"")
    usage = process("check")
    assert (usage.returncode, usage.stdout) == (2, b"")


def test_checking_loads_no_numpy():
    program = (
        "import sys\n"
        "from byzanz.cli.main import run\n"
        f"sys.argv = ['byzanz', 'check', {str(FILE)!r}]\n"
        "try:\n    run()\n"
        "except SystemExit as end:\n    assert end.code == 0\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=ENVIRONMENT)


@POSIX
def test_a_broken_pipe_is_quiet():
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        ended = subprocess.run(
            command("legal", FILE, "--at", 0),
            stdout=closed,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_sentence():
    with FULL.open("wb") as full:
        ended = subprocess.run(
            command("check", FILE),
            stdout=full,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, b"byzanz: No space left on device\n")


@POSIX
def test_ctrl_c_is_quiet():
    with subprocess.Popen(
        command("perft", FILE, "--at", 0, "--depth", 20),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith(b"1 ")
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (130, b"")


def interrupt_reading(running: subprocess.Popen[bytes]) -> None:
    """Send Ctrl-C when the process reads: between question and read it would be delayed."""
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)


@contextmanager
def terminal(*arguments: object) -> Iterator["Terminal"]:
    """Run a command in a terminal of 80 by 24."""
    import pty  # noqa: PLC0415 - POSIX only
    import termios  # noqa: PLC0415

    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    environment = {**ENVIRONMENT, "TERM": "xterm-256color"}
    del environment["COLUMNS"], environment["LINES"]
    with subprocess.Popen(
        command(*arguments),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
        start_new_session=True,
    ) as running:
        os.close(slave)
        try:
            yield Terminal(running, master)
        finally:
            running.kill()
            os.close(master)


class Terminal:
    def __init__(self, running: subprocess.Popen[bytes], master: int) -> None:
        self.running = running
        self.master = master
        self.seen = ""

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 60  # for a program that prints without end
        while text not in self.seen and select.select([self.master], [], [], 10)[0]:
            assert time.monotonic() < deadline, self.seen[-500:]
            try:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
            except OSError:  # the other end is closed
                break
        assert text in self.seen, self.seen[-500:]
        self.seen = self.seen[self.seen.index(text) + len(text) :]

    def press(self, keys: str) -> None:
        """Send keys when the program waits for them: earlier ones would be discarded."""
        import termios  # noqa: PLC0415

        while termios.tcgetattr(self.master)[3] & termios.ICANON:
            time.sleep(0.01)
        os.write(self.master, keys.encode())

    def end(self) -> int:
        return self.running.wait(timeout=20)


@POSIX
def test_keys_step_through_a_game():
    with terminal("show", FILE, "--seat", 1, "--at", 3) as screen:
        screen.wait_for("move 3 of 142")
        screen.press("\x1b[C")
        screen.wait_for("move 4 of 142")
        screen.press("\x1b[F")
        screen.wait_for("move 142 of 142")
        screen.press("\x1b[D\x1b[D")
        screen.wait_for("move 140 of 142")
        screen.press("q")
        assert screen.end() == 0


@POSIX
def test_ctrl_c_ends_the_viewer():
    with terminal("show", FILE) as screen:
        screen.wait_for("q quit")
        screen.press("\x03")
        assert screen.end() == 130


@POSIX
def test_the_live_game_runs_to_its_end():
    with terminal("demo", "--speed", 1000, "--seed", 5) as screen:
        screen.wait_for("round 1 of 6")
        screen.wait_for("The game is over")
        screen.wait_for("byzanz demo --seed 5 plays this game again.")
        assert screen.end() == 0
