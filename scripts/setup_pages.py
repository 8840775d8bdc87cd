"""The step of a set-up that builds the web pages."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from setup_device import fetch_pip, fetch_wheel, has_wheel
from setup_folder import page_sources
from setup_node import node_command, node_environment

if TYPE_CHECKING:
    from setup_folder import Folder
    from setup_tools import Step, Tools


def build_pages(folder: Folder, level: str, uv: str, tools: Tools, step: Step) -> None:
    """Install the pages' libraries if they have changed, then build the pages."""
    environment = node_environment(folder) or fetch_node(folder, uv, tools, step)
    if not has_wheel(folder):
        fetch_wheel(folder, folder.python, fetch_pip(folder, uv, tools, step), tools, step)
    build_with(environment, folder, level, tools, step)


def build_with(
    environment: dict[str, str], folder: Folder, level: str, tools: Tools, step: Step
) -> None:
    """Install the pages' libraries if they have changed, and build, with this Node.js.

    The library of the game in the page must be there.
    """
    install(folder, level, environment, tools, step)
    npm = node_command("npm", environment)
    tools.call(step, npm, "run", "build", "--prefix", folder.web, environment=environment)


def are_built(folder: Folder) -> bool:
    """Return whether the pages are built, from sources that have not changed since then."""
    built = folder.built / "index.html"
    if not built.is_file():
        return False
    began = built.stat().st_mtime
    return all(os.stat(path).st_mtime <= began for path in page_sources(folder))  # noqa: PTH116


def fetch_node(folder: Folder, uv: str, tools: Tools, step: Step) -> dict[str, str]:
    """Install the Python package of Node.js; returns the variables to run npm with."""
    step.announce("fetching Node.js")
    tools.call(
        step, uv, "pip", "install", "--python", folder.python, "--require-hashes",
        "--only-binary", ":all:", "-r", folder.requirements("node"),
    )  # fmt: skip
    environment = node_environment(folder)
    assert environment is not None, "the package has just been installed"
    return environment


def install(
    folder: Folder, level: str, environment: dict[str, str], tools: Tools, step: Step
) -> None:
    """Install the locked libraries, unless this level or a larger one of the lock is installed."""
    marker = folder.web / "node_modules" / ".set-up"
    lock = hashlib.sha256((folder.web / "package-lock.json").read_bytes()).hexdigest()
    sufficient = [f"dev {lock}"] if level == "dev" else [f"dev {lock}", f"run {lock}"]
    if marker.is_file() and marker.read_text() in sufficient:
        return
    options = () if level == "dev" else ("--omit=dev",)
    tools.call(
        step, node_command("npm", environment), "ci", "--prefix", folder.web, "--ignore-scripts",
        "--prefer-offline", "--no-audit", "--no-fund", *options, environment=environment,
    )  # fmt: skip
    marker.write_text(f"{level} {lock}")
