"""Runs every check of the project and tells how each went; the exit code is 1 if one failed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from setup_folder import Folder
from setup_node import node_command, node_environment

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
COVERED_TESTS = ("tests/rules", "tests/game", "tests/conformance", "tests/test_dice.py")
SLOW_TESTS = (  # of whole programs: processes, sockets, databases, browsers; and of chances
    "tests/arena",
    "tests/bench",
    "tests/bots/test_sample.py",
    "tests/bots/test_search.py",
    "tests/cli",
    "tests/fast/test_cache.py",
    "tests/load",
    "tests/programs",
    "tests/secrecy",
    "tests/server/core/test_fold.py",
    "tests/server/faults",
    "tests/server/secrecy",
    "tests/server/web",
    "tests/store/test_backup.py",
    "tests/store/test_kill.py",
    "tests/store/test_postgres.py",
    "tests/web",
    "tests/test_docs.py",
)
COVERAGE_FILE = {"COVERAGE_FILE": str(CACHE / "coverage" / "data")}

USAGE = """\
./byzanz test                     all checks: format, lint, types, tests, coverage, bounds, web
./byzanz test --quick             format, lint, types of Python and the quick tests
./byzanz test --long              all checks and the tests that take minutes
./byzanz test --quick -- -k sale  words after -- go to pytest"""

PYTEST_FOUND_NO_TEST = 5


@dataclass(frozen=True)
class Check:
    """A named check: commands run in order until one fails."""

    name: str
    commands: tuple[tuple[str, ...], ...]
    environment: dict[str, str] = field(default_factory=dict)
    may_be_empty: bool = False  # a run of pytest that need not find a test
    starts_early: bool = False  # beside those before it

    @property
    def is_pytest(self) -> bool:
        """Whether the output ends with pytest's own summary, worth showing."""
        return "pytest" in self.commands[-1]


class UsageError(Exception):
    """Words that no run of the checks stands for."""


def read_words(words: list[str]) -> tuple[str, list[str]]:
    """The extent ("quick", "normal" or "long") and pytest's own words."""
    split = words.index("--") if "--" in words else len(words)
    options, pytest_words = words[:split], words[split + 1 :]
    unknown = [word for word in options if word not in ("--quick", "--long")]
    if unknown:
        raise UsageError(f"Unknown option {unknown[0]}; words for pytest go after --.")
    if len(set(options)) > 1:
        raise UsageError("Choose --quick or --long, not both.")
    return (options[0][2:] if options else "normal"), pytest_words


def planned(extent: str, pytest_words: list[str]) -> list[Check]:
    """The checks of a run, in order."""
    checks = [
        Check("format", (module("ruff", "format", "--check", "."),)),
        Check("lint", (module("ruff", "check", "."),)),
        Check("types", (module("mypy"),)),
    ]
    compiling = Check("compile", (module("byzanz.analysis"),), starts_early=True)
    if extent == "quick":
        words = pytest_words or left_out(SLOW_TESTS)
        tests = Check("tests", (pytest("not long and not slow and not browser", words),))
        return [*checks, web("format", "test"), compiling, tests]

    chosen = bool(pytest_words)
    besides = pytest("not long and not browser", [*left_out(COVERED_TESTS), *pytest_words])
    browser = pytest("browser and not long", pytest_words, "tests/web")
    checks += [
        web("format", "check", "test", "build", "sizes"),
        compiling,
        bounds(pytest_words, may_be_empty=chosen),
        covered_tests(pytest_words, may_be_empty=chosen),
        coverage(),
        Check("tests", (besides,), {}, chosen),
        Check("browser", (browser,), {}, chosen),
    ]
    if extent == "long":
        checks.append(Check("long tests", (pytest("long", pytest_words),), may_be_empty=chosen))
    return checks


def module(name: str, *words: str) -> tuple[str, ...]:
    """The command of a tool installed beside this Python."""
    return (sys.executable, "-m", name, *words)


def pytest(marks: str, words: list[str], *paths: str) -> tuple[str, ...]:
    """The command of one pass of tests, on both cores until the last of them."""
    return module("pytest", "-n", "2", "--dist", "worksteal", "-m", marks, *paths, *words)


def covered_tests(pytest_words: list[str], *, may_be_empty: bool) -> Check:
    """The tests of the rules with their coverage measured, in pytest's workers too.

    Measuring makes Python half as fast: the other tests run without.
    """
    _, *pytest_command = pytest("not long", pytest_words, *COVERED_TESTS)
    return Check(
        "rules",
        (module("coverage", "erase"), module("coverage", "run", *pytest_command)),
        COVERAGE_FILE,
        may_be_empty,
    )


def left_out(paths: Iterable[str]) -> list[str]:
    """The words for pytest that leave out some tests: they are not even imported."""
    return [f"--ignore={path}" for path in paths]


def coverage() -> Check:
    """Complete coverage of what pyproject.toml names."""
    return Check(
        "coverage",
        (
            module("coverage", "combine", "--quiet"),
            module("coverage", "report", "--fail-under=100"),
        ),
        COVERAGE_FILE,
    )


def bounds(pytest_words: list[str], *, may_be_empty: bool) -> Check:
    """The tests of the compiled rules with every index checked, in one process that compiles them.

    Numba does not tell code with and without these checks apart in its cache: hence a second one.
    """
    return Check(
        "bounds",
        (module("pytest", "-m", "not long", "tests/fast", *pytest_words),),
        {"NUMBA_BOUNDSCHECK": "1", "BYZANZ_CACHE_DIR": str(CACHE / "boundscheck")},
        may_be_empty,
        starts_early=True,
    )


def web(*scripts: str) -> Check:
    """Scripts of web/package.json: format, types, tests, the build and its sizes."""
    environment = node_environment(Folder(ROOT)) or dict(os.environ)
    npm = node_command("npm", environment)
    commands = tuple((npm, "run", script, "--prefix", "web") for script in scripts)
    return Check("web", commands, {"PATH": environment["PATH"]})


Outcome = tuple[int, str]
"""The exit code and the output of the last command run."""


def is_passed(check: Check, early: Future[Outcome] | None = None) -> bool:
    """Run one check, or wait for it, and print its line; the whole output if it failed."""
    began = time.monotonic()
    print(f"{check.name:<12}", end="", flush=True)
    exit_code, output = run(check) if early is None else early.result()
    passed = exit_code == 0 or (exit_code == PYTEST_FOUND_NO_TEST and check.may_be_empty)
    print(f"{time.monotonic() - began:7.1f} s  {'ok' if passed else 'FAILED'}")
    if not passed:
        print(output, end="\n\n", flush=True)
    elif check.is_pytest:
        print(pytest_summary(output), flush=True)
    return passed


def run(check: Check) -> Outcome:
    """Run the commands until one fails."""
    for command in check.commands:
        answer = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **check.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if answer.returncode:
            break
    return answer.returncode, answer.stdout


def failures(checks: list[Check]) -> list[str]:
    """Run all checks in order, those that start early beside the others; the names that failed."""
    with ThreadPoolExecutor() as pool:
        early = {check.name: pool.submit(run, check) for check in checks if check.starts_early}
        return [check.name for check in checks if not is_passed(check, early.get(check.name))]


def pytest_summary(output: str) -> str:
    """What pytest says at the end: skipped tests with their reasons, and the counts."""
    lines = output.rstrip().splitlines()
    starts = [at for at, line in enumerate(lines) if "short test summary info" in line]
    return "\n".join(lines[starts[-1] if starts else -1 :])


def main(words: list[str]) -> int:
    """Run the checks that the words ask for."""
    if words in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    try:
        checks = planned(*read_words(words))
    except UsageError as error:
        print(f"{error}\n\n{USAGE}", file=sys.stderr)
        return 2
    (CACHE / "coverage").mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    try:
        failed = failures(checks)
    except KeyboardInterrupt:
        print()
        return 130
    seconds = time.monotonic() - began
    if failed:
        print(f"FAILED: {', '.join(failed)} ({len(checks)} checks in {seconds:.0f} s)")
        return 1
    print(f"All {len(checks)} checks are ok ({seconds:.0f} s).")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
