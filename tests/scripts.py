"""Loads scripts as modules; scripts/ is not a package."""

import importlib.util
import warnings
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[1] / "scripts"


def load_script(name: str) -> ModuleType:
    """Load the script of this name, without warnings of its libraries."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library for evolution warns that it cannot plot
        spec.loader.exec_module(module)
    return module
