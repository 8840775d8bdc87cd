"""Fetching the library of the game in the page: a wheel for Python in the browser.

uv installs for another platform only what it knows, and it knows no browser. So pip downloads the
wheel. The pip of this Python may be missing or old; the locked one is put beside uv.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from typing import TYPE_CHECKING

from setup_tools import SetUpError, advice_for

if TYPE_CHECKING:
    from pathlib import Path

    from setup_folder import Folder
    from setup_tools import Step, Tools

PLATFORM = (
    "--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp",
    "--python-version", "314", "--abi", "cp314",
)  # fmt: skip


def has_wheel(folder: Folder) -> bool:
    """Return whether the locked wheel is there."""
    return wheel_folder(folder).is_dir()


def fetch_wheel(folder: Folder, python: Path, pip: Path | None, tools: Tools, step: Step) -> None:
    """Download the locked wheel with the pip in a folder; the page's build reads it.

    Without that folder it is the pip of the Python itself.
    """
    target = wheel_folder(folder)
    step.announce("fetching the library of the game in the page")
    draft = folder.cache / "fetching-wheel"
    for old in (draft, target.parent):
        shutil.rmtree(str(old), ignore_errors=True)
    draft.mkdir(parents=True)
    target.parent.mkdir()
    environment = dict(os.environ) if pip is None else {**os.environ, "PYTHONPATH": str(pip)}
    output = tools.attempt(
        step, python, "-m", "pip", "download", "--disable-pip-version-check", "--no-deps",
        "--require-hashes", "--only-binary", ":all:", *PLATFORM,
        "-r", folder.requirements("device"), "--dest", draft,
        environment=environment,
    )  # fmt: skip
    if output is not None:
        raise SetUpError(output, advice_for(output))
    draft.replace(target)  # atomic: a wheel at its final path is always complete


def wheel_folder(folder: Folder) -> Path:
    """Return the folder of the locked wheel; its name is a hash of the lock."""
    lock = hashlib.sha256(folder.requirements("device").read_bytes()).hexdigest()
    return folder.cache / "device" / lock[:12]


def fetch_pip(folder: Folder, uv: str, tools: Tools, step: Step) -> Path:
    """Install the locked pip beside uv, unless it is there; returns its folder."""
    pin = folder.requirements("pip").read_text().split()[0]
    pip = folder.cache / "tools" / pin.replace("==", "-")
    if not pip.is_dir():
        draft = folder.cache / "fetching-pip"
        shutil.rmtree(str(draft), ignore_errors=True)
        draft.mkdir(parents=True)
        tools.call(
            step, uv, "pip", "install", "--python", folder.python, "--target", draft,
            "--require-hashes", "--only-binary", ":all:", "-r", folder.requirements("pip"),
        )  # fmt: skip
        pip.parent.mkdir(exist_ok=True)
        draft.replace(pip)
    return pip
