"""The one command that runs all checks: its options, its plan and its report."""

import sys

import pytest
from checks import (
    ROOT,
    Check,
    UsageError,
    failures,
    is_passed,
    main,
    planned,
    pytest_summary,
    read_words,
)


@pytest.mark.parametrize(
    ("words", "extent", "pytest_words"),
    [
        ("", "normal", ""),
        ("--quick", "quick", ""),
        ("--long", "long", ""),
        ("-- -k sale", "normal", "-k sale"),
        ("--quick -- --long -- x", "quick", "--long -- x"),
    ],
)
def test_words(words, extent, pytest_words):
    assert read_words(words.split()) == (extent, pytest_words.split())


@pytest.mark.parametrize("words", ["--fast", "-k sale", "tests/rules", "--quick --long"])
def test_unknown_words_are_refused(words):
    with pytest.raises(UsageError):
        read_words(words.split())


def test_unknown_option_ends_with_2(monkeypatch, capsys):
    monkeypatch.setattr("checks.planned", lambda *_: [])  # never the checks within the checks
    assert main(["--fast"]) == 2
    assert capsys.readouterr().err.startswith("Unknown option --fast; ")


def test_help_ends_with_0(capsys):
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
def test_plan(extent, names):
    assert [check.name.split()[0] for check in planned(extent, [])] == names.split()


def test_every_pass_gets_the_words_for_pytest():
    passes = [check for check in planned("long", ["-k", "sale"]) if check.is_pytest]
    assert [check.commands[-1][-2:] for check in passes] == [("-k", "sale")] * 5


def test_every_test_runs_once_in_the_passes_of_the_rules_and_of_the_rest():
    passes = {check.name: check.commands[-1] for check in planned("normal", [])}
    covered = {word for word in passes["rules"] if word.startswith("tests/")}
    left_out = {word[9:] for word in passes["tests"] if word.startswith("--ignore=")}
    assert covered == left_out
    assert all((ROOT / path).exists() for path in covered)


def test_bounds_pass_has_a_cache_of_its_own():
    (bounds,) = (check for check in planned("normal", []) if check.name == "bounds")
    assert bounds.environment["NUMBA_BOUNDSCHECK"] == "1"
    assert bounds.environment["BYZANZ_CACHE_DIR"].endswith("boundscheck")


def exiting(code, *, name="try", may_be_empty=False, last_word="-"):
    script = f"print('first'); print('last'); raise SystemExit({code})"
    command = (sys.executable, "-c", script, last_word)
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
    assert is_passed(exiting(0, last_word="pytest"))
    assert capsys.readouterr().out.endswith(" ok\nlast\n")


@pytest.mark.parametrize("may_be_empty", [False, True])
def test_a_run_without_tests_fails_unless_tests_were_chosen(may_be_empty):
    assert is_passed(exiting(5, may_be_empty=may_be_empty)) == may_be_empty


def test_a_check_stops_at_its_first_failing_command():
    commands = (*exiting(4).commands, *exiting(0).commands)
    assert not is_passed(Check("try", commands))


def test_a_check_that_starts_early_runs_beside_those_before_it(tmp_path, capsys):
    """Each waits for the other: one after the other, they would never end."""

    def meeting(name, other, **how):
        script = (
            "import pathlib, sys, time; mine, other = map(pathlib.Path, sys.argv[1:])\n"
            "mine.touch()\n"
            "while not other.exists(): time.sleep(0.01)"
        )
        command = (sys.executable, "-c", script, str(tmp_path / name), str(tmp_path / other))
        return Check(name, (command,), **how)

    checks = [meeting("first", "last"), exiting(3), meeting("last", "first", starts_early=True)]
    assert failures(checks) == ["try"]
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if " s  " in line] == [
        "first",
        "try",
        "last",
    ]


def test_environment_reaches_the_command():
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
def test_pytest_summary(output, summary):
    assert pytest_summary(output) == summary


@pytest.mark.parametrize(("code", "last"), [(0, "All 1 checks are ok"), (1, "FAILED: try")])
def test_exit_code_and_summary(monkeypatch, capsys, code, last):
    monkeypatch.setattr("checks.planned", lambda *_: [exiting(code)])
    assert main([]) == code
    assert last in capsys.readouterr().out.splitlines()[-1]
