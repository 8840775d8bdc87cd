"""The steps of a set-up: uv, a Python environment, libraries and the web pages."""

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
from setup_tools import SetUpError, Step, Tools, advice_for, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

OLDEST_UV = (0, 5)  # the oldest that was tested; older ones are ignored
# Not the environment's own Python, which may run this script and has no pip.
BASE_PYTHON: str = getattr(sys, "_base_executable", sys.executable)
TAIL_LINES = 12  # lines of a failing tool's output that are shown
TAIL_WIDTH = 160  # characters per line

VENV_BY_APT = (
    "This Python has neither venv nor pip. Type this, then start again:\n"
    "    sudo apt install python3-venv"
)
VENV_BY_HAND = "This Python has neither venv nor pip: install one of them, or uv, then start again."


def set_up(folder: Folder, level: str) -> int:
    """Run the set-up and report failures; returns the exit code, 0 if the folder is ready."""
    try:
        folder.cache.mkdir(exist_ok=True)
        avoid_unwritable_home(folder)
        trust_system_certificates()
        with locked(folder) as lock:
            # Another process may have finished the set-up while we waited for the lock.
            if not is_ready(folder, level):
                with folder.log.open("w+b") as log:
                    run_steps(folder, level, Tools(folder, log, lock))
    except SetUpError as failure:
        say_failure(failure.output, failure.advice)
        say(f"The whole output is in {folder.log}")
        return 1
    except OSError as error:
        say_failure(str(error), advice_for(str(error)))
        return 1
    return 0


def avoid_unwritable_home(folder: Folder) -> None:
    """Let uv use the project's folder if the home folder is not writable, as for a service."""
    if not os.access(os.path.expanduser("~"), os.W_OK):  # noqa: PTH111 (Path.home may raise)
        os.environ.setdefault("UV_CACHE_DIR", str(folder.cache / "uv"))
        os.environ.setdefault("UV_PYTHON_INSTALL_DIR", str(folder.cache / "python"))


def trust_system_certificates() -> None:
    """Let uv and Node.js trust the system's certificates, which may include a company's own.

    On a system without certificates they use their own.
    """
    paths = ssl.get_default_verify_paths()
    if paths.cafile or (paths.capath and os.listdir(paths.capath)):  # noqa: PTH208
        os.environ.setdefault("UV_SYSTEM_CERTS", "1")
        os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")


def say_failure(output: str, advice: str) -> None:
    """Print the last lines of the output, then the advice."""
    lines = [line for line in output.splitlines() if line.strip()]
    for line in lines[-TAIL_LINES:]:
        say(f"    {line[:TAIL_WIDTH]}")
    say(advice)


def run_steps(folder: Folder, level: str, tools: Tools) -> None:
    """Run all steps; the stamp is written last, so that an interrupted set-up is run again."""
    say("Setting up Byzanz in this folder (needed only after changes).")
    keep = may_update(folder)
    if keep and stored_stamp(folder)["level"] == "dev":
        level = "dev"

    with Step(1, "The installer, uv") as step:
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
        # If uv's cache has everything, no network is needed.
        if tools.attempt(step, *libraries, "--offline") is not None:
            tools.call(step, *libraries)
        tools.call(step, *install, "--no-deps", "--no-build-isolation", "-e", ".")
        # If the folder is read-only later, every start would compile the byte code again.
        tools.call(step, folder.python, "-m", "compileall", "-q", "src")

    with Step(4, "Pages") as step:
        build_pages(folder, level, uv, tools, step)
        if level == "dev":
            install_browser(tools, step)

    write_stamp(folder, level)


def found_uv(folder: Folder) -> str | None:
    """Return a uv on the PATH, or the one fetched earlier, or None."""
    for uv in (shutil.which("uv"), str(folder.fetched_uv())):
        if uv is not None and uv_version(uv) >= OLDEST_UV:
            return uv
    return None


def uv_version(uv: str) -> tuple[int, ...]:
    """Return major and minor version, or () if the program is not uv."""
    try:
        answer = subprocess.run([uv, "--version"], stdout=subprocess.PIPE, check=True, timeout=60)
        return tuple(int(number) for number in answer.stdout.split()[1].split(b".")[:2])
    except (OSError, subprocess.SubprocessError, IndexError, ValueError):
        return ()


def fetch_uv(folder: Folder, tools: Tools, step: Step) -> str:
    """Install the pinned uv with this Python's venv or pip; root on Debian installs venv first."""
    step.announce("fetching it")
    temporary = folder.cache / "fetching-uv"
    remove(temporary)
    found = uv_by_venv(folder, tools, step, temporary) or uv_by_pip(folder, tools, step, temporary)
    if found is None and may_use_apt():  # Debian ships Python without venv
        output = apt_install(tools, step, "python3-venv")
        if output is not None:
            raise SetUpError(output, advice_for(output))
        found = uv_by_venv(folder, tools, step, temporary)
    if found is None:
        raise SetUpError("", VENV_BY_APT if shutil.which("apt-get") else VENV_BY_HAND)
    # The rename is atomic: a uv at its final path is always complete.
    uv = folder.fetched_uv()
    uv.parent.mkdir(exist_ok=True)
    found.replace(uv)
    remove(temporary)
    return str(uv)


def uv_by_venv(folder: Folder, tools: Tools, step: Step, temporary: Path) -> Path | None:
    """Install uv into a virtual environment; returns None if this Python has no venv."""
    venv = temporary / "venv"
    if tools.attempt(step, BASE_PYTHON, "-m", "venv", "--clear", venv) is not None:
        return None
    python, uv = ("Scripts/python.exe", "Scripts/uv.exe") if WINDOWS else ("bin/python", "bin/uv")
    tools.call(step, *pip_install(venv / python, folder))
    return venv / uv


def uv_by_pip(folder: Folder, tools: Tools, step: Step, temporary: Path) -> Path | None:
    """Install uv into a plain folder; returns None if this Python has no pip."""
    if tools.attempt(step, BASE_PYTHON, "-m", "pip", "--version") is not None:
        return None
    target = temporary / "target"  # a new folder: pip does not overwrite leftovers of a failed venv
    tools.call(step, *pip_install(BASE_PYTHON, folder), "--target", target)
    return target / "bin" / ("uv.exe" if WINDOWS else "uv")


def pip_install(python: str | Path, folder: Folder) -> Sequence[str | Path]:
    """Return the command that installs the pinned uv."""
    return (
        python, "-m", "pip", "install", "--disable-pip-version-check", "--require-hashes",
        "--only-binary", ":all:", "-r", folder.requirements("uv"),
    )  # fmt: skip


def may_use_apt() -> bool:
    """Return whether we are root on Debian or a system derived from it."""
    return sys.platform != "win32" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(tools: Tools, step: Step, *packages: str) -> str | None:
    """Install Debian packages; returns None if that succeeded, else the output."""
    step.announce(f"installing {packages[0]} with apt-get")
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y")
    install = (*apt, "install", "--no-install-recommends", *packages)
    if tools.attempt(step, *install) is None:
        return None
    tools.attempt(step, *apt, "update")  # on a fresh machine the package lists may be missing
    return tools.attempt(step, *install)


def install_browser(tools: Tools, step: Step) -> None:
    """Install Chromium for the browser tests if we are root; they are skipped without it."""
    if shutil.which("chromium") is None and may_use_apt():
        apt_install(tools, step, "chromium", "libatomic1")


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(str(path))
    elif path.is_symlink() or path.exists():
        path.unlink()


@contextmanager
def locked(folder: Folder) -> Iterator[IO[str]]:
    """Hold the lock of this folder's set-up; the system releases it even after a crash."""
    with folder.lock.open("a") as lock:
        if not try_lock(lock):
            say("Another set-up is running in this folder: waiting for it …")
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
