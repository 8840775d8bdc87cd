"""Imports point one way, and compiled functions keep to the dialect."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import byzanz

# These modules import every marked function.
import byzanz.analysis.game_analysis
import byzanz.bots.roster
import byzanz.engine.environments.choosing
import byzanz.engine.environments.kernel
import byzanz.engine.policy_games
import byzanz.rules.random_play
from byzanz.dialect import COMPILED, SILENT
from byzanz.fast.cache import SOURCES
from byzanz.rules.table import copy_table

ROOT = Path(byzanz.__file__).parent

LAYERS = {
    "dialect": set(),
    "cards": set(),
    "words": set(),
    "dice": {"dialect", "cards"},
    "rules": {"dialect", "cards", "dice"},
    "game": {"cards", "dice", "rules"},
    "deal": {"cards"},
    "fast": {"__init__", "dialect", "cards", "dice", "rules"},  # reads the package's path
    "engine": {"dialect", "cards", "dice", "rules", "game", "fast"},
    "bots": {"cards", "dice", "rules", "game", "fast", "engine"},
    "envs": {"cards", "dice", "rules", "game", "fast", "engine"},
    "analysis": {"dialect", "cards", "words", "dice", "rules", "game", "fast", "engine", "bots"},
    "extras": set(),
    "file_lock": set(),
    "ledger_file": {"file_lock"},
    "puzzles": {
        *("cards", "dice", "rules", "game", "engine", "bots", "analysis", "ledger_file"),
    },
    "precompile": {
        *("file_lock", "dice", "game", "rules", "fast", "engine", "bots", "analysis", "envs"),
    },
    "store": {"file_lock"},
    "wire": {"cards", "game", "bots", "analysis", "puzzles"},
    "rooms": {"cards", "game", "deal", "bots", "wire"},
    "device": {"bots", "game", "puzzles", "wire", "rooms"},
    "pages": set(),
    "pictures": {"cards", "game", "words"},
    "progress": {"store", "wire", "puzzles"},
    "server": {
        *("words", "game", "fast", "bots", "analysis", "precompile", "store", "wire", "rooms"),
        *("pages", "pictures", "progress", "puzzles", "deal"),
    },
    "client": {"cards", "game", "wire"},
    "load": {"fast", "game", "precompile", "wire", "server"},  # it also runs the bare HTTP stack
    "programs": {"__init__", "cards", "game", "engine", "bots"},
    "reporting": set(),
    "arena": {
        *("__init__", "ledger_file", "cards", "dice", "game", "fast", "engine", "bots"),
        *("programs", "reporting"),
    },
    "cluster": {"extras", "fast", "bots", "precompile", "arena"},
    "tuning": {"rules", "fast", "engine", "cluster"},
    "dataset": {
        *("__init__", "extras", "cards", "dice", "rules", "game", "fast", "arena", "cluster"),
    },
    "statistics": {"__init__", "cards", "rules", "game", "reporting", "arena"},
    "bench": {"cards", "dice", "rules", "game", "fast", "engine", "bots", "envs", "precompile"},
    "cli": {
        *("__init__", "cards", "dice", "rules", "game", "deal", "fast", "bots", "programs"),
        *("arena", "reporting", "bench", "analysis", "pages", "store", "wire", "rooms", "server"),
        *(
            "client",
            "load",
            "words",
            "precompile",
            "puzzles",
            "ledger_file",
            "extras",
            "dataset",
            "cluster",
        ),
        "tuning",
    },
    "__main__": {"cli"},
    "__init__": {"cards", "game"},
}
"""The parts that each part may import, besides itself."""

ORDER = {
    "engine": (
        *("scratch", "evaluation", "policies", "search", "environments", "self_play"),
        "policy_games",
    ),
    "puzzles": (
        *(
            "answers",
            "kinds",
            "puzzle",
            "judging",
            "trials",
            "bar",
            "positions",
            "difficulty",
            "findings",
            "schedule",
        ),
        *("ledger", "search", "sampled_game", "solution", "selection", "collection", "check"),
    ),
    "analysis": (
        *("causes", "findings", "kernels", "values", "decisions", "report", "text"),
        *("preview", "game_analysis"),
    ),
    "arena": (
        *(
            "plan",
            "time_buckets",
            "bootstrap",
            "match",
            "policy_match",
            "program_version",
            "ledger",
        ),
        *(
            "game_records",
            "rating",
            "tally",
            "match_report",
            "baselines",
            "tournament",
            "worker_pool",
            "page",
        ),
    ),
    "cluster": ("tasks", "connection", "match_pool"),
    "tuning": ("vectors", "candidates", "tuner"),
    "dataset": ("manifest", "columns", "parts", "records", "making", "replaying", "checking"),
    "statistics": (
        *("hand_tracking", "game_facts", "measures", "axes", "figure", "shared_figures"),
        *("sections", "page"),
    ),
    "server": (
        *("call", "log_entries", "ops", "peers", "workers", "hosting", "results", "puzzles"),
        *("alerts", "daily", "personal_data", "handlers", "previews", "service", "http"),
    ),
    "load": (
        *("address", "http_pool", "push_listener", "latencies", "counters", "load_plan"),
        *("load_report", "spawned_servers", "players", "servers", "server_under_test"),
        *("generator", "load_run", "knee_search"),
    ),
    "cli": (
        *("arguments", "command_line", "compilation", "record_input", "simulation_chunks"),
        *("record_output", "simulation", "render", "simulation_summary", "search_readiness"),
        "puzzle_making",
        *(
            "deal_check",
            "match_pools",
            "match_progress",
            "comparing",
            "dataset_making",
            "remote_seat",
            "room_inspection",
            "store_access",
        ),
        *("play", "commands", "main"),
    ),
}
"""In a package with sub-packages, each part may import those before it."""


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def part_of_import(name: str) -> str:
    """The part that an imported name belongs to; `byzanz.Game` and such are in `__init__`."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else "__init__"


def imported_names(path: Path) -> set[str]:
    """The dotted names below byzanz that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name == "byzanz" or name.startswith("byzanz.")}


EACH_FILE = pytest.mark.parametrize(
    "path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT))
)


@EACH_FILE
def test_imports_point_one_way(path):
    imported = {part_of_import(name) for name in imported_names(path)}
    assert imported <= LAYERS[part(path)] | {part(path)}


@EACH_FILE
def test_imports_point_one_way_inside_a_package(path):
    package, order = part(path), ORDER.get(part(path))
    if order is None or path.name == "__init__.py":
        return
    module = path.relative_to(ROOT).parts[1].removesuffix(".py")
    names = [name.split(".") for name in imported_names(path)]
    imported = {parts[2] for parts in names if parts[1:2] == [package]}
    assert imported <= set(order[: order.index(module) + 1])


def test_rooms_do_no_io():
    """So the command line, a browser and research can use them alone."""
    forbidden = {"asyncio", "starlette", "numba", "numpy", "socket", "byzanz.store"}
    code = f"""if True:
        import sys, pkgutil, importlib, byzanz.rooms
        before = set(sys.modules)
        for module in pkgutil.walk_packages(byzanz.rooms.__path__, "byzanz.rooms."):
            importlib.import_module(module.name)
        print(*sorted({forbidden!r} & set(sys.modules)))"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    ("library", "users"),
    [
        ("numba", {"fast"}),
        (
            "numpy",
            {
                *("fast", "engine", "bots", "analysis", "precompile", "arena", "statistics"),
                *("bench", "cli", "puzzles", "envs", "tuning", "dataset"),
            },
        ),
    ],
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


def test_batches_need_no_library_for_learners():
    libraries = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel", "torch"}
    code = f"import sys, byzanz.envs; print(*sorted({libraries!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""


def test_a_server_loads_no_compiler():
    """Only worker processes load it."""
    code = (
        "import sys, byzanz.server.http.runner\n"
        "print(*sorted({'numba', 'numpy'} & set(sys.modules)))"
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
MARKED = {function.__name__ for function in [*COMPILED, *SILENT]}
MARKED.add(copy_table.__name__)  # byzanz.fast.compiler has another version for rows


@pytest.mark.parametrize("function", COMPILED, ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_the_dialect_is_kept(function):
    tree = ast.parse(inspect.getsource(function)).body[0]
    tree.decorator_list, tree.returns = [], None
    assert ast.get_docstring(tree), "expected a docstring"
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
    """Whether this is an integer or a nested tuple of integers."""
    return isinstance(value, int) or (isinstance(value, tuple) and all(map(is_constant, value)))


@pytest.mark.parametrize("function", COMPILED, ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_the_dialect_reads_constants_only(function):
    for name, value in inspect.getclosurevars(function).globals.items():
        assert name in MARKED or is_constant(value), f"{function.__name__}: {name}"


def marked_functions(path: Path) -> set[str]:
    """The names of a file's functions that are marked as compiled."""
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(mark, ast.Name) and mark.id in ("compiles", "compiles_without_inlining")
            for mark in node.decorator_list
        )
    }


MARKED_FILES = [path for path in sorted(ROOT.rglob("*.py")) if marked_functions(path)]


def test_all_marked_functions_are_tested():
    names = set().union(*(marked_functions(path) for path in MARKED_FILES))
    assert names == {function.__name__ for function in COMPILED}


@pytest.mark.parametrize("path", MARKED_FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_compiled_source_is_hashed(path):
    """The files with marked functions, and those that their constants come from."""
    parts = {part(path)} | {
        part_of_import(node.module)
        for node in ast.parse(path.read_text()).body  # without imports for type checkers
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
