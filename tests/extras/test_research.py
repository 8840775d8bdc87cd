"""Runs the tests of datasets and clusters, in an environment that has their libraries."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.scripts import load_script

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".cache" / "research"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="Ray runs on Linux and macOS"),
]


@pytest.fixture(scope="module")
def python():
    """The Python of an environment with the locked libraries of all extras but train."""
    uv = load_script("setup_steps").found_uv(load_script("setup_folder").Folder(ROOT))
    assert uv is not None, "start ./byzanz once: it fetches uv"
    python = VENV / "bin" / "python"
    if not python.exists():
        run(uv, "venv", "--python", "cpython>=3.11,<3.14", VENV)
    install = (uv, "pip", "install", "--python", python)
    lock = ROOT / "requirements" / "research.txt"
    run(*install, "--require-hashes", "--only-binary", ":all:", "-r", lock)
    run(*install, "--no-deps", "--no-build-isolation", "-e", ROOT)
    return python


def run(*command):
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("folder", ["tests/dataset", "tests/cluster"])
def test_with_the_libraries(python, folder):
    passed = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder)
    assert " passed" in passed
    assert "skipped" not in passed
