"""`byzanz play` without a terminal."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from byzanz.bots.roster import ROSTER
from byzanz.cli import search_readiness
from byzanz.cli.play import game_loop
from byzanz.cli.play.dialogue import new_dialogue
from byzanz.game.record import load_game, parse_record
from tests.cli.calling import ENVIRONMENT, call, command, output, process, refused
from tests.cli.test_process import POSIX, interrupt_reading

HAGGLER = Path(__file__).parents[2] / "examples" / "bots" / "haggler.py"
QUESTION = "Your move?"
ONES = "1\n" * 400
_, GREEDY, SOLID, *_ = ROSTER
GAME = ("play", "--players", 3, "--seed", 5, "--seat", 0)
FORCED_GAME = ("play", "--players", 3, "--seed", 6, "--seat", 0)  # sometimes one move is legal


def lines_of(*arguments: object, text: str) -> list[str]:
    return output(*arguments, text=text).splitlines()


def answer_to(text: str) -> list[str]:
    """The lines between the first question, which is answered by a text, and the next one."""
    lines = lines_of(*GAME, text=f"{text}\n")
    first, second = [index for index, line in enumerate(lines) if line == QUESTION]
    return lines[first + 1 : second]


@pytest.fixture
def quick_adviser(monkeypatch):
    """Give hints by a bot that does not search."""
    monkeypatch.setattr(game_loop, "ADVISER", "solid")
    monkeypatch.setattr(game_loop, "prepare_search", lambda: None)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_a_whole_game_is_played_from_standard_input(players, tmp_path):
    file = tmp_path / "game.byz"
    done = process(
        *("play", "--players", players, "--seed", 5, "--record", file), data=ONES.encode()
    )
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    ranks = [line.split()[0] for line in lines if re.match(r"\d .*: profit \d+, kept ", line)]
    assert len(ranks) == players
    assert lines[-2].startswith("You ")
    assert lines[-1] == f"The record is {file}; byzanz show {file} steps through it"
    assert output("check", file).startswith(f"{file}: ok ")
    assert load_game(file.read_bytes()).is_over


def test_the_game_begins_with_the_opponents_and_the_deal():
    lines = lines_of(*GAME, "--name", "Anna", text="")
    assert lines[:6] == [
        "Welcome to Byzanz, Anna. You have seat 0.",
        f"Seat 1: {SOLID.name} (medium). {SOLID.character}",
        f"Seat 2: {GREEDY.name} (easy). {GREEDY.character}",
        "After 8 rounds the most profit wins. Type help at any question.",
        "Anna is dealt S1 V1 W1 W2",
        f"{SOLID.name} is dealt 4 cards",
    ]
    question = lines.index(QUESTION)
    assert lines[question - 3 : question] == [
        "Your turn. No bid yet: bid 1 or more, or pass",
        "1 bid S1 (makes 1)",
        "2 pass (if all pass, the lot is yours)",
    ]


def test_a_seed_repeats_a_game_and_no_seed_does_not():
    arguments = ("play", "--seed", 9, "--bots", "beginner")
    assert output(*arguments, text=ONES) == output(*arguments, text=ONES)
    decks = {tuple(lines_of("play", "--seat", 0, text="")) for _ in range(3)}
    assert len(decks) == 3


def test_the_end_of_the_input_leaves_the_game(tmp_path):
    file = tmp_path / "game.byz"
    lines = lines_of(*GAME, "--record", file, text="1\n")
    assert lines[-2] == "The input has ended, so you have left the game"
    assert "running" in output("check", file)
    assert parse_record(file.read_bytes()).headers == (("bot", "1 solid"), ("bot", "2 greedy"))


def test_quitting_asks_first():
    lines = lines_of(*GAME, text="quit\nperhaps\nno\nlook\nQUIT\nyes\n")
    assert lines.count("Leave the game, yes or no?") == 3
    assert lines.count("Your turn. No bid yet: bid 1 or more, or pass") == 2
    assert lines[-1] == "You have left the game"


@POSIX
def test_ctrl_c_leaves_quietly(tmp_path):
    file = tmp_path / "game.byz"
    with subprocess.Popen(
        command(*GAME, "--record", file),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as running:
        assert running.stdout is not None
        while running.stdout.readline() != f"{QUESTION}\n".encode():
            assert running.poll() is None
        interrupt_reading(running)
        printed, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (130, b"")
    assert b"Interrupted: you have left the game\n" in printed
    assert "running" in output("check", file)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dance", "'dance' is not a move: expected a number, bid, pass, give, take, sell, "
         "discard, done, or help"),
        ("9", "there is no choice 9: expected 1 to 2"),
        ("0", "there is no choice 0: expected 1 to 2"),
        ("²", "'²' is not a move: expected a number, bid, pass, give, take, sell, discard, done, "
         "or help"),
        ("bid", "a bid needs at least one card"),
        ("bid 3", "'3' is not a card: expected C, G, O, S, V or W with 1 to 4, or M"),
        ("bid c1", "you do not hold C1"),
        ("bid m", "merchants can't be bid"),
        ("pass now", "pass takes nothing after it"),
        ("take C", "take is not possible now: the game waits for bid or pass"),
        ("done", "done is not possible now: the game waits for bid or pass"),
        ("discard S1", "you are not over the hand limit: expected no discard"),
        ("sell V1 S1", "a sale needs three cards, not 2"),
        ("sell S1 V1 W1", "S1 V1 W1 is not a set: expected three cards of one good, "
         "merchants standing in"),
        ("sell", "You hold no set: a set is three cards of one good"),
        ("bid S1\x1b[2J", "'S1\\x1b[2J' is not a card: expected C, G, O, S, V or W with 1 to 4, "
         "or M"),
    ],
)  # fmt: skip
def test_invalid_input_changes_nothing(text, sentence):
    assert answer_to(text) == [sentence]


@pytest.mark.parametrize("text", ["bid s1", "BID S1", "  Bid , s1 ", "1"])
def test_capitals_and_spaces_do_not_matter(text):
    assert "Guest bids 1 with S1" in lines_of(*GAME, text=f"{text}\n")


@pytest.mark.parametrize("data", [b"\xff\xfe\n", b"\0\n", b"x" * 100_000 + b"\n", b"\r\n"])
def test_binary_input_does_not_crash(data):
    done = process(*GAME, data=data)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Traceback" not in done.stdout


def test_help_lists_all_keywords_and_moves():
    printed = "\n".join(answer_to("help"))
    for text in [*game_loop.Keyword, "bid W1 G2", "give C1", "take S", "discard C1", "done"]:
        assert f"\n  {text}" in printed
    assert printed == "\n".join(answer_to("?"))


def test_memory_lists_goods_hands_and_profits():
    lines = answer_to("memory")
    assert lines[0] == "Seen so far 10 of 112 cards, wherever they are now:"
    assert [line.split()[0] for line in lines[1:8]] == [
        *("cloth", "grain", "olives", "spices", "wine", "wood", "merchants"),
    ]
    assert lines[8] == "Guest (you): profit 0, holds S1 V1 W1 W2"
    assert lines[9] == f"{SOLID.name}: profit 0, holds 4 cards nobody else has seen"


def test_the_log_of_a_round_and_of_the_game():
    assert answer_to("log")[0] == "Round 1 begins, opened by Guest"
    assert answer_to("log all")[0] == "Guest is dealt S1 V1 W1 W2"


def test_an_empty_line_shows_the_table_again():
    assert answer_to("") == answer_to("look")
    assert answer_to("look")[-1] == "2 pass (if all pass, the lot is yours)"


@pytest.mark.usefixtures("quick_adviser")
def test_a_hint_has_moves_chances_and_reasons():
    lines = answer_to("hint")
    moves = [line for line in lines if not line.startswith(" ")]
    assert 1 < len(moves) <= 3
    for line in moves:
        assert re.fullmatch(
            r"(pass|bid .*): \d+ % to win, \d+\.\d profit expected at the end", line
        )
    assert any(line.startswith("   ") for line in lines)


@pytest.mark.slow
def test_the_expert_gives_a_hint():
    result = call(*GAME, text="hint\n")
    assert result.exit_code == 0
    assert " % to win, " in result.stdout


def test_a_message_is_printed_during_compilation(monkeypatch, capsys):
    monkeypatch.setattr("byzanz.cli.compilation.is_compiled", lambda units: False)
    monkeypatch.setattr("byzanz.cli.compilation.compile_units", lambda units: None)
    monkeypatch.setattr(search_readiness, "QUICKEST_SEARCHING_BOT", "solid")
    search_readiness.prepare_search()
    assert capsys.readouterr().err.startswith("compiling;")


def test_a_single_legal_move_is_played_unless_asked_for():
    default = lines_of(*FORCED_GAME, text=ONES)
    asking = lines_of(*FORCED_GAME, "--ask", text=ONES)
    assert any(line.startswith("You have only one legal move: ") for line in default)
    assert not any(line.startswith("You have only one") for line in asking)
    assert asking.count(QUESTION) > default.count(QUESTION)


def test_one_bot_for_all_or_one_per_opponent():
    first, rest = GREEDY.name.split(" ", 1)
    lines = lines_of("play", "--players", 6, "--seat", 2, "--bots", "greedy", text="")
    assert [line.split(".")[0] for line in lines[1:6]] == [
        f"Seat {seat}: {first} {number} {rest} (easy)"
        for number, seat in enumerate((0, 1, 3, 4, 5), start=1)
    ]
    lines = lines_of("play", "--seat", 0, "--bots", "solid,beginner", text="")
    assert lines[3].startswith("After 8 rounds")


def test_of_two_players_with_the_same_name_one_is_numbered():
    name = SOLID.name
    lines = lines_of("play", "--players", 3, "--seat", 0, "--name", name, text="")
    assert lines[0] == f"Welcome to Byzanz, {name}. You have seat 0."
    assert lines[1].startswith(f"Seat 1: {name} 2 (medium). ")


@POSIX
def test_a_failing_program_is_reported_and_substituted():
    lines = lines_of("play", "--seed", 5, "--bots", "exec:false,solid", text=ONES)
    assert "Seat 0: false. A program." in lines
    (failure,) = [line for line in lines if line.startswith("false failed (")]
    assert failure.endswith("; the bot solid plays in its place")
    assert any(line.startswith("The game is over: ") for line in lines)


@POSIX
def test_a_program_takes_a_seat():
    program = f'"exec:{sys.executable} {HAGGLER} --a,b"'
    lines = lines_of("play", "--seed", 5, "--seat", 2, "--bots", f"{program},solid", text=ONES)
    assert lines[1].startswith(f"Seat 0: {sys.executable[:10]}")
    assert "A program that calls itself " in lines[1]
    assert not any("failed" in line for line in lines)
    assert any(line.startswith("The game is over: ") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--seat 4", "invalid value for '--seat': expected 0 to 3, not 4"),
        ("--players 7", "invalid value for '--players': expected a whole number from 3 to 6, "
         "not '7'"),
        ("--players 3 --bots a,b,c", "invalid value for '--bots': no bot is called 'a': expected "
         "one of beginner, greedy, solid, strong, expert"),
        ("--players 3 --bots solid,solid,solid", "invalid value for '--bots': expected 2 bots, or "
         "one for all, not 3"),
        (f"--bots solid{',solid' * 5}", "invalid value for '--bots': expected at most 5 bots, "
         "not 6"),
        ("--pace -1", "invalid value for '--pace': expected a number from 0 to 60, not '-1'"),
        (f"--name {'x' * 25}", "invalid value for '--name': a name that is too long: "
         "expected at most 24 characters"),
    ],
)  # fmt: skip
def test_usage_errors_are_one_sentence(arguments, sentence):
    assert refused(2, "play", *arguments.split()) == f"byzanz: {sentence}"


def test_a_record_that_cannot_be_written_is_refused(tmp_path):
    file = tmp_path / "none" / "game.byz"
    assert refused(1, "play", "--record", file) == (
        f"{file}: no such file or directory: expected a file to write"
    )


def test_a_closed_standard_input_has_ended(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(EOFError):
        new_dialogue(None).ask("What?")


def test_the_game_pauses_after_each_event(monkeypatch):
    pauses = []
    monkeypatch.setattr("byzanz.cli.play.dialogue.time.sleep", pauses.append)
    output(*GAME, "--pace", 0.25, text="")
    assert set(pauses) == {0.25}
