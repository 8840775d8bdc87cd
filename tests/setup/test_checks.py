"""`./byzanz test`: its options, its plan and its report."""

import sys

import pytest
from checks import (
    ROOT,
    Check,
    UsageError,
    failures,
    is_passed,
    main,
    parse_arguments,
    plan_checks,
    pytest_summary,
)


@pytest.mark.parametrize(
    ("arguments", "extent", "pytest_arguments"),
    [
        ("", "normal", ""),
        ("--quick", "quick", ""),
        ("--long", "long", ""),
        ("-- -k sale", "normal", "-k sale"),
        ("--quick -- --long -- x", "quick", "--long -- x"),
    ],
)
def test_arguments_choose_the_extent(arguments, extent, pytest_arguments):
    assert parse_arguments(arguments.split()) == (extent, pytest_arguments.split())


@pytest.mark.parametrize("arguments", ["--fast", "-k sale", "tests/rules", "--quick --long"])
def test_invalid_arguments_are_refused(arguments):
    with pytest.raises(UsageError):
        parse_arguments(arguments.split())


def test_an_unknown_option_exits_with_2(monkeypatch, capsys):
    monkeypatch.setattr("checks.plan_checks", lambda *_: [])  # or the checks would run themselves
    assert main(["--fast"]) == 2
    assert capsys.readouterr().err.startswith("Unknown option --fast; ")


def test_help_exits_with_0(capsys):
    assert main(["--help"]) == 0
    assert "--quick" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("extent", "names"),
    [
        ("quick", "format lint types web compile tests"),
        ("normal", "format lint types web compile bounds rules coverage tests browser"),
        ("long", "format lint types web compile bounds rules coverage tests browser long"),
    ],
)
def test_each_extent_has_its_checks(extent, names):
    assert [check.name.split()[0] for check in plan_checks(extent, [])] == names.split()


def test_every_pass_gets_the_arguments_for_pytest():
    passes = [check for check in plan_checks("long", ["-k", "sale"]) if check.is_pytest]
    assert [check.commands[-1][-2:] for check in passes] == [("-k", "sale")] * 5


def test_the_passes_rules_and_tests_together_run_every_test_once():
    passes = {check.name: check.commands[-1] for check in plan_checks("normal", [])}
    covered = {argument for argument in passes["rules"] if argument.startswith("tests/")}
    options = [argument for argument in passes["tests"] if argument.startswith("--ignore=")]
    assert covered == {option.removeprefix("--ignore=") for option in options}
    assert all((ROOT / path).exists() for path in covered)


def test_the_bounds_pass_has_its_own_cache():
    (bounds,) = (check for check in plan_checks("normal", []) if check.name == "bounds")
    assert bounds.environment["NUMBA_BOUNDSCHECK"] == "1"
    assert bounds.environment["BYZANZ_CACHE_DIR"].endswith("boundscheck")


def exiting(code, *, name="try", may_be_empty=False, argument="-"):
    script = f"print('first'); print('last'); raise SystemExit({code})"
    command = (sys.executable, "-c", script, argument)
    return Check(name, (command,), may_be_empty=may_be_empty)


def test_a_failed_check_shows_all_its_output(capsys):
    assert not is_passed(exiting(3))
    shown = capsys.readouterr().out
    assert "FAILED" in shown
    assert "first\nlast" in shown


def test_a_passed_check_is_one_line(capsys):
    assert is_passed(exiting(0))
    assert capsys.readouterr().out.endswith(" ok\n")


def test_a_passed_run_of_pytest_shows_its_last_line(capsys):
    assert is_passed(exiting(0, argument="pytest"))
    assert capsys.readouterr().out.endswith(" ok\nlast\n")


@pytest.mark.parametrize("may_be_empty", [False, True])
def test_a_run_without_tests_fails_unless_tests_were_chosen(may_be_empty):
    assert is_passed(exiting(5, may_be_empty=may_be_empty)) == may_be_empty


def test_a_check_stops_at_its_first_failing_command():
    commands = (*exiting(4).commands, *exiting(0).commands)
    assert not is_passed(Check("try", commands))


def test_a_check_that_starts_early_runs_in_parallel(tmp_path, capsys):
    """Each check waits for the other: run one after the other, they would never end."""

    def meeting(name, other, **options):
        script = (
            "import pathlib, sys, time; mine, other = map(pathlib.Path, sys.argv[1:])\n"
            "mine.touch()\n"
            "while not other.exists(): time.sleep(0.01)"
        )
        command = (sys.executable, "-c", script, str(tmp_path / name), str(tmp_path / other))
        return Check(name, (command,), **options)

    checks = [meeting("first", "last"), exiting(3), meeting("last", "first", starts_early=True)]
    assert failures(checks) == ["try"]
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if " s  " in line] == [
        "first",
        "try",
        "last",
    ]


def test_the_environment_is_passed_to_the_command():
    script = "import os; raise SystemExit(os.environ['BYZANZ_TRIAL'] != '1')"
    check = Check("try", ((sys.executable, "-c", script),), {"BYZANZ_TRIAL": "1"})
    assert is_passed(check)


@pytest.mark.parametrize(
    ("output", "summary"),
    [
        ("x\n=== 3 passed in 1s ===\n", "=== 3 passed in 1s ==="),
        (
            "x\n== short test summary info ==\nSKIPPED [1] a: no\n== 3 passed ==\n",
            "== short test summary info ==\nSKIPPED [1] a: no\n== 3 passed ==",
        ),
    ],
)
def test_the_summary_is_the_end_of_the_output(output, summary):
    assert pytest_summary(output) == summary


@pytest.mark.parametrize(("code", "last"), [(0, "All 1 checks are ok"), (1, "FAILED: try")])
def test_the_exit_code_and_the_last_line_tell_the_outcome(monkeypatch, capsys, code, last):
    monkeypatch.setattr("checks.plan_checks", lambda *_: [exiting(code)])
    assert main([]) == code
    assert last in capsys.readouterr().out.splitlines()[-1]
