"""The step of a set-up that builds the pages for browsers."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from setup_node import node_command, node_environment

if TYPE_CHECKING:
    from setup_folder import Folder
    from setup_steps import Step, Tools


def build_pages(folder: Folder, level: str, uv: str, tools: Tools, step: Step) -> None:
    """Install the libraries of the pages where they have changed, then build."""
    environment = node_environment(folder) or fetch_node(folder, uv, tools, step)
    install(folder, level, environment, tools, step)
    npm = node_command("npm", environment)
    tools.call(step, npm, "run", "build", "--prefix", folder.web, environment=environment)


def fetch_node(folder: Folder, uv: str, tools: Tools, step: Step) -> dict[str, str]:
    """Get the Python package of Node.js; the environment to run npm in."""
    step.note("fetching Node.js")
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
    """Install what the lock names; a larger installation of the same lock is enough."""
    mark = folder.web / "node_modules" / ".set-up"
    lock = hashlib.sha256((folder.web / "package-lock.json").read_bytes()).hexdigest()
    enough = [f"dev {lock}"] if level == "dev" else [f"dev {lock}", f"run {lock}"]
    if mark.is_file() and mark.read_text() in enough:
        return
    further = () if level == "dev" else ("--omit=dev",)
    tools.call(
        step, node_command("npm", environment), "ci", "--prefix", folder.web, "--ignore-scripts",
        "--prefer-offline", "--no-audit", "--no-fund", *further, environment=environment,
    )  # fmt: skip
    mark.write_text(f"{level} {lock}")
