"""Imports point one way, and what is compiled keeps to its dialect."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import byzanz
import byzanz.analysis.analyst  # the top of the analysis …
import byzanz.bots.roster  # … of the bots …
import byzanz.rules.randomplay  # … and of the rules: with them all marked functions are there
from byzanz.dialect import CARRIED, COMPILED, SILENT
from byzanz.fast.cache import SOURCES

ROOT = Path(byzanz.__file__).parent

LAYERS = {
    "dialect": set(),
    "cards": set(),
    "dice": {"dialect", "cards"},
    "rules": {"dialect", "cards", "dice"},
    "game": {"cards", "dice", "rules"},
    "deal": {"cards"},
    "fast": {"__init__", "dialect", "cards", "dice", "rules"},  # asks where the package lies
    "bots": {"__init__", "dialect", "cards", "dice", "rules", "game", "fast"},
    "analysis": {"dialect", "cards", "dice", "rules", "game", "fast", "bots"},
    "store": set(),
    "wire": {"cards", "game", "bots", "analysis"},
    "server": {"cards", "game", "deal", "bots", "analysis", "store", "wire"},
    "client": {"cards", "game", "wire"},
    "load": {"game", "wire", "server"},  # beside the server it runs the bare stack
    "programs": {"__init__", "cards", "game", "bots"},
    "arena": {"__init__", "cards", "dice", "rules", "game", "fast", "bots", "programs"},
    "bench": {"cards", "dice", "rules", "game", "fast", "bots"},
    "cli": {
        "__init__",
        *("cards", "dice", "rules", "game", "deal", "fast", "bots", "programs", "arena", "bench"),
        *("analysis", "store", "wire", "server", "client", "load"),
    },
    "__main__": {"cli"},
    "__init__": {"cards", "game"},
}
"""What each part may import, besides itself."""


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def part_of_import(name: str) -> str:
    """The part that an import reaches; what is no part comes through the package's own face."""
    words = name.split(".")
    return words[1] if len(words) > 1 and words[1] in LAYERS else "__init__"


def imported_parts(path: Path) -> set[str]:
    parts = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom) and node.module == "byzanz":
            names = [f"byzanz.{alias.name}" for alias in node.names]
        for name in names:
            if name == "byzanz" or name.startswith("byzanz."):
                parts.add(part_of_import(name))
    return parts


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_one_way(path):
    assert imported_parts(path) <= LAYERS[part(path)] | {part(path)}


@pytest.mark.parametrize(
    ("library", "users"),
    [("numba", {"fast"}), ("numpy", {"fast", "bots", "analysis", "arena", "bench", "cli"})],
)
def test_only_fast_imports_the_compiler(library, users):
    for path in ROOT.rglob("*.py"):
        if part(path) not in users:
            assert not re.search(rf"^\s*(import|from) {library}\b", path.read_text(), re.MULTILINE)


def test_importing_byzanz_loads_no_heavy_library():
    code = (
        "import sys, byzanz; print(*sorted({'numba', 'numpy', 'typer', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""


def test_a_server_loads_no_compiler():
    """Only the processes that think and analyse do."""
    code = (
        "import sys, byzanz.server.serving; print(*sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""


ALLOWED = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.For,
    ast.While, ast.If, ast.IfExp, ast.Expr, ast.Continue, ast.Break, ast.BoolOp, ast.BinOp,
    ast.UnaryOp, ast.Compare, ast.Call, ast.Constant, ast.Attribute, ast.Subscript, ast.Name,
    ast.Tuple, ast.Load, ast.Store, ast.operator, ast.boolop, ast.unaryop, ast.cmpop,
)  # fmt: skip


BUILT_IN = {"range", "len", "min", "max"}
MARKED = {function.__name__ for function in [*COMPILED, *SILENT, *CARRIED]}


@pytest.mark.parametrize("function", COMPILED, ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_the_dialect_is_kept(function):
    tree = ast.parse(inspect.getsource(function)).body[0]
    tree.decorator_list, tree.returns = [], None
    assert ast.get_docstring(tree), "every function says what it does"
    tree.body = tree.body[1:]
    for argument in tree.args.args:
        argument.annotation = None
    for node in ast.walk(tree):
        assert isinstance(node, ALLOWED), f"{function.__name__}: {type(node).__name__}"
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int), f"{function.__name__}: {node.value!r}"
        if isinstance(node, ast.Call):
            assert node.func.id in MARKED | BUILT_IN, f"{function.__name__}: {node.func.id}"


def is_constant(value: object) -> bool:
    """Whole numbers, and tuples of them."""
    return isinstance(value, int) or (isinstance(value, tuple) and all(map(is_constant, value)))


@pytest.mark.parametrize("function", COMPILED, ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_the_dialect_reads_constants_only(function):
    for name, value in inspect.getclosurevars(function).globals.items():
        assert name in MARKED or is_constant(value), f"{function.__name__}: {name}"


def marked_functions(path: Path) -> set[str]:
    """The functions of a file with the mark of the dialect."""
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(mark, ast.Name) and mark.id in ("compiles", "compiles_apart")
            for mark in node.decorator_list
        )
    }


MARKED_FILES = [path for path in sorted(ROOT.rglob("*.py")) if marked_functions(path)]


def test_all_marked_functions_are_looked_at():
    names = set().union(*(marked_functions(path) for path in MARKED_FILES))
    assert names == {function.__name__ for function in COMPILED}


@pytest.mark.parametrize("path", MARKED_FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_all_that_is_compiled_is_hashed(path):
    """The files with marked functions, and those that their constants come from."""
    parts = {part(path)} | {
        part_of_import(node.module)
        for node in ast.parse(path.read_text()).body  # not what only type checkers read
        if isinstance(node, ast.ImportFrom) and node.module.startswith("byzanz.")
    }
    assert {name for name in parts if {name, f"{name}.py"}.isdisjoint(SOURCES)} == set()


def test_every_function_of_the_rules_is_marked():
    for path in (ROOT / "rules").glob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                assert node.name in MARKED, f"{path.name}: {node.name}"


DOCS = ROOT.parents[1] / "docs"
RULES = set(re.findall(r"\*\*R(\d\.\d)", (DOCS / "rules.md").read_text()))


def cited(folder: Path) -> set[str]:
    text = "".join(path.read_text() for path in folder.rglob("*.py"))
    return {f"{chapter}.{rule}" for chapter, rule in re.findall(r"[Rr](\d)[._](\d)", text)}


def test_code_cites_rules_that_exist():
    assert cited(ROOT / "rules") - RULES == set()


def test_every_rule_of_play_has_an_example():
    of_play = {rule for rule in RULES if "2.0" < rule < "8"}
    assert of_play - cited(Path(__file__).parent / "rules") == set()
