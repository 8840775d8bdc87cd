"""Records: strict parsing, errors with line numbers, all or nothing."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from byzanz.game.record import BadRecord, Flaw, load_game, parse_record, replay, write_record
from tests.staging import play, staged

GAMES = Path(__file__).parents[1] / "conformance" / "data" / "games"
RECORDS = Path(__file__).parent / "records"
FINISHED = (GAMES / "4p-00-plain.byz").read_text()
LINES = FINISHED.split("\n")


def changed(line: int, text: str) -> str:
    """The finished game with one line replaced, counted from 1."""
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]])


def without(line: int) -> str:
    return "\n".join(LINES[: line - 1] + LINES[line:])


def test_a_running_game_is_a_record():
    game = staged(3, "C1 C2")
    play(game, "0 bid C1", "1 pass")
    text = write_record(game)
    assert text.startswith("format byzanz-1\nplayer Seat 0\n")
    assert text.endswith("move 0 bid C1\nmove 1 pass\n")
    again = load_game(text)
    assert again.table == game.table
    assert not again.is_over


def test_comments_blank_lines_spaces_and_other_line_ends_are_read():
    text = FINISHED.replace("\n", "\r\n\r\n# a comment\r\n").replace("move 0 ", "move  0   ")
    assert write_record(load_game(text)) == FINISHED
    assert write_record(load_game(FINISHED.rstrip("\n").encode())) == FINISHED
    assert write_record(load_game(b"\xef\xbb\xbf" + FINISHED.encode())) == FINISHED


def test_unknown_headers_are_kept():
    text = changed(5, "player Seat 3\ndate 2026-11-15\nrules 1\nbot 2 solid\nmood fine")
    record = parse_record(text)
    assert record.headers == (
        ("date", "2026-11-15"),
        ("rules", "1"),
        ("bot", "2 solid"),
        ("mood", "fine"),
    )
    written = write_record(replay(record), record.headers)
    assert parse_record(written).headers == record.headers
    assert parse_record(written).names == record.names


@pytest.mark.parametrize(
    "header", [("player", "x"), ("Mood", "x"), ("mood", "a\nmove 0 pass"), ("", "x")]
)
def test_bad_headers_are_not_written(header):
    with pytest.raises(ValueError, match="expected an unreserved word"):
        write_record(staged(3), (header,))


def test_an_earlier_position_has_the_first_moves():
    game = load_game(FINISHED).at(10)
    assert write_record(game) == "\n".join(LINES[: DECK_LINE + 10]) + "\n"


DECK_LINE = 6
LAST_MOVE = len(LINES) - 2
RESULT = len(LINES) - 1


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        pytest.param("", 1, "format byzanz-1", id="empty"),
        pytest.param("# nothing\n\n", 1, "format byzanz-1", id="comments only"),
        pytest.param(changed(1, "format byzanz-2"), 1, "format byzanz-1", id="other format"),
        pytest.param(without(1), 1, "format byzanz-1", id="no format"),
        pytest.param(changed(2, LINES[0]), 2, "second format", id="two formats"),
        pytest.param("\n".join(LINES[:3]), 3, "expected 3 to 6", id="two players"),
        pytest.param(changed(2, "player A\n" * 7), 8, "seventh player", id="seven players"),
        pytest.param(changed(3, "player"), 3, "expected a name", id="no name"),
        pytest.param(changed(3, "player \u0301"), 3, "expected a name", id="only a combining mark"),
        pytest.param(changed(6, LINES[5] + "\nmove\t0 pass"), 7, "lower-case letters", id="tab"),
        pytest.param(changed(6, LINES[5] + "\nMove 0 pass"), 7, "lower-case letters", id="capital"),
        pytest.param(changed(3, "player A\x07"), 3, "unprintable", id="bell in a name"),
        pytest.param(changed(3, "player A\u202eB"), 3, "unprintable", id="right to left"),
        pytest.param(changed(3, "player " + "x" * 25), 3, "24", id="long name"),
        pytest.param(changed(3, "player e" + "\u0301" * 200), 3, "24", id="many marks"),
        pytest.param("\n".join(LINES[: DECK_LINE - 1]), 5, "no 'deck'", id="no deck"),
        pytest.param(without(DECK_LINE), 6, "no 'deck'", id="no deck before a move"),
        pytest.param(changed(7, LINES[DECK_LINE - 1]), 7, "second deck", id="two decks"),
        pytest.param(changed(6, "deck C1 C2"), 6, "2 cards: expected 112", id="short deck"),
        pytest.param(
            changed(6, LINES[5].replace("W4", "W3", 1)), 6, "4 of W3: expected 3", id="wrong cards"
        ),
        pytest.param(changed(6, LINES[5] + " X9"), 6, "'X9' is not a card", id="unknown card"),
        pytest.param(changed(5, "rules 2\n"), 5, "expected 1", id="other rules"),
        pytest.param(changed(9, "player Late"), 9, "after the first move", id="header too late"),
        pytest.param(changed(7, "move"), 7, "seat ''", id="no words"),
        pytest.param(changed(7, "move pass"), 7, "seat 'pass'", id="no seat but a move"),
        pytest.param(changed(7, "move 00 pass"), 7, "seat '00'", id="seat with zeros"),
        pytest.param(changed(7, "move 0 pass\u00a0"), 7, "not a move", id="non-breaking space"),
        pytest.param(changed(7, "move 0"), 7, "no move", id="no move"),
        pytest.param(changed(7, "move x pass"), 7, "seat 'x'", id="no seat"),
        pytest.param(changed(7, "move 4 pass"), 7, "expected 0 to 3", id="seat too high"),
        pytest.param(changed(7, "move \u0663 pass"), 7, "expected 0 to 3", id="foreign digit"),
        pytest.param(changed(7, "move -1 pass"), 7, "expected 0 to 3", id="seat below zero"),
        pytest.param(changed(7, "move 0 jump"), 7, "'jump' is not a move", id="unknown move"),
        pytest.param(changed(7, "move 0 bid"), 7, "at least one card", id="empty bid"),
        pytest.param(
            changed(7, "move 0 bid C9"), 7, "'C9' is not a card", id="bid of an unknown card"
        ),
        pytest.param(changed(7, "move 0 sell C1 C1"), 7, "three cards, not 2", id="pair sold"),
        pytest.param(changed(7, "move 0 pass C1"), 7, "takes nothing", id="pass with a card"),
        pytest.param(changed(7, "move 0 take X"), 7, "'X' is not a stall", id="unknown stall"),
        pytest.param(changed(7, "move 0 take C G"), 7, "one stall", id="two stalls"),
        pytest.param(changed(7, "move 0 give"), 7, "one card", id="give nothing"),
        pytest.param(changed(7, "move 3 pass"), 7, "seat 3 may not pass", id="another seat's turn"),
        pytest.param(changed(7, "move 0 take C"), 7, "may not take C", id="illegal move"),
        pytest.param(changed(RESULT, "result 1 2 3"), RESULT, "4 scores", id="few scores"),
        pytest.param(
            changed(RESULT, "result 1 2 3 x"), RESULT, "4 scores", id="score that is not a number"
        ),
        pytest.param(
            changed(RESULT, "result 0 0 0 0"), RESULT, "another result", id="wrong result"
        ),
        pytest.param(without(LAST_MOVE), RESULT - 1, "not over", id="result before the end"),
        pytest.param(FINISHED + "move 0 pass\n", RESULT + 1, "nothing after", id="after the end"),
        pytest.param("x" * (1 << 21), 1, "too large", id="huge text"),
        pytest.param(b"x" * (1 << 21), 1, "too large", id="huge bytes"),
        pytest.param(b"format byzanz-1\nplayer \xff\n", 2, "not UTF-8", id="not UTF-8"),
    ],
)
def test_a_bad_record_names_its_line(text, line, expected):
    with pytest.raises(BadRecord) as error:
        load_game(text)
    assert error.value.line == line
    assert expected in error.value.reason
    assert str(error.value).startswith(f"line {line}: ")


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("", Flaw.NO_RECORD),
        ("x" * (1 << 21), Flaw.NO_RECORD),
        (b"\xff\xfe", Flaw.NO_RECORD),
        (changed(5, "rules 2\n"), Flaw.OTHER_RULES),
        (changed(3, "player"), Flaw.BAD_PLAYERS),
        ("\n".join(LINES[:3]), Flaw.BAD_PLAYERS),
        (changed(2, "player A\n" * 7), Flaw.BAD_PLAYERS),
        (changed(6, "deck C1 C2"), Flaw.BAD_DECK),
        (without(DECK_LINE), Flaw.BAD_DECK),
        (changed(7, LINES[DECK_LINE - 1]), Flaw.BAD_DECK),
        (changed(7, "move 0 jump"), Flaw.BAD_LINE),
        (changed(7, "move 3 pass"), Flaw.BAD_MOVE),
        (changed(RESULT, "result 1 2 3"), Flaw.BAD_RESULT),
        (changed(RESULT, "result 0 0 0 0"), Flaw.BAD_RESULT),
        (without(LAST_MOVE), Flaw.BAD_RESULT),
        (FINISHED + "move 0 pass\n", Flaw.BAD_RESULT),
    ],
)
def test_a_bad_record_names_its_flaw(text, flaw):
    with pytest.raises(BadRecord) as error:
        load_game(text)
    assert error.value.flaw is flaw


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Zoë", id="accent"),
        pytest.param("e\u0301" * 24, id="combining marks"),
        pytest.param("\U0001f1e9\U0001f1ea" * 24, id="flags"),
        pytest.param("\U0001f44d\U0001f3fd" * 24, id="skin tones"),
        pytest.param("x" * 24, id="24 letters"),
        pytest.param("Ada von und zu", id="spaces"),
        pytest.param(
            "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 24, id="families"
        ),
        pytest.param("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", id="Persian with a non-joiner"),
        pytest.param("\u5c71\u7530\u3000\u592a\u90ce", id="Japanese space"),
    ],
)
def test_names_have_up_to_24_visible_characters(name):
    text = changed(3, f"player {name}")
    game = load_game(text)
    assert game.names[1] == name
    assert load_game(write_record(game)).names == game.names


def read_or_refuse(data: bytes | str) -> None:
    """Expect that loading the data gives a valid game or raises a `BadRecord`.

    A `BadRecord` has a line and a reason.
    """
    try:
        game = load_game(data)
    except BadRecord as bad:
        error = bad
    else:
        assert load_game(write_record(game)).table == game.table
        return
    assert error.line >= 1
    assert error.reason


fuzzing = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@fuzzing
@given(st.integers(0, len(FINISHED)))
def test_a_truncated_record_is_read_or_refused(length):
    read_or_refuse(FINISHED[:length])


@fuzzing
@given(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1))
def test_two_exchanged_lines_are_read_or_refused(first, second):
    lines = LINES[:]
    lines[first], lines[second] = lines[second], lines[first]
    read_or_refuse("\n".join(lines))


@fuzzing
@given(st.integers(0, len(FINISHED) - 1), st.characters(codec="utf-8"))
def test_a_mistyped_letter_is_read_or_refused(index, letter):
    read_or_refuse(FINISHED[:index] + letter + FINISHED[index + 1 :])


@fuzzing
@given(st.integers(0, len(FINISHED) - 1), st.binary(min_size=1, max_size=5))
def test_broken_bytes_are_read_or_refused(index, noise):
    data = FINISHED.encode()
    read_or_refuse(data[:index] + noise + data[index + 1 :])


@fuzzing
@given(st.one_of(st.text(max_size=400), st.binary(max_size=400)))
def test_garbage_is_read_or_refused(data):
    read_or_refuse(data)


@fuzzing
@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_shuffled_lines_are_read_or_refused(lines):
    read_or_refuse("\n".join(lines))


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.byz")), ids=lambda path: path.stem)
def test_recorded_games_replay(path):
    record = parse_record(path.read_bytes())
    assert replay(record).is_over == (record.result is not None)
