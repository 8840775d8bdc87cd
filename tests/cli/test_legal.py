"""`byzanz legal`."""

import hashlib

import pytest

from tests.cli.calling import call, game_file, output, printed_json, refused, rows

LEGAL = {row["game"]: row["legal"] for row in rows("legal")}
FILE = game_file("5p-00-plain")
COUNT = len(LEGAL["5p-00-plain"])


@pytest.mark.parametrize(
    "name", ["3p-08-hoard", "4p-end-tie-1", "5p-end-merchants-1", "6p-00-plain"]
)
@pytest.mark.parametrize("at", [0, 1, 17, 60, 90])
def test_the_lines_agree_with_the_conformance_data(name, at):
    lines = output("legal", game_file(name), "--at", at).splitlines()
    count, digest = LEGAL[name][at]
    assert len(lines) == count
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == digest


def test_the_lines_are_sorted_by_bytes():
    most = max(range(COUNT), key=lambda at: LEGAL["5p-00-plain"][at][0])
    lines = output("legal", FILE, "--at", most).encode().splitlines()
    assert lines == sorted(lines)
    assert len(lines) > 50


def test_by_default_the_whole_record_is_played():
    assert output("legal", FILE) == ""
    text = "".join(FILE.read_text().splitlines(keepends=True)[:30])
    played = text.count("\nmove ")
    assert output("legal", "-", text=text) == output("legal", FILE, "--at", played)


def test_json_has_the_same_moves():
    listed = printed_json("legal", FILE, "--at", 5)
    lines = [f"{row['seat']} {row['move']}" for row in listed["legal"]]
    assert listed["after"] == 5
    assert lines == output("legal", FILE, "--at", 5).splitlines()


@pytest.mark.parametrize("at", [-1, COUNT + 1, 10**30])
def test_a_number_out_of_range_is_refused(at):
    sentence = refused(2, "legal", FILE, "--at", at)
    assert sentence == f"byzanz: invalid value for '--at': expected 0 to {COUNT}, not {at}"


def test_the_last_position_is_in_range():
    assert output("legal", FILE, "--at", COUNT) == ""


def test_a_position_must_be_a_number():
    sentence = refused(2, "legal", FILE, "--at", "soon")
    assert sentence == "byzanz: invalid value for '--at': expected a whole number, not 'soon'"


def test_a_bad_record_is_refused():
    result = call("legal", "-", "--at", "0", text="format byzanz-1\nplayer\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "-:2: expected a name of 1 to 24 characters\n"


def test_a_missing_file_is_refused(tmp_path):
    file = tmp_path / "missing.byz"
    assert refused(1, "legal", file) == f"{file}: no such file: expected a record"
