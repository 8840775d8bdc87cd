"""The stamp of a finished set-up: what requires another one."""

import os

import pytest
from setup_folder import Folder, is_ready, may_update, write_stamp
from tests.setup.fake_tools import edit

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the fake tools are shell scripts")


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


CHANGES = {
    "libraries": lambda folder: edit(folder.requirements("run")),
    "project": lambda folder: edit(folder.root / "pyproject.toml"),
    "steps": lambda folder: edit(folder.root / "scripts" / "setup_steps.py"),
    "pages' libraries": lambda folder: edit(folder.web / "package-lock.json"),
    "a word": lambda folder: edit(folder.words / "en" / "common.json"),
    "a template of the pictures": lambda folder: (folder.picture_templates / "new.svg").touch(),
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
