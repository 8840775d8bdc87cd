"""Running the tools of a set-up: progress, log, and advice for failures."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import IO, TYPE_CHECKING

from setup_folder import PYTHON_RANGE, WINDOWS

if TYPE_CHECKING:
    from pathlib import Path

    from setup_folder import Folder

STEP_COUNT = 4

# Rows of phrases and advice. A failing tool's output is searched for the phrases, row by row; the
# first row that matches gives the advice. Without a network, pip too says "no matching
# distribution", so that phrase comes after those of the network.
ADVICE = (
    (
        ("no space left", "disk quota"),
        "The disk is full: free about 1 GB, then start again.",
    ),
    (
        ("certificate",),
        "The certificate of the package index is not trusted: if your network uses its own "
        "certificate, name its file in SSL_CERT_FILE, then start again.",
    ),
    (
        ("hash mismatch", "hashes are required", "do not match the hashes"),
        "A download does not match its hash in requirements/: start again. If it happens again, "
        "do not use the download.",
    ),
    (
        ("no interpreter found", "install_only", "python downloads"),
        f"No Python {PYTHON_RANGE} was found and none could be fetched: install one, then start "
        "again.",
    ),
    (
        ("dns error", "error sending request", "name resolution", "newconnectionerror",
         "network is unreachable", "connection refused", "timed out", "failed to fetch",
         "could not resolve", "temporary failure", "proxyerror", "enotfound", "eai_again",
         "econnrefused", "etimedout"),
        "The package index does not answer: check the network or the proxy, then start again.",
    ),
    (
        ("no usable wheels", "no wheels", "no matching distribution"),
        "A library has no build for this machine: Byzanz runs on Linux (x86_64, aarch64), "
        "macOS (Apple silicon) and Windows (x86_64).",
    ),
    (
        ("permission denied", "read-only file system"),
        "A file cannot be written: check the permissions of this folder and of your home folder, "
        "then start again.",
    ),
)  # fmt: skip
DEFAULT_ADVICE = "Start again. If it fails in the same way, report it with these lines."


class SetUpError(Exception):
    """The set-up cannot continue; carries the tool's output and advice for the user."""

    def __init__(self, output: str, advice: str) -> None:
        super().__init__(advice)
        self.output = output
        self.advice = advice


def advice_for(output: str) -> str:
    """Return advice for the user that fits the output of a tool that failed."""
    text = output.lower()
    for phrases, advice in ADVICE:
        if any(phrase in text for phrase in phrases):
            return advice
    return DEFAULT_ADVICE


def say(text: str, end: str = "\n") -> None:
    """Print to standard error: standard output belongs to the program that is started."""
    print(text, end=end, file=sys.stderr, flush=True)


class Step:
    """One line of progress: `[2/4] Python environment … 0.3 s`."""

    def __init__(self, number: int, title: str, count: int = STEP_COUNT) -> None:
        self.line = f"[{number}/{count}] {title} …"
        self.began = time.monotonic()
        self.rewrites = sys.stderr.isatty()

    def __enter__(self) -> Step:
        say(self.line, end="")
        return self

    def announce(self, text: str) -> None:
        """Announce extra work that takes time."""
        self.line += f" {text} …"
        say(f"\r{self.line}" if self.rewrites else f" {text} …", end="")

    def tick(self) -> None:
        """Update the elapsed time, on a terminal only."""
        if self.rewrites:
            say(f"\r{self.line} {time.monotonic() - self.began:.0f} s", end="")

    def __exit__(self, error_type: type[BaseException] | None, *_: object) -> None:
        line = f"\r{self.line}" if self.rewrites else ""
        failed = "" if error_type is None else "stopped after "
        say(f"{line} {failed}{time.monotonic() - self.began:.1f} s")


class Tools:
    """Runs tools in the project's folder and writes their output to the log."""

    def __init__(self, folder: Folder, log: IO[bytes], lock: IO[str]) -> None:
        self.folder = folder
        self.log = log
        # A tool inherits the lock, and so keeps it if only this process is killed.
        self.inherited = () if WINDOWS else (lock.fileno(),)

    def call(
        self, step: Step, *command: str | Path, environment: dict[str, str] | None = None
    ) -> None:
        """Run a tool that must succeed; raises `SetUpError`."""
        output = self.attempt(step, *command, environment=environment)
        if output is not None:
            raise SetUpError(output, advice_for(output))

    def attempt(
        self, step: Step, *command: str | Path, environment: dict[str, str] | None = None
    ) -> str | None:
        """Run a tool; returns None if it succeeded, else its output."""
        arguments = [str(argument) for argument in command]
        self.log.write(f"$ {' '.join(arguments)}\n".encode())
        self.log.flush()
        start = self.log.tell()
        try:
            exit_code = self._run(step, arguments, environment)
        except OSError as error:
            return str(error)
        self.log.seek(start)
        output = self.log.read().decode(errors="replace")
        return (output or f"exit code {exit_code}") if exit_code else None

    def _run(self, step: Step, arguments: list[str], environment: dict[str, str] | None) -> int:
        tool = subprocess.Popen(
            arguments,
            cwd=str(self.folder.root),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            pass_fds=self.inherited,
        )
        try:
            while True:
                try:
                    return tool.wait(timeout=1)
                except subprocess.TimeoutExpired:
                    step.tick()
        except BaseException:
            tool.terminate()
            tool.wait()
            raise
