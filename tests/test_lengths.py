"""Modules and functions stay short enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "scripts", "tests", "web/src")
SUFFIXES = {".py", ".ts", ".svelte", ".css"}
GENERATED = {ROOT / "web/src/protocol/schema.ts"}
MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 50


def sources() -> Iterator[Path]:
    """All written files; built pages and generated files are left out."""
    built = ROOT / "src/byzanz/pages/built"
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in SUFFIXES and path not in GENERATED and built not in path.parents:
                yield path


def test_no_module_is_long():
    lengths = {path: len(path.read_text().splitlines()) for path in sources()}
    assert len(lengths) > 500
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_function_of_python_is_long():
    long = {}
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())) if path.suffix == ".py" else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = node.end_lineno - node.lineno + 1
                if lines > MOST_LINES_OF_A_FUNCTION:
                    long[path, node.name] = lines
    assert long == {}
