"""The steps of the set-up, with fake tools instead of uv, Node.js and a network."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from setup_steps import locked, remove, try_lock, uv_version
from setup_tools import DEFAULT_ADVICE, advice_for
from tests.setup.fake_tools import FAKE_NODE, FAKE_NPM, FAKE_UV, edit, put_command

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fake tools are shell scripts")


def set_up(folder, *arguments, uv):
    put_command(folder.root / "tools" / "uv", uv)
    put_command(folder.root / "tools" / "node", FAKE_NODE)
    put_command(folder.root / "tools" / "npm", FAKE_NPM)
    put_command(folder.root / "tools" / "npx", FAKE_NPM)
    return subprocess.run(
        [sys.executable, "-ES", folder.root / "scripts" / "setup.py", *arguments],
        env={
            "PATH": f"{folder.root / 'tools'}{os.pathsep}{os.environ['PATH']}",
            "CALLS": str(folder.root / "calls"),
            "HOME": str(folder.root),
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_first_start_sets_up_and_the_second_does_not(folder):
    first = set_up(folder, "play", "two words", uv=FAKE_UV)
    assert first.stdout == "<-m><byzanz><play><two words>"
    assert first.returncode == 7
    assert [line[:5] for line in first.stderr.splitlines()[1:]] == [f"[{n}/4]" for n in range(1, 5)]
    assert "-m byzanz" not in folder.log.read_text(), "the set-up compiles nothing"

    calls = (folder.root / "calls").read_text()
    second = set_up(folder, uv=FAKE_UV)
    assert second.stdout == "<-m><byzanz>"
    assert second.stderr == ""
    assert (folder.root / "calls").read_text() == calls


def test_the_command_test_installs_the_tools_and_starts_the_checks(folder):
    answer = set_up(folder, "test", "--quick", uv=FAKE_UV)
    assert answer.stdout == f"<{folder.root / 'scripts' / 'checks.py'}><--quick>"
    assert "requirements/dev.txt" in (folder.root / "calls").read_text()
    edit(folder.root / "pyproject.toml")
    set_up(folder, uv=FAKE_UV)
    assert "requirements/run.txt" not in (folder.root / "calls").read_text()


def npm_calls(folder):
    calls = (folder.root / "calls").read_text().splitlines()
    return [call.split()[1:4] for call in calls if call.startswith("npm ")]


def test_libraries_of_the_pages_are_installed_again_only_when_the_lock_changes(folder):
    set_up(folder, uv=FAKE_UV)
    assert npm_calls(folder) == [
        ["ci", "--prefix", str(folder.web).split()[0]],
        ["run", "build", "--prefix"],
    ]
    assert "--omit=dev" in (folder.root / "calls").read_text()
    (folder.web / "index.html").touch()
    set_up(folder, uv=FAKE_UV)
    assert [call[0] for call in npm_calls(folder)] == ["ci", "run", "run"]
    edit(folder.web / "package-lock.json")
    set_up(folder, uv=FAKE_UV)
    assert [call[0] for call in npm_calls(folder)] == ["ci", "run", "run", "ci", "run"]


def test_an_incomplete_environment_is_made_anew(folder):
    (folder.venv / "bin").mkdir(parents=True)
    (folder.venv / "left over").touch()
    assert set_up(folder, uv=FAKE_UV).returncode == 7
    assert not (folder.venv / "left over").exists()


def test_a_failure_is_explained(folder):
    uv = '[ "$1" = --version ] && echo "uv 0.13.7" || { echo "cause: dns error"; exit 2; }'
    answer = set_up(folder, uv=uv)
    assert answer.returncode == 1
    assert "    cause: dns error\n" in answer.stderr
    assert "check the network" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not folder.stamp.exists()


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("failed to write: No space left on device (os error 28)", "disk"),
        ("invalid peer certificate: UnknownIssuer", "SSL_CERT_FILE"),
        ("cause: Hash mismatch for `rich==15.0.0`", "requirements/"),
        ("NewConnectionError\nERROR: No matching distribution found", "network"),
        ("llvmlite==0.50.0 has no usable wheels", "no build"),
        ("error: No interpreter found for CPython >=3.11", "Python"),
        ("[Errno 13] Permission denied: '.cache'", "written"),
        ("something new", DEFAULT_ADVICE),
    ],
)
def test_advice(output, text):
    assert text in advice_for(output)


def test_only_one_set_up_at_a_time(folder):
    folder.cache.mkdir()
    with folder.lock.open("a") as other:
        with locked(folder):
            assert not try_lock(other)
        assert try_lock(other)


@pytest.mark.parametrize(
    ("script", "version"),
    [
        ("echo uv 0.13.7", (0, 13)),
        ("echo uv-something", ()),
        ("echo uv version unknown", ()),
        ("echo uv 0.13.7; exit 127", ()),
    ],
)
def test_uv_version(tmp_path, script, version):
    put_command(tmp_path / "uv", script)
    assert uv_version(str(tmp_path / "uv")) == version


def test_remove(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(kept)
    (tmp_path / "dead link").symlink_to(tmp_path / "nowhere")
    for name in ("folder", "file", "link", "dead link", "nothing"):
        remove(tmp_path / name)
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.parametrize(
    "name", ["setup", "setup_folder", "setup_node", "setup_pages", "setup_steps", "setup_tools"]
)
def test_python_3_8_can_parse_the_set_up(name):
    ast.parse((ROOT / "scripts" / f"{name}.py").read_text(), feature_version=(3, 8))
