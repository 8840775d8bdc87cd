"""Bot ids of entrants are checked before the first game."""

import sys

import pytest

from byzanz.bots.roster import UnknownBot
from byzanz.programs.command import check_entrant, command_of
from byzanz.programs.entrant import Entrant


def test_a_command_is_split_without_a_shell():
    assert command_of("exec:./my\\ bot --name 'A B' $HOME") == [
        "./my bot",
        "--name",
        "A B",
        "$HOME",
    ]
    assert command_of("solid") is None


@pytest.mark.parametrize(
    ("bot_id", "sentence"),
    [
        ("nobody", "nobody"),
        ("exec", "exec"),
        ("exec:", "no command"),
        ("exec:  ", "no command"),
        ("exec:''", "no command"),
        ("exec:./bot 'half", "No closing quotation"),
        ("exec:no-such-program --flag", "no program 'no-such-program' is found"),
        ("exec:./no/such/program", "no program './no/such/program' is found"),
        ("exec:/", "'/' can't be run"),
        ("exec:./bot \0", "zero character"),
    ],
)
def test_a_bad_bot_id_is_refused(bot_id, sentence):
    with pytest.raises(UnknownBot, match=sentence):
        check_entrant(bot_id)
    with pytest.raises(UnknownBot, match=sentence):
        Entrant(bot_id)


def test_a_file_has_to_be_executable(tmp_path):
    path = tmp_path / "mybot"
    path.write_text("#!/bin/sh\n")
    with pytest.raises(UnknownBot, match="can't be run"):
        check_entrant(f"exec:{path}")
    path.chmod(0o755)
    check_entrant(f"exec:{path}")


def test_bots_and_executable_programs_are_accepted():
    check_entrant("solid")
    check_entrant(f"exec:{sys.executable} -c 'print(1)'")
