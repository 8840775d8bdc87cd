"""The steps of a set-up: uv, a Python environment, the libraries, the pages."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from setup_folder import (
    PYTHON_RANGE,
    WINDOWS,
    Folder,
    is_ready,
    may_update,
    stored_stamp,
    write_stamp,
)
from setup_pages import build_pages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

STEP_COUNT = 4
OLDEST_UV = (0, 5)  # the oldest tried; anything older is passed over
# Not the environment's own Python, which may be running this and has no pip.
BASE_PYTHON: str = getattr(sys, "_base_executable", sys.executable)
TAIL_LINES = 12
TAIL_WIDTH = 160

VENV_BY_APT = (
    "This Python has neither venv nor pip. Type this, then start again:\n"
    "    sudo apt install python3-venv"
)
VENV_BY_HAND = "This Python has neither venv nor pip: install one of them, or uv, then start again."

# [words, advice]: the first row of which a word occurs in the failing tool's output is shown.
# pip says "no matching distribution" without a network too, so that comes after the network.
ADVICE = (
    (
        ("no space left", "disk quota"),
        "The disk is full: make room (about 1 GB), then start again.",
    ),
    (
        ("certificate",),
        "The package index was refused for its certificate: if your network has one of its own, "
        "name its file in SSL_CERT_FILE, then start again.",
    ),
    (
        ("hash mismatch", "hashes are required", "do not match the hashes"),
        "A download is not the file that requirements/ names: start again, and do not go on if "
        "it stays so.",
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
        "Something here may not be written: check whom this folder and your home belong to, "
        "then start again.",
    ),
)  # fmt: skip
ADVICE_OTHERWISE = "Start again; if it fails in the same way, report it with these lines."


class SetUpError(Exception):
    """A set-up that cannot go on: the end of what the tool said, and what to do."""

    def __init__(self, output: str, advice: str) -> None:
        super().__init__(advice)
        self.output = output
        self.advice = advice


def advice_for(output: str) -> str:
    """One sentence on what to do about a tool's failure."""
    said = output.lower()
    for words, advice in ADVICE:
        if any(word in said for word in words):
            return advice
    return ADVICE_OTHERWISE


def say(text: str, end: str = "\n") -> None:
    """Progress goes to standard error: standard output belongs to the game."""
    print(text, end=end, file=sys.stderr, flush=True)


class Step:
    """One line of progress: `[2/4] Python environment … 0.3 s`."""

    def __init__(self, number: int, title: str) -> None:
        self.line = f"[{number}/{STEP_COUNT}] {title} …"
        self.began = time.monotonic()
        self.rewrites = sys.stderr.isatty()

    def __enter__(self) -> Step:
        say(self.line, end="")
        return self

    def note(self, text: str) -> None:
        """Tell what takes longer than usual."""
        self.line += f" {text} …"
        say(f"\r{self.line}" if self.rewrites else f" {text} …", end="")

    def tick(self) -> None:
        """Show on a terminal that time goes on."""
        if self.rewrites:
            say(f"\r{self.line} {time.monotonic() - self.began:.0f} s", end="")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        line = f"\r{self.line}" if self.rewrites else ""
        failed = "" if kind is None else "stopped after "
        say(f"{line} {failed}{time.monotonic() - self.began:.1f} s")


class Tools:
    """Runs the tools of a set-up inside the folder, with all they say in the log."""

    def __init__(self, folder: Folder, log: IO[bytes], lock: IO[str]) -> None:
        self.folder = folder
        self.log = log
        # A tool keeps the lock even if this process is killed and the tool goes on alone.
        self.kept_open = () if WINDOWS else (lock.fileno(),)

    def call(
        self, step: Step, *command: str | Path, environment: dict[str, str] | None = None
    ) -> None:
        """Run a tool that must succeed."""
        output = self.attempt(step, *command, environment=environment)
        if output is not None:
            raise SetUpError(output, advice_for(output))

    def attempt(
        self, step: Step, *command: str | Path, environment: dict[str, str] | None = None
    ) -> str | None:
        """Run a tool; None if it succeeded, else what it said."""
        words = [str(word) for word in command]
        self.log.write(f"$ {' '.join(words)}\n".encode())
        self.log.flush()
        start = self.log.tell()
        try:
            exit_code = self._wait(step, words, environment)
        except OSError as error:
            return str(error)
        self.log.seek(start)
        output = self.log.read().decode(errors="replace")
        return (output or f"exit code {exit_code}") if exit_code else None

    def _wait(self, step: Step, words: list[str], environment: dict[str, str] | None) -> int:
        tool = subprocess.Popen(
            words,
            cwd=str(self.folder.root),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            pass_fds=self.kept_open,
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


def set_up(folder: Folder, level: str) -> int:
    """Make the set-up and tell about it; the exit code is 0 if the folder is then ready."""
    try:
        folder.cache.mkdir(exist_ok=True)
        keep_out_of_home(folder)
        trust_system_certificates()
        with locked(folder) as lock:
            # Whoever held the lock may have done this very work.
            if not is_ready(folder, level):
                with folder.log.open("w+b") as log:
                    make(folder, level, Tools(folder, log, lock))
    except SetUpError as failure:
        say_failure(failure.output, failure.advice)
        say(f"The whole output is in {folder.log}")
        return 1
    except OSError as error:
        say_failure(str(error), advice_for(str(error)))
        return 1
    return 0


def keep_out_of_home(folder: Folder) -> None:
    """Let uv keep its files in the folder where the home may not be written, as for services."""
    if not os.access(os.path.expanduser("~"), os.W_OK):  # noqa: PTH111 (Path.home may raise)
        os.environ.setdefault("UV_CACHE_DIR", str(folder.cache / "uv"))
        os.environ.setdefault("UV_PYTHON_INSTALL_DIR", str(folder.cache / "python"))


def trust_system_certificates() -> None:
    """Let uv and Node.js trust the machine's certificates, which may include a company's own.

    A bare system has none; then they keep to those that they bring along.
    """
    paths = ssl.get_default_verify_paths()
    if paths.cafile or (paths.capath and os.listdir(paths.capath)):  # noqa: PTH208
        os.environ.setdefault("UV_SYSTEM_CERTS", "1")
        os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")


def say_failure(output: str, advice: str) -> None:
    """Show the end of the output, then the advice."""
    lines = [line for line in output.splitlines() if line.strip()]
    for line in lines[-TAIL_LINES:]:
        say(f"    {line[:TAIL_WIDTH]}")
    say(advice)


def make(folder: Folder, level: str, tools: Tools) -> None:
    """All steps in order; the stamp comes last, so that a broken-off set-up is never trusted."""
    say("Byzanz sets itself up in this folder (only when something has changed).")
    keep = may_update(folder)
    if keep and stored_stamp(folder)["level"] == "dev":
        level = "dev"

    with Step(1, "Installer uv") as step:
        uv = found_uv(folder) or fetch_uv(folder, tools, step)

    with Step(2, "Python environment") as step:
        remove(folder.stamp)
        if not keep:
            remove(folder.venv)
            tools.call(step, uv, "venv", "--python", f"cpython{PYTHON_RANGE}", folder.venv)

    with Step(3, "Libraries") as step:
        install = (uv, "pip", "install", "--python", folder.python)
        libraries = (
            *install, "--require-hashes", "--only-binary", ":all:", "--compile-bytecode",
            "-r", folder.requirements(level),
        )  # fmt: skip
        # What uv has kept from an earlier set-up is enough, and then needs no network.
        if tools.attempt(step, *libraries, "--offline") is not None:
            tools.call(step, *libraries)
        tools.call(step, *install, "--no-deps", "--no-build-isolation", "-e", ".")
        # Where nothing may write byte code later, every start would make it again.
        tools.call(step, folder.python, "-m", "compileall", "-q", "src")

    with Step(4, "Pages") as step:
        build_pages(folder, level, uv, tools, step)
        if level == "dev":
            install_browser(tools, step)

    write_stamp(folder, level)


def found_uv(folder: Folder) -> str | None:
    """A uv on the PATH, or the one fetched earlier."""
    for uv in (shutil.which("uv"), str(folder.fetched_uv())):
        if uv is not None and uv_version(uv) >= OLDEST_UV:
            return uv
    return None


def uv_version(uv: str) -> tuple[int, ...]:
    """The version as numbers; () for what does not answer as uv does."""
    try:
        answer = subprocess.run([uv, "--version"], stdout=subprocess.PIPE, check=True, timeout=60)
        return tuple(int(number) for number in answer.stdout.split()[1].split(b".")[:2])
    except (OSError, subprocess.SubprocessError, IndexError, ValueError):
        return ()


def fetch_uv(folder: Folder, tools: Tools, step: Step) -> str:
    """Get the pinned uv with the help of this Python, installing what it lacks where allowed."""
    step.note("fetching it")
    workshop = folder.cache / "fetching-uv"
    remove(workshop)
    made = uv_by_venv(folder, tools, step, workshop) or uv_by_pip(folder, tools, step, workshop)
    if made is None and may_apt():  # Debian ships Python without venv
        output = by_apt(tools, step, "python3-venv")
        if output is not None:
            raise SetUpError(output, advice_for(output))
        made = uv_by_venv(folder, tools, step, workshop)
    if made is None:
        raise SetUpError("", VENV_BY_APT if shutil.which("apt-get") else VENV_BY_HAND)
    # Moved as the last act: a uv at its place is always whole.
    uv = folder.fetched_uv()
    uv.parent.mkdir(exist_ok=True)
    made.replace(uv)
    remove(workshop)
    return str(uv)


def uv_by_venv(folder: Folder, tools: Tools, step: Step, workshop: Path) -> Path | None:
    """Install uv into an environment of its own; None if this Python cannot make one."""
    venv = workshop / "venv"
    if tools.attempt(step, BASE_PYTHON, "-m", "venv", "--clear", venv) is not None:
        return None
    python, uv = ("Scripts/python.exe", "Scripts/uv.exe") if WINDOWS else ("bin/python", "bin/uv")
    tools.call(step, *pip_install(venv / python, folder))
    return venv / uv


def uv_by_pip(folder: Folder, tools: Tools, step: Step, workshop: Path) -> Path | None:
    """Install uv into a plain folder; None if this Python has no pip."""
    if tools.attempt(step, BASE_PYTHON, "-m", "pip", "--version") is not None:
        return None
    target = workshop / "target"  # pip installs nothing over what a failed venv left behind
    tools.call(step, *pip_install(BASE_PYTHON, folder), "--target", target)
    return target / "bin" / ("uv.exe" if WINDOWS else "uv")


def pip_install(python: str | Path, folder: Folder) -> Sequence[str | Path]:
    """The command that installs the pinned uv."""
    return (
        python, "-m", "pip", "install", "--disable-pip-version-check", "--require-hashes",
        "--only-binary", ":all:", "-r", folder.requirements("uv"),
    )  # fmt: skip


def may_apt() -> bool:
    """Whether this is root on a Debian or one of its kin."""
    return sys.platform != "win32" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def by_apt(tools: Tools, step: Step, *packages: str) -> str | None:
    """Install packages of Debian; None if that succeeded, else what was said."""
    step.note(f"installing {packages[0]} by apt-get")
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y")
    install = (*apt, "install", "--no-install-recommends", *packages)
    if tools.attempt(step, *install) is None:
        return None
    tools.attempt(step, *apt, "update")  # on a fresh machine the package lists may be missing
    return tools.attempt(step, *install)


def install_browser(tools: Tools, step: Step) -> None:
    """Get what the tests in a browser need, where that is allowed; without it they are skipped."""
    if shutil.which("chromium") is None and may_apt():
        by_apt(tools, step, "chromium", "libatomic1")


def remove(path: Path) -> None:
    """Remove whatever is there, if anything."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(str(path))
    elif path.is_symlink() or path.exists():
        path.unlink()


@contextmanager
def locked(folder: Folder) -> Iterator[IO[str]]:
    """Be the only set-up in this folder; the system frees the lock however its holders end."""
    with folder.lock.open("a") as lock:
        if not try_lock(lock):
            say("Another set-up is at work in this folder: waiting for it …")
            while not try_lock(lock):
                time.sleep(0.2)
        yield lock


if sys.platform == "win32":
    import msvcrt

    def try_lock(lock: IO[str]) -> bool:
        """Take the lock if it is free."""
        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(lock: IO[str]) -> bool:
        """Take the lock if it is free."""
        try:
            fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
