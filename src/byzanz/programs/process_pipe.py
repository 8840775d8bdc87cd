"""A program's process, and the lines sent to it and received from it, with deadlines."""

import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import IO

from byzanz.programs.failure import FailureType, ProgramFailed, one_line

LONGEST_LINE = 64 * 1024  # bytes
CHUNK = 64 * 1024  # bytes that are read at a time
KEPT_ERROR_BYTES = 4096  # bytes that are kept of the end of standard error
EXIT_SECONDS = 1.0  # time that a program has to exit after `Bye`, or after it closed a pipe
POLL_SECONDS = 0.02  # interval of checks whether a program has exited that should exit
LIVENESS_SECONDS = 0.25  # interval of checks whether a program is alive that should answer


class ProcessPipe:
    """Starts a program without a shell, in its own process group, and exchanges lines with it.

    At most one line of the longest allowed length is buffered, so a program can't fill the memory.
    Standard error is drained, and its end is kept for error messages.
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
            raise ProgramFailed(FailureType.START, f"{command[0]}: {reason}") from None
        self._input, self._output, self._errors = _pipes_of(self._process)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._unread = bytearray()
        self._last_errors = b""
        self._is_output_open = True

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line; fails if the program has sent output that was not requested."""
        self._read_available(0)
        self._check_no_output()
        try:
            self._write(line, deadline)
        except BrokenPipeError:
            raise self._crash("closed its standard input") from None

    def receive(self, deadline: float) -> bytes:
        """Return the next line, without its line break."""
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
        """End the program and its child processes, after `grace` seconds to exit by itself."""
        try:
            self._input.close()
            if grace and not self._exits_within(grace):
                self._signal(signal.SIGTERM)
                self._exits_within(grace)
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
                self._check_no_output()
        finally:
            self._selector.unregister(self._input)

    def _wait(self, deadline: float) -> None:
        left = deadline - monotonic()
        if left <= 0:
            raise ProgramFailed(FailureType.SILENCE, "no answer in time")
        if self._read_available(min(left, LIVENESS_SECONDS)):
            return
        if self._process.poll() is not None and not self._read_available(0):
            raise self._crash("")  # it exited, but a child process keeps the pipes open

    def _read_available(self, seconds: float) -> bool:
        """Read available output, waiting up to `seconds` for it, and return whether any came."""
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
        self._last_errors = (self._last_errors + chunk)[-KEPT_ERROR_BYTES:]

    def _check_no_output(self) -> None:
        if len(self._unread) > LONGEST_LINE:
            raise _flood()
        if self._unread:
            shown = one_line(self._unread[:400].decode(errors="replace"), 60)
            raise ProgramFailed(FailureType.GARBAGE, f"unexpected output {shown!r}")

    def _crash(self, otherwise: str) -> ProgramFailed:
        """Describe how the program ended, with its last line of errors.

        A program that has not ended is described by `otherwise`.
        """
        self._exits_within(EXIT_SECONDS)
        code = self._process.poll()
        if code is None:
            how = otherwise
        else:
            how = f"exit code {code}" if code >= 0 else f"ended by signal {-code}"
        lines = self._last_errors.decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return ProgramFailed(FailureType.CRASH, f"{how}: {last}" if last else how)

    def _exits_within(self, seconds: float) -> bool:
        """Wait until the program exits and return whether it did; its output is drained."""
        deadline = monotonic() + seconds
        while self._process.poll() is None:
            if monotonic() >= deadline:
                return False
            self._read_available(POLL_SECONDS)
        while monotonic() < deadline and self._read_available(0):
            pass
        return True

    def _signal(self, number: int) -> None:
        # macOS raises PermissionError if only processes that have ended are left in the group.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


def _pipes_of(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    for pipe in (process.stdin, process.stdout, process.stderr):
        os.set_blocking(pipe.fileno(), False)
    return process.stdin, process.stdout, process.stderr


def _flood() -> ProgramFailed:
    return ProgramFailed(FailureType.FLOOD, f"a line of more than {LONGEST_LINE} bytes")
