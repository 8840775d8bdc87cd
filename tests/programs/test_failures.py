"""A failure of a program has a type; its game is finished, and the next game restarts it."""

import re
import time

import pytest

from byzanz.programs import process_pipe as pipe_module
from byzanz.programs import session as program_module
from byzanz.programs.entrant import Entrant
from byzanz.programs.failure import Failure, FailureType
from tests.programs.stage import has_ended, play_game

LONG, SHORT = 30.0, 0.3  # seconds
FIRST_DECISION = 1  # moves played before the program's first decision: seat 0 moves before seat 1


def at_decision(code: str) -> str:
    return f"greet()\nwait_for('decide')\n{code}"


MISBEHAVIOURS = [
    pytest.param("greet(protocol=2)", "version", 0, "protocol 2: expected 1", id="other version"),
    pytest.param(
        "wait_for('hello')\nprint('welcome', flush=True)",
        "garbage", 0, ".*'welcome'", id="no greeting",
    ),
    pytest.param("greet(protocol=None)", "garbage", 0, ".*protocol.*", id="no version"),
    pytest.param("greet(type='move')", "garbage", 0, ".*'move'.*", id="not hello"),
    pytest.param("sys.exit(7)", "crash", 0, "exit code 7", id="leaves at once"),
    pytest.param(
        at_decision("raise RuntimeError('out of ideas')"),
        "crash", FIRST_DECISION, "exit code 1: RuntimeError: out of ideas", id="raises",
    ),
    pytest.param(
        at_decision("print('\\x1b[31mbye\\t\\x07', file=sys.stderr)\nsys.exit(3)"),
        "crash", FIRST_DECISION, r"exit code 3: \[31mbye", id="unprintable last words",
    ),
    pytest.param(
        at_decision("os.kill(os.getpid(), signal.SIGKILL)"),
        "crash", FIRST_DECISION, "ended by signal 9", id="killed",
    ),
    pytest.param(
        at_decision("print('{\"move\": \"pass\"}', end='', flush=True)\nsys.exit()"),
        "crash", FIRST_DECISION, "exit code 0", id="half a line",
    ),
    pytest.param(
        at_decision("print('I pass', flush=True)\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, ".*'I pass'", id="no JSON",
    ),
    pytest.param(
        at_decision("print(flush=True)\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, ".*''", id="blank line",
    ),
    pytest.param(
        at_decision("os.write(1, b'\\xff\\xfe\\n')\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, ".*", id="no UTF-8",
    ),
    pytest.param(
        at_decision("say(move=['pass'])\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, "Expected `str`, got `array`.*", id="wrong shape",
    ),
    pytest.param(
        at_decision("say(answer='pass')\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, ".*`move`.*", id="no move",
    ),
    pytest.param(
        at_decision("print('[' * 60000, flush=True)\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, ".*", id="deep nesting",
    ),
    pytest.param(
        at_decision("print('{\"x\": ' + '[' * 60000, flush=True)\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, "nested too deep.*", id="deep nesting inside",
    ),
    pytest.param(
        at_decision("say(move='fly home')\ntime.sleep(600)"),
        "illegal", FIRST_DECISION, "'fly home': 'fly' is not a move.*", id="no such move",
    ),
    pytest.param(
        at_decision("say(move='done')\ntime.sleep(600)"),
        "illegal", FIRST_DECISION, "'done': done is not possible now.*", id="illegal move",
    ),
    pytest.param(
        at_decision("say(move='bid' + ' C1' * 20000)\ntime.sleep(600)"),
        "illegal", FIRST_DECISION, "'bid C1 .*", id="far too many cards",
    ),
    pytest.param(
        at_decision("sys.stdout.write('x' * 10_000_000)\nsys.stdout.flush()\ntime.sleep(600)"),
        "flood", FIRST_DECISION, "a line of more than 65536 bytes", id="a line of megabytes",
    ),
    pytest.param(
        at_decision("while True: sys.stdout.write('x' * 1000)"),
        "flood", FIRST_DECISION, "a line of more than 65536 bytes", id="endless output",
    ),
    pytest.param(
        at_decision("print('x' * 65537, flush=True)\ntime.sleep(600)"),
        "flood", FIRST_DECISION, "a line of more than 65536 bytes", id="a line a byte too long",
    ),
    pytest.param(
        at_decision("say(move='pass', request=2)\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, "an answer to request 2: expected 1", id="another request",
    ),
    pytest.param(
        at_decision("say(move='pass', request='1')\ntime.sleep(600)"),
        "garbage", FIRST_DECISION, ".*`str`.*request.*", id="no number of a request",
    ),
    pytest.param(
        "greet()\nsay(move='pass')\nsay(move='pass')\nplay()",
        "garbage|illegal", None, ".*", id="answers unasked",
    ),
    pytest.param(
        "greet()\nwhile True: say(move='pass')",
        "garbage|illegal|flood", None, ".*", id="endless answers",
    ),
]  # fmt: skip


ANSWERS_LATE = """
greet()
late = wait_for("decide")
say(move=some_move(late["options"]), request=late["request"])
wait_for("decide")
say(move="pass", request=late["request"])
time.sleep(600)
"""


def check_two_games(
    stage, entrant: Entrant, failure_types: str, move_count: int | None, detail: str
):
    """Check that each of two games has one failure and ends, and that each starts the program."""
    with entrant:
        for number in (1, 2):
            assert play_game(entrant).is_over
            assert len(entrant.failures) == number
            assert has_ended(stage.processes()[-1])
    assert len(stage.processes()) == 2
    for failure in entrant.failures:
        assert failure.failure_type in failure_types.split("|")
        assert move_count is None or failure.move_count == move_count
        assert re.fullmatch(detail, failure.detail)
        assert failure.detail.isprintable()
        assert len(failure.detail) <= 160


@pytest.mark.parametrize(("code", "failure_types", "move_count", "detail"), MISBEHAVIOURS)
def test_a_program_that_misbehaves_fails(
    stage, monkeypatch, code, failure_types, move_count, detail
):
    monkeypatch.setattr(pipe_module, "EXIT_SECONDS", LONG)
    entrant = Entrant(stage.bot_id(code), seconds=LONG, greeting_seconds=LONG)
    check_two_games(stage, entrant, failure_types, move_count, detail)


def test_an_answer_to_an_earlier_request_is_garbage(stage):
    entrant = Entrant(stage.bot_id(ANSWERS_LATE), seconds=LONG, greeting_seconds=LONG)
    check_two_games(stage, entrant, "garbage", None, "an answer to request 1: expected 2")


@pytest.mark.parametrize(
    ("code", "move_count", "detail"),
    [
        pytest.param(
            at_decision("os.close(1)\ntime.sleep(600)"),
            FIRST_DECISION,
            "closed its standard output: no more words",
            id="output",
        ),
        pytest.param(
            "wait_for('hello')\nos.close(0)\nsay(type='hello', protocol=1)\ntime.sleep(600)",
            0,
            "closed its standard input: no more words",
            id="input",
        ),
    ],
)
def test_closing_a_pipe_is_a_crash(stage, monkeypatch, code, move_count, detail):
    monkeypatch.setattr(pipe_module, "EXIT_SECONDS", SHORT)
    bot_id = stage.bot_id("print('no more words', file=sys.stderr, flush=True)\n" + code)
    entrant = Entrant(bot_id, seconds=LONG, greeting_seconds=LONG)
    check_two_games(stage, entrant, "crash", move_count, detail)


@pytest.mark.parametrize(
    ("code", "move_count"),
    [
        pytest.param("greet()\ntime.sleep(600)", FIRST_DECISION, id="at a decision"),
        pytest.param(
            "import select\nselect.select([0], [], [])\n"
            "say(type='hello', protocol=1)\ntime.sleep(600)",
            FIRST_DECISION,
            id="never reads",
        ),
        pytest.param(
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ngreet()\ntime.sleep(600)",
            FIRST_DECISION,
            id="ignores signals",
        ),
        pytest.param(
            at_decision("while True: sys.stderr.write('thinking ' * 1000)"),
            FIRST_DECISION,
            id="chatters instead",
        ),
    ],
)
def test_a_program_that_does_not_answer_in_time_fails(stage, code, move_count):
    entrant = Entrant(stage.bot_id(code), seconds=SHORT, greeting_seconds=LONG)
    check_two_games(stage, entrant, "silence", move_count, "no answer in time")


def test_a_program_that_does_not_greet_in_time_fails(stage):
    entrant = Entrant(stage.bot_id("time.sleep(600)"), seconds=LONG, greeting_seconds=1.0)
    check_two_games(stage, entrant, "silence", 0, "no answer in time")


GRANDCHILD = """
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
note_process(child.pid)
"""


@pytest.mark.parametrize(
    ("ending", "failure_types"),
    [("raise RuntimeError('oh')", ["crash"]), ("say(move='done')\nplay()", ["illegal"])],
)
def test_child_processes_of_a_failed_program_are_ended(stage, ending, failure_types):
    bot_id = stage.bot_id(GRANDCHILD + at_decision(ending))
    with Entrant(bot_id, seconds=LONG, greeting_seconds=LONG) as entrant:
        play_game(entrant)
        assert len(stage.processes()) == 2
        assert all(has_ended(process) for process in stage.processes())
    assert [failure.failure_type for failure in entrant.failures] == failure_types


def test_child_processes_of_a_good_program_are_ended(stage):
    with Entrant(stage.bot_id(GRANDCHILD + "greet()\nplay()"), seconds=LONG) as entrant:
        play_game(entrant)
    assert entrant.failures == []
    assert len(stage.processes()) == 2
    assert all(has_ended(process) for process in stage.processes())


def test_a_program_that_does_not_exit_is_killed(stage, monkeypatch):
    monkeypatch.setattr(program_module, "EXIT_SECONDS", 0.2)
    code = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ngreet()\n"
    code += "try: play()\nfinally: time.sleep(600)"
    entrant = Entrant(stage.bot_id(code), seconds=LONG)
    play_game(entrant)
    start = time.monotonic()
    entrant.close()
    assert time.monotonic() - start >= 0.4
    assert entrant.failures == []


def test_a_program_that_exits_between_games_has_crashed(stage):
    code = "greet()\nwait_for('decide')\nsay(move='pass')\n"
    code += "while (message := listen())['type'] != 'end':\n"
    code += "    if message['type'] == 'decide': say(move=some_move(message['options']))\n"
    with Entrant(stage.bot_id(code), seconds=LONG) as entrant:
        play_game(entrant)
        assert entrant.failures == []
        assert has_ended(stage.processes()[-1])
        play_game(entrant)
        assert [failure.failure_type for failure in entrant.failures] == [FailureType.CRASH]
        play_game(entrant)
    assert len(entrant.failures) == 1
    assert len(stage.processes()) == 2


def test_a_program_is_not_started_after_three_failed_starts(stage):
    with Entrant(stage.bot_id("sys.exit(7)"), greeting_seconds=LONG) as entrant:
        for _ in range(5):
            play_game(entrant)
    assert entrant.failures == [Failure(FailureType.CRASH, 0, "exit code 7")] * 5
    assert len(stage.processes()) == 3


def test_a_good_start_resets_the_count_of_failed_ones(stage):
    code = "if len(open(sys.argv[1]).readlines()) % 3: sys.exit(7)\ngreet()\nplay()"
    bot_id = f"{stage.bot_id(code)} {stage.pids}"
    entrant = Entrant(bot_id, seconds=LONG, greeting_seconds=LONG)
    for _ in range(2):
        for failed in (1, 1, 0):
            before = len(entrant.failures)
            play_game(entrant)
            assert len(entrant.failures) - before == failed
        entrant.close()
    assert len(stage.processes()) == 6


def test_a_program_that_cannot_be_started_fails(tmp_path):
    path = tmp_path / "mybot"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    with Entrant(f"exec:{path}") as entrant:
        assert play_game(entrant).is_over
        path.unlink()
        assert play_game(entrant).is_over
    assert [str(failure.failure_type) for failure in entrant.failures] == ["start", "start"]
    assert entrant.failures[0].detail == f"{path}: No such file or directory"
