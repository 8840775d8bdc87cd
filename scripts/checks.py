"""Runs all checks of the project and reports each; the exit code is 1 if one failed."""

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
SLOW_TESTS = (  # processes, sockets, databases, browsers, and statistical tests
    "tests/arena",
    "tests/bench",
    "tests/cli",
    "tests/engine/search/test_halving.py",
    "tests/engine/search/test_sampling.py",
    "tests/fast/test_cache.py",
    "tests/load",
    "tests/precompile",
    "tests/programs",
    "tests/secrecy",
    "tests/server/hosting/test_fold.py",
    "tests/server/faults",
    "tests/server/http",
    "tests/server/secrecy",
    "tests/server/workers/test_compiler_watch.py",
    "tests/statistics",
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
./byzanz test --quick -- -k sale  arguments after -- go to pytest"""

PYTEST_FOUND_NO_TEST = 5

CORES = min(os.cpu_count() or 2, 4)
MANY = 2 * CORES  # worker processes for tests that mostly wait
FEW = CORES + 1  # worker processes for tests in browsers, which use the processor themselves


@dataclass(frozen=True)
class Check:
    """A named check; its commands are run in order until one fails."""

    name: str
    commands: tuple[tuple[str, ...], ...]
    environment: dict[str, str] = field(default_factory=dict)
    may_be_empty: bool = False  # whether pytest may find no test
    starts_early: bool = False  # whether it runs in parallel with the checks before it

    @property
    def is_pytest(self) -> bool:
        """Whether the output ends with a summary of pytest, which is worth showing."""
        return "pytest" in self.commands[-1]


class UsageError(Exception):
    """The arguments are not valid."""


def parse_arguments(arguments: list[str]) -> tuple[str, list[str]]:
    """Return the extent ("quick", "normal" or "long") and the arguments for pytest."""
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options, pytest_arguments = arguments[:split], arguments[split + 1 :]
    unknown = [option for option in options if option not in ("--quick", "--long")]
    if unknown:
        raise UsageError(f"Unknown option {unknown[0]}; arguments for pytest go after --.")
    if len(set(options)) > 1:
        raise UsageError("Choose --quick or --long, not both.")
    return (options[0][2:] if options else "normal"), pytest_arguments


def plan_checks(extent: str, pytest_arguments: list[str]) -> list[Check]:
    """Return the checks of a run, in order."""
    checks = [
        Check("format", (module("ruff", "format", "--check", "."),)),
        Check("lint", (module("ruff", "check", "."),)),
        Check("types", (module("mypy"),)),
    ]
    compiling = Check("compile", (module("byzanz.precompile"),), starts_early=True)
    if extent == "quick":
        arguments = pytest_arguments or ignore_options(SLOW_TESTS)
        tests = Check("tests", (pytest("not long and not slow and not browser", arguments),))
        return [*checks, web("format", "test"), compiling, tests]

    may_be_empty = bool(pytest_arguments)
    ignored = ignore_options(COVERED_TESTS)
    others = pytest("not long and not browser", [*ignored, *pytest_arguments])
    browser = pytest("browser and not long", pytest_arguments, "tests/web", workers=FEW)
    checks += [
        web("format", "check", "test", "build", "sizes"),
        compiling,
        bounds(pytest_arguments, may_be_empty=may_be_empty),
        covered_tests(pytest_arguments, may_be_empty=may_be_empty),
        coverage(),
        Check("tests", (others,), {}, may_be_empty),
        Check("browser", (browser,), {}, may_be_empty),
    ]
    if extent == "long":
        long_tests = pytest("long", pytest_arguments, workers=CORES)
        checks.append(Check("long tests", (long_tests,), may_be_empty=may_be_empty))
    return checks


def module(name: str, *arguments: str) -> tuple[str, ...]:
    """Return the command of a tool in this Python's environment."""
    return (sys.executable, "-m", name, *arguments)


def pytest(marks: str, arguments: list[str], *paths: str, workers: int = MANY) -> tuple[str, ...]:
    """Return the command of one pass of tests, in several worker processes."""
    spread = ("-n", str(workers), "--dist", "worksteal")
    return module("pytest", *spread, "-m", marks, *paths, *arguments)


def covered_tests(pytest_arguments: list[str], *, may_be_empty: bool) -> Check:
    """Return the check that runs the tests of the rules and measures their coverage.

    Coverage halves Python's speed, so that all other tests run without it.
    """
    _, *pytest_command = pytest("not long", pytest_arguments, *COVERED_TESTS, workers=CORES)
    return Check(
        "rules",
        (module("coverage", "erase"), module("coverage", "run", *pytest_command)),
        COVERAGE_FILE,
        may_be_empty,
    )


def ignore_options(paths: Iterable[str]) -> list[str]:
    """Return the options with which pytest does not even import these tests."""
    return [f"--ignore={path}" for path in paths]


def coverage() -> Check:
    """Return the check that the packages named in pyproject.toml are covered completely."""
    return Check(
        "coverage",
        (
            module("coverage", "combine", "--quiet"),
            module("coverage", "report", "--fail-under=100"),
        ),
        COVERAGE_FILE,
    )


def bounds(pytest_arguments: list[str], *, may_be_empty: bool) -> Check:
    """Return the check that runs the compiled rules with bounds checks, in one process.

    It has its own cache, because Numba's cache does not distinguish code with and without them.
    """
    return Check(
        "bounds",
        (module("pytest", "-m", "not long", "tests/fast", *pytest_arguments),),
        {"NUMBA_BOUNDSCHECK": "1", "BYZANZ_CACHE_DIR": str(CACHE / "boundscheck")},
        may_be_empty,
        starts_early=True,
    )


def web(*scripts: str) -> Check:
    """Return the check that runs these scripts of web/package.json."""
    environment = node_environment(Folder(ROOT)) or dict(os.environ)
    npm = node_command("npm", environment)
    commands = tuple((npm, "run", script, "--prefix", "web") for script in scripts)
    return Check("web", commands, {"PATH": environment["PATH"]})


Outcome = tuple[int, str]
"""The exit code and the output of the last command run."""


def is_passed(check: Check, early: Future[Outcome] | None = None) -> bool:
    """Run one check, or wait for one that started early, and print its result.

    The whole output is printed if it failed.
    """
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
    """Run all checks and return the names of those that failed."""
    with ThreadPoolExecutor() as pool:
        early = {check.name: pool.submit(run, check) for check in checks if check.starts_early}
        return [check.name for check in checks if not is_passed(check, early.get(check.name))]


def pytest_summary(output: str) -> str:
    """Return the end of pytest's output: skipped tests with their reasons, and the counts."""
    lines = output.rstrip().splitlines()
    starts = [index for index, line in enumerate(lines) if "short test summary info" in line]
    return "\n".join(lines[starts[-1] if starts else -1 :])


def main(arguments: list[str]) -> int:
    """Run the checks that the arguments ask for; returns the exit code."""
    if arguments in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    try:
        checks = plan_checks(*parse_arguments(arguments))
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
