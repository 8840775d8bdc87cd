"""A wheel of this copy, and virtual environments to install it in."""

import os
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
BUILD = "from hatchling.build import build_wheel; import sys; print(build_wheel(sys.argv[1]))"


def build_wheel(root: Path, folder: Path) -> Path:
    """Build the wheel of a copy with the build back end of this environment."""
    done = run(sys.executable, "-c", BUILD, folder, cwd=root)
    return folder / done.stdout.split()[-1]


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command without this project's variables; a failure shows its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def needed(names: list[str]) -> set[str]:
    """The distributions that these ones need, themselves included, as installed here."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for line in metadata.requires(name) or []:
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(requirement.name.lower())
    return found


def small_environment(wheel: Path, folder: Path, names: list[str]) -> Path:
    """Make an environment with the wheel and links to these installed distributions.

    Needs neither a network nor time; returns its Python.
    """
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    for name in needed(names):
        for path in metadata.files(name) or []:
            top = path.parts[0]
            source = Path(str(metadata.distribution(name).locate_file(top)))
            if top not in ("..", "__pycache__") and not (packages / top).exists():
                (packages / top).symlink_to(source)
    return folder / "bin" / "python"
