"""Builds the pages before they are packed into a wheel or a source distribution.

A clean clone has no pages. The set-up's own steps build them here too: with a Node.js of this
machine, or with that of a Python package which the build asks for. A source distribution contains
the built pages and not their sources, so nothing is built from it.
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPTS = "scripts"


class PagesHook(BuildHookInterface[Any]):
    """Builds the pages if they are not built, or older than their sources."""

    def dependencies(self) -> list[str]:
        """Return what builds the pages and is missing: pip, and the Python package of Node.js."""
        if not self._must_build():
            return []
        from setup_device import has_wheel  # noqa: PLC0415
        from setup_folder import Folder  # noqa: PLC0415
        from setup_node import has_node  # noqa: PLC0415

        folder = Folder(Path(self.root))
        pip = [] if has_wheel(folder) else [folder.requirements("pip").read_text().split()[0]]
        has_own_node = has_node(os.environ.get("PATH", ""))
        return pip + ([] if has_own_node else self._node_packages())

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages; an editable installation leaves that to the set-up."""
        if version != "editable" and self._must_build():
            build_pages(Path(self.root))

    def _must_build(self) -> bool:
        """Return whether there are sources of pages that are not built."""
        root = Path(self.root)
        if not (root / "web").is_dir():
            return False
        folder = str(root / SCRIPTS)
        if folder not in sys.path:
            sys.path.insert(0, folder)
        from setup_folder import Folder  # noqa: PLC0415
        from setup_pages import are_built  # noqa: PLC0415

        return not are_built(Folder(root))

    def _node_packages(self) -> list[str]:
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        return list(project["dependency-groups"]["node"])


def build_pages(root: Path) -> None:
    """Build the pages of a clone; exits with advice if that fails."""
    from setup_device import fetch_wheel, has_wheel  # noqa: PLC0415
    from setup_folder import Folder  # noqa: PLC0415
    from setup_node import node_environment  # noqa: PLC0415
    from setup_pages import build_with  # noqa: PLC0415
    from setup_steps import locked, say_failure, trust_system_certificates  # noqa: PLC0415
    from setup_tools import SetUpError, Step, Tools  # noqa: PLC0415

    folder = Folder(root)
    folder.cache.mkdir(exist_ok=True)
    trust_system_certificates()
    environment = node_environment(folder, Path(sys.executable))
    if environment is None:
        sys.exit("The pages can't be built without Node.js: install it, then start again.")
    try:
        with locked(folder) as lock, folder.log.open("w+b") as log, Step(1, "Pages", 1) as step:
            tools = Tools(folder, log, lock)
            if not has_wheel(folder):
                fetch_wheel(folder, Path(sys.executable), None, tools, step)
            build_with(environment, folder, "run", tools, step)
    except SetUpError as failure:
        say_failure(failure.output, failure.advice)
        sys.exit(f"The whole output is in {folder.log}")
