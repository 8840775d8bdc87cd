"""The wheel has the whole program, and works with the few libraries that it requires."""

import os
import subprocess
import tomllib
import zipfile

import pytest
from packaging.requirements import Requirement
from tests.setup.packages import ROOT, build_wheel, run, small_environment

from byzanz.extras import LIBRARIES
from byzanz.pages.location import FOLDER

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BASE = [Requirement(line).name for line in PROJECT["dependencies"]]
LONGEST_IMPORT = 0.15  # seconds that `import byzanz` may take more than Python itself


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    return small_environment(wheel, tmp_path_factory.mktemp("environment"), BASE)


def test_the_wheel_has_every_file_of_the_package(wheel):
    package = ROOT / "src"
    expected = {
        path.relative_to(package).as_posix()
        for path in (package / "byzanz").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    names = set(zipfile.ZipFile(wheel).namelist())
    assert expected <= names
    assert FOLDER.relative_to(package).joinpath("index.html").as_posix() in names


def test_rules_bots_and_arena_work_with_few_libraries(python, tmp_path, monkeypatch):
    monkeypatch.setenv("BYZANZ_CACHE_DIR", str(tmp_path / "cache"))
    code = (
        "from byzanz import Game; from byzanz.bots.roster import make_bot; g = Game.new(3, seed=1);"
        "print(make_bot('solid').choose(g.view(0), g.options(0)), g.view(0).lot.offer)"
    )
    assert run(python, "-I", "-c", code, cwd=tmp_path).stdout.split()[-1] == "6"
    arena = run(
        *(python, "-I", "-m", "byzanz", "arena", "--bots", "solid,greedy,beginner"),
        *("--decks", "1", "--jobs", "1", "--json"),
        cwd=tmp_path,
    )
    assert '"games":3,' in arena.stdout


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve", "--port", "0"), "server"),
        (("join", "http://127.0.0.1:1/r/" + "0" * 32, "--bot", "solid"), "server"),
        (("mine", "http://127.0.0.1:1", "--code", "A1"), "server"),
        (("worker", "--store", "postgresql://127.0.0.1:1/x"), "server"),
        (("load", "--rooms", "1"), "server"),
        ((), "server"),
    ],
)
def test_a_missing_extra_is_one_sentence(python, tmp_path, arguments, extra):
    done = subprocess.run(
        [python, "-I", "-m", "byzanz", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(f" is not installed: pip install 'byzanz[{extra}]'\n")
    assert done.stderr.count("\n") == 1


def test_every_library_of_an_extra_is_known():
    extras = PROJECT["optional-dependencies"]
    assert set(extras) == set(LIBRARIES)
    modules = {"open_spiel": "pyspiel", "uvloop": "uvicorn"}  # what is imported instead
    for extra, lines in extras.items():
        names = [Requirement(line).name.replace("-", "_") for line in lines]
        assert {modules.get(name, name) for name in names} <= set(LIBRARIES[extra])


def test_the_import_takes_little_time(python, tmp_path):
    def seconds(code: str) -> float:
        """The processor time of the quickest of five runs: a busy machine does not change it."""
        times = []
        for _ in range(5):
            begin = os.times()
            run(python, "-I", "-c", code, cwd=tmp_path)
            end = os.times()
            times.append(end[2] + end[3] - begin[2] - begin[3])
        return min(times)

    seconds("import byzanz")  # writes the byte code
    assert seconds("import byzanz") - seconds("pass") < LONGEST_IMPORT
