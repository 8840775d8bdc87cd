"""A program's process and the lines that go both ways, never waited for beyond a deadline."""

import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import IO

from byzanz.programs.failure import FailureKind, ProgramFailed, one_line

LONGEST_LINE = 64 * 1024
CHUNK = 64 * 1024
KEPT_ERRORS = 4096  # bytes of its standard error, the last ones
LEAVE_SECONDS = 1.0  # to end by itself once it was told to, or has closed a pipe
LOOK_SECONDS = 0.02  # between two looks at whether it has ended by itself
ALIVE_SECONDS = 0.25  # between two looks at whether it is there at all


class Pipe:
    """Lines to and from a program that runs in a process group of its own.

    No shell is used. Its output is read no further than the longest line, so that nothing it does
    can fill the memory; its standard error is read away and the last line kept.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ProgramFailed(FailureKind.START, f"{command[0]}: {reason}") from None
        self._input, self._output, self._errors = _pipes_of(self._process)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._unread = bytearray()
        self._last_errors = b""
        self._is_output_open = True

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line; whatever the program said before it, nobody asked for."""
        self._look(0)
        self._check_nothing_unasked()
        try:
            self._write(line, deadline)
        except BrokenPipeError:
            raise self._crash("closed its standard input") from None

    def receive(self, deadline: float) -> bytes:
        """The next line, without its end."""
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > LONGEST_LINE:
                raise _flood()
            if not self._is_output_open:
                raise self._crash("closed its standard output")
            self._wait(deadline)
        if end > LONGEST_LINE:
            raise _flood()
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def stop(self, *, grace: float) -> None:
        """End the program, and what it has started, after so many seconds to leave by itself."""
        try:
            self._input.close()
            if grace and not self._leaves_within(grace):
                self._signal(signal.SIGTERM)
                self._leaves_within(grace)
        finally:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._selector.close()
            self._output.close()
            self._errors.close()

    def _write(self, line: bytes, deadline: float) -> None:
        rest = memoryview(line)
        self._selector.register(self._input, selectors.EVENT_WRITE)
        try:
            while rest := rest[self._input.write(rest) or 0 :]:
                self._wait(deadline)
                self._check_nothing_unasked()
        finally:
            self._selector.unregister(self._input)

    def _wait(self, deadline: float) -> None:
        left = deadline - monotonic()
        if left <= 0:
            raise ProgramFailed(FailureKind.SILENCE, "no answer in time")
        if self._look(min(left, ALIVE_SECONDS)):
            return
        if self._process.poll() is not None and not self._look(0):
            raise self._crash("")  # what it started holds its pipes open

    def _look(self, seconds: float) -> bool:
        """Read what is there, or comes within some seconds; was there anything?"""
        ready = [key.fileobj for key, _ in self._selector.select(seconds)]
        if self._output in ready:
            self._read_output()
        if self._errors in ready:
            self._read_errors()
        return bool(ready)

    def _read_output(self) -> None:
        chunk = os.read(self._output.fileno(), CHUNK)
        if not chunk:
            self._is_output_open = False
            self._selector.unregister(self._output)
        if len(self._unread) <= LONGEST_LINE:
            self._unread += chunk

    def _read_errors(self) -> None:
        chunk = os.read(self._errors.fileno(), CHUNK)
        if not chunk:
            self._selector.unregister(self._errors)
        self._last_errors = (self._last_errors + chunk)[-KEPT_ERRORS:]

    def _check_nothing_unasked(self) -> None:
        if len(self._unread) > LONGEST_LINE:
            raise _flood()
        if self._unread:
            shown = one_line(self._unread[:400].decode(errors="replace"), 60)
            raise ProgramFailed(FailureKind.GARBAGE, f"nobody asked for {shown!r}")

    def _crash(self, otherwise: str) -> ProgramFailed:
        """How the program ended, or what it did otherwise, and its last line of errors."""
        self._leaves_within(LEAVE_SECONDS)
        code = self._process.poll()
        if code is None:
            how = otherwise
        else:
            how = f"exit code {code}" if code >= 0 else f"ended by signal {-code}"
        lines = self._last_errors.decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return ProgramFailed(FailureKind.CRASH, f"{how}: {last}" if last else how)

    def _leaves_within(self, seconds: float) -> bool:
        """Does the program end within some seconds? What it says meanwhile is read."""
        deadline = monotonic() + seconds
        while self._process.poll() is None:
            if monotonic() >= deadline:
                return False
            self._look(LOOK_SECONDS)
        while monotonic() < deadline and self._look(0):
            pass
        return True

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):  # macOS: only ended ones are left
            os.killpg(self._process.pid, number)


def _pipes_of(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    for pipe in (process.stdin, process.stdout, process.stderr):
        os.set_blocking(pipe.fileno(), False)
    return process.stdin, process.stdout, process.stderr


def _flood() -> ProgramFailed:
    return ProgramFailed(FailureKind.FLOOD, f"a line of more than {LONGEST_LINE} bytes")
