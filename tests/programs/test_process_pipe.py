"""The pipe never waits longer than its deadline, and its buffers are bounded."""

import sys
import time

import pytest

from byzanz.programs.failure import FailureType, ProgramFailed, one_line
from byzanz.programs.process_pipe import LONGEST_LINE, ProcessPipe


@pytest.fixture
def pipe_of():
    pipes = []

    def make(code: str) -> ProcessPipe:
        pipes.append(ProcessPipe([sys.executable, "-I", "-S", "-c", code]))
        return pipes[-1]

    yield make
    for pipe in pipes:
        pipe.stop(grace=0)


def failure_of(call, *arguments) -> FailureType:
    with pytest.raises(ProgramFailed) as failed:
        call(*arguments)
    return failed.value.failure_type


def deadline_in(seconds: float = 30) -> float:
    return time.monotonic() + seconds


def test_writing_to_a_program_that_never_reads_times_out(pipe_of):
    pipe = pipe_of("import time; time.sleep(600)")
    assert failure_of(pipe.send, b"x" * 5_000_000 + b"\n", deadline_in(0.3)) == FailureType.SILENCE


def test_a_line_longer_than_the_pipe_buffer_is_sent(pipe_of):
    pipe = pipe_of("import sys; print(len(sys.stdin.readline()), flush=True)")
    pipe.send(b"x" * 5_000_000 + b"\n", deadline_in())
    assert pipe.receive(deadline_in()) == b"5000001"


def test_output_while_a_request_is_written_is_garbage(pipe_of):
    pipe = pipe_of("import time; print('hm', flush=True); time.sleep(600)")
    assert failure_of(pipe.send, b"x" * 5_000_000 + b"\n", deadline_in()) == FailureType.GARBAGE


def test_the_buffer_is_bounded_by_the_longest_line_and_a_chunk(pipe_of):
    pipe = pipe_of("while True: print('x' * 100)")
    deadline = deadline_in(0.3)
    while time.monotonic() < deadline:
        pipe._read_available(0.01)
    assert LONGEST_LINE < len(pipe._unread) <= 2 * LONGEST_LINE
    assert failure_of(pipe.send, b"x\n", deadline_in()) == FailureType.FLOOD


def test_output_on_standard_error_is_drained(pipe_of):
    pipe = pipe_of(
        "import sys\n"
        "for line in sys.stdin: sys.stderr.write('hm ' * 300_000); print('yes', flush=True)"
    )
    for _ in range(3):
        pipe.send(b"well?\n", deadline_in())
        assert pipe.receive(deadline_in()) == b"yes"
    assert len(pipe._last_errors) == 4096


def test_lines_may_end_with_a_carriage_return(pipe_of):
    pipe = pipe_of(r"import os; os.write(1, b'one\r\ntwo\n')")
    assert pipe.receive(deadline_in()) == b"one\r"
    assert pipe.receive(deadline_in()) == b"two"
    assert failure_of(pipe.receive, deadline_in()) == FailureType.CRASH


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\tb\r\nc", "a b c"),
        ("\x1b[2J\u202eevil\ud800", "[2J evil"),
        ("x" * 500, "x" * 19 + "…"),
        ("", ""),
    ],
)
def test_a_text_is_made_one_printable_line(text, line):
    assert one_line(text, 20) == line
