import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# The scripts are not a package, because they run before anything is installed.
sys.path.insert(0, str(ROOT / "scripts"))


@pytest.fixture
def folder(tmp_path):
    """A copy of the files that a set-up reads, in a folder with a space in its name."""
    from setup_folder import Folder  # noqa: PLC0415 (the path is set above)

    root = tmp_path / "my games"
    root.mkdir()
    for name in ("byzanz", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, root)
    (root / "web").mkdir()
    shutil.copy(ROOT / "web" / "package-lock.json", root / "web")
    for name in ("requirements", "scripts", "src/byzanz/words", "src/byzanz/pictures"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    return Folder(root)
