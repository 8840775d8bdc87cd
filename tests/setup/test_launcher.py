"""`./byzanz` itself: it finds a Python, or says what to install."""

import os
import shutil
import subprocess

import pytest
from setup_folder import PYTHON_RANGE
from tests.setup.fake_tools import bare_path, put_command

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fake tools are shell scripts")


def launch(command, *arguments, path, cwd=None):
    return subprocess.run(
        [shutil.which("sh"), command, *arguments],
        env={"PATH": str(path)},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_launcher_without_python_says_what_to_install(folder, tmp_path):
    answer = launch(folder.root / "byzanz", path=bare_path(tmp_path))
    assert answer.returncode == 1
    assert "install" in answer.stderr
    assert "python3" in answer.stderr
    assert "uv" in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["python3", "python"])
def test_the_launcher_follows_links_to_itself(folder, tmp_path, name):
    path = bare_path(tmp_path)
    put_command(path / name, '[ "$2" = -c ] || printf "<%s>" "$@"')
    (tmp_path / "first").symlink_to("my games/byzanz")
    (tmp_path / "second").symlink_to(tmp_path / "first")
    answer = launch(tmp_path / "second", "play", "two words", path=path, cwd="/")
    setup = folder.root / "scripts" / "setup.py"
    assert answer.stdout == f"<-ES><{setup}><play><two words>"


def test_the_launcher_ignores_an_old_python(folder, tmp_path):
    path = bare_path(tmp_path)
    put_command(path / "python3", "exit 1")
    put_command(path / "python", '[ "$2" = -c ] || echo this one')
    assert launch(folder.root / "byzanz", path=path).stdout == "this one\n"


def test_the_launcher_falls_back_on_uv_with_the_same_python_range(folder, tmp_path):
    path = bare_path(tmp_path)
    put_command(path / "uv", 'echo "$*" $UV_SYSTEM_CERTS')
    arguments = launch(folder.root / "byzanz", "play", path=path).stdout.strip()
    assert arguments.startswith(f"run --no-project --python {PYTHON_RANGE} ")
    assert arguments.endswith("setup.py play 1")
