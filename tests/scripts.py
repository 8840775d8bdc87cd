"""The scripts as modules: they are no package."""

import importlib.util
import warnings
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[1] / "scripts"


def load_script(name: str) -> ModuleType:
    """The script of this name; what its libraries miss is their affair."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the evolution could plot, with a library that we lack
        spec.loader.exec_module(module)
    return module
