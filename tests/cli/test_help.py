"""Help, usage errors and the version."""

import re
import shlex
import shutil
from importlib.metadata import entry_points, version

import pytest
import typer

from byzanz.cli.main import app, run
from tests.cli.calling import call, game_file, output, refused

COMMANDS = list(typer.main.get_group(app).commands)
NOT_RUN = {
    "",
    "admin",
    "bench",
    "bot",
    "daily",
    "dataset",
    "join",
    "ladder",
    "load",
    "mine",
    "tune",
    "worker",
}  # they need minutes, a store, a server, a library or a program


def test_the_commands_are_there():
    assert set(COMMANDS) >= {"check", "legal", "perft", "show", "simulate", "version"}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_help_has_an_example_that_runs(name, tmp_path, monkeypatch):
    shutil.copy(game_file("4p-00-plain"), tmp_path / "game.byz")
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"\x1b\[[0-9;]*m", "", output(*name.split(), "--help"))  # coloured on GitHub
    example = re.search(r"Example: byzanz (.*)", text)
    assert example is not None
    arguments = shlex.split(example[1])
    assert not name or arguments[0] == name
    if name not in NOT_RUN:
        result = call(*arguments)
        assert result.exit_code == 0
        assert result.stdout


def test_the_short_option_prints_the_same_help():
    assert output("-h") == output("--help")


def test_both_ways_print_the_version():
    assert output("version") == output("--version") == f"byzanz {version('byzanz')}\n"


def test_the_installed_command_runs_the_program():
    (script,) = entry_points(group="console_scripts", name="byzanz")
    assert script.load() is run


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chekc", f"no such command 'chekc': expected one of {', '.join(COMMANDS)}"),
        ("check", "missing argument 'FILE': expected byzanz check [OPTIONS] FILE..."),
        ("legal a b", "got unexpected extra argument(s) (b): expected byzanz legal [OPTIONS] FILE"),
        ("legal a --zoom 3", "no such option: --zoom: expected byzanz legal [OPTIONS] FILE"),
        ("legal a --at", "option '--at' requires an argument"),
        ("check a --json=1", "option '--json' does not take a value"),
        ("--slow", "no such option: --slow: expected byzanz [OPTIONS] COMMAND [ARGS]..."),
    ],
)
def test_usage_errors_are_one_sentence(arguments, sentence):
    assert refused(2, *arguments.split()) == f"byzanz: {sentence}"
