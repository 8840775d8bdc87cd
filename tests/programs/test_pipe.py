"""The pipe alone: nothing waits for ever, and nothing grows."""

import sys
import time

import pytest

from byzanz.programs.failure import FailureKind, ProgramFailed, one_line
from byzanz.programs.pipe import LONGEST_LINE, Pipe


@pytest.fixture
def pipe_of():
    pipes = []

    def make(code: str) -> Pipe:
        pipes.append(Pipe([sys.executable, "-I", "-S", "-c", code]))
        return pipes[-1]

    yield make
    for pipe in pipes:
        pipe.stop(grace=0)


def failure_of(call, *arguments) -> FailureKind:
    with pytest.raises(ProgramFailed) as failed:
        call(*arguments)
    return failed.value.kind


def soon(seconds: float = 30) -> float:
    return time.monotonic() + seconds


def test_writing_to_one_who_never_reads_ends(pipe_of):
    pipe = pipe_of("import time; time.sleep(600)")
    assert failure_of(pipe.send, b"x" * 5_000_000 + b"\n", soon(0.3)) == FailureKind.SILENCE


def test_a_long_line_goes_through_though_it_fills_the_pipe(pipe_of):
    pipe = pipe_of("import sys; print(len(sys.stdin.readline()), flush=True)")
    pipe.send(b"x" * 5_000_000 + b"\n", soon())
    assert pipe.receive(soon()) == b"5000001"


def test_output_while_a_request_is_written_was_not_asked_for(pipe_of):
    pipe = pipe_of("import time; print('hm', flush=True); time.sleep(600)")
    assert failure_of(pipe.send, b"x" * 5_000_000 + b"\n", soon()) == FailureKind.GARBAGE


def test_no_more_is_kept_than_the_longest_line_and_a_chunk(pipe_of):
    pipe = pipe_of("while True: print('x' * 100)")
    deadline = soon(0.3)
    while time.monotonic() < deadline:
        pipe._look(0.01)
    assert LONGEST_LINE < len(pipe._unread) <= 2 * LONGEST_LINE
    assert failure_of(pipe.send, b"x\n", soon()) == FailureKind.FLOOD


def test_chatter_on_standard_error_does_no_harm(pipe_of):
    pipe = pipe_of(
        "import sys\n"
        "for line in sys.stdin: sys.stderr.write('hm ' * 300_000); print('yes', flush=True)"
    )
    for _ in range(3):
        pipe.send(b"well?\n", soon())
        assert pipe.receive(soon()) == b"yes"
    assert len(pipe._last_errors) == 4096


def test_lines_may_end_as_in_windows(pipe_of):
    pipe = pipe_of(r"import os; os.write(1, b'one\r\ntwo\n')")
    assert pipe.receive(soon()) == b"one\r"
    assert pipe.receive(soon()) == b"two"
    assert failure_of(pipe.receive, soon()) == FailureKind.CRASH


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\tb\r\nc", "a b c"),
        ("\x1b[2J\u202eevil\ud800", "[2J evil"),
        ("x" * 500, "x" * 19 + "…"),
        ("", ""),
    ],
)
def test_one_line(text, line):
    assert one_line(text, 20) == line
