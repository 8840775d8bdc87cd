"""A wheel from a clean clone, installed by pip in clean environments, each extra alone."""

import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.setup.fake_tools import bare_path

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"Byzanz is at (http://\S+)")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="the paths are those of POSIX"),
]


def run(*command, **options):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder: Path) -> Path:
    """Make a clean environment with pip; return its Python."""
    run(sys.executable, "-m", "venv", folder)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel that pip builds from a clean clone, on a machine without Node.js."""
    folder = tmp_path_factory.mktemp("clone")
    run("git", "clone", "--quiet", ROOT, folder / "byzanz")
    python = environment(folder / "venv")
    path = bare_path(folder, "sh", "env", "git", "uname", "sed")
    command = (python, "-m", "pip", "wheel", "--no-deps", "-w", folder, folder / "byzanz")
    run(*command, env={**os.environ, "PATH": str(path)})
    (found,) = folder.glob("byzanz-*.whl")
    return found


def install(folder: Path, requirement: str, *options: str) -> Path:
    python = environment(folder)
    run(python, "-m", "pip", "install", "--quiet", *options, requirement)
    return python


def test_the_wheel_of_a_clean_clone_has_pages(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "byzanz/pages/built/index.html" in names
    assert "byzanz/pages/built/report.html" in names
    assert any(name.startswith("byzanz/words/de/") for name in names)


def test_without_extras_the_arena_plays(wheel, tmp_path):
    python = install(tmp_path / "venv", str(wheel))
    listed = run(python, "-m", "pip", "list", "--format=freeze")
    assert "starlette" not in listed
    played = run(
        *(python.parent / "byzanz", "arena", "--bots", "solid,greedy,beginner"),
        *("--decks", "2", "--json"),
        cwd=tmp_path,
    )
    assert '"games":6' in played.replace(" ", "")
    done = subprocess.run(
        [python.parent / "byzanz", "serve"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "pip install 'byzanz[server]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_extra_server_serves_the_pages(wheel, tmp_path):
    python = install(tmp_path / "venv", f"{wheel}[server]")
    command = [python, "-m", "byzanz", "serve", "--port", "0", "--store", tmp_path / "games.db"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        address = READY.search(server.stdout.readline())[1]
        with urllib.request.urlopen(address, timeout=30) as answer:
            page = answer.read().decode()
        asset = re.search(r'src="(/[^"]+\.js)"', page)[1]
        with urllib.request.urlopen(address.rstrip("/") + asset, timeout=30) as answer:
            assert len(answer.read()) > 1000
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()
    assert "not built" not in page


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ("rl", "import pettingzoo, gymnasium"),
        ("spiel", "import pyspiel; pyspiel.load_game('hearts')"),
        ("data", "import byzanz.dataset.parts"),
        ("ray", "import ray, byzanz.cluster.connection"),
    ],
)
def test_each_extra_alone(wheel, tmp_path, extra, code):
    python = install(tmp_path / "venv", f"{wheel}[{extra}]")
    run(python, "-c", f"import byzanz; {code}", cwd=tmp_path)
    if extra == "data":
        games = (tmp_path / "games", "--bots", "solid,greedy,beginner", "--decks", "2")
        run(python, "-m", "byzanz", "dataset", "make", *games)
        assert "6 games" in run(python, "-m", "byzanz", "dataset", "check", tmp_path / "games")


def test_the_extra_train_can_be_resolved(wheel, tmp_path):
    """Without installing it: on some machines pip takes gigabytes for torch."""
    run(environment(tmp_path / "venv"), "-m", "pip", "install", "--dry-run", f"{wheel}[train]")
