"""`byzanz check`, without the verification of deals."""

import json

import pytest

from tests.cli.calling import NAMES, call, game_file, output, rows

RESULTS = {row["game"]: row for row in rows("legal")}
GAME = "4p-end-shared-0"


def good_line(name: str, shown: str | None = None) -> str:
    row = RESULTS[name]
    scores = " ".join(map(str, row["scores"]))
    winners = ",".join(map(str, row["winners"]))
    file = shown or game_file(name)
    return f"{file}: ok {len(row['legal'])} moves, result {scores}, winners {winners}\n"


def test_one_line_per_file_in_the_given_order():
    names = list(reversed(NAMES))
    assert output("check", *map(game_file, names)) == "".join(map(good_line, names))


def test_shared_victories_have_commas():
    assert output("check", game_file(GAME)).endswith(" moves, result 16 14 24 24, winners 2,3\n")


def test_a_running_game_is_valid(tmp_path):
    lines = game_file(GAME).read_text().splitlines(keepends=True)
    file = tmp_path / "running.byz"
    file.write_text("".join(lines[:20]))
    moves = sum(line.startswith("move") for line in lines[:20])
    assert output("check", file) == f"{file}: ok {moves} moves, running\n"


def test_standard_input_is_checked():
    text = game_file(GAME).read_text()
    assert output("check", "-", text=text) == good_line(GAME, "-")


def test_all_files_are_checked_even_if_some_are_bad(tmp_path):
    bad = tmp_path / "bad.byz"
    bad.write_text(game_file(GAME).read_text().replace("move 0 ", "move 3 ", 1))
    missing = tmp_path / "missing.byz"
    result = call("check", game_file(GAME), bad, missing, tmp_path, game_file("3p-00-plain"))
    assert result.exit_code == 1
    assert result.stderr == ""
    first, second, third, fourth, fifth = result.stdout.splitlines(keepends=True)
    assert first == good_line(GAME)
    assert second.startswith(f"{bad}:7: seat 3 may not ")
    assert third == f"{missing}: no such file: expected a record\n"
    assert fourth == f"{tmp_path}: is a folder: expected a record\n"
    assert fifth == good_line("3p-00-plain")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("", "-:1: expected 'format byzanz-1'", id="nothing"),
        pytest.param("hello\n", "-:1: expected 'format byzanz-1' as the first line", id="prose"),
        pytest.param(b"\n\xff\n", "-:2: not UTF-8 text", id="bytes"),
        pytest.param(
            b"#" * 1_100_000,
            "-:1: the file is too large: expected at most 1048576 bytes",
            id="too large",
        ),
    ],
)
def test_a_bad_record_is_reported_with_its_line(text, line):
    result = call("check", "-", text=text)
    assert (result.exit_code, result.stdout, result.stderr) == (1, line + "\n", "")


def test_a_wrong_result_is_bad():
    text = game_file(GAME).read_text()
    wrong = text.replace("result 16 14 24 24", "result 16 14 25 24")
    result = call("check", "-", text=wrong)
    line = len(text.splitlines())
    assert result.exit_code == 1
    assert result.stdout == f"-:{line}: the moves give another result: expected 16 14 24 24\n"


def test_json_has_every_result(tmp_path):
    result = call("check", game_file(GAME), tmp_path / "missing.byz", "-", "--json", text="hello")
    good, missing, bad = json.loads(result.stdout)
    assert result.exit_code == 1
    assert good["ok"]
    assert good["result"] == [16, 14, 24, 24]
    assert good["winners"] == [2, 3]
    assert good["moves"] == len(RESULTS[GAME]["legal"])
    assert not missing["ok"]
    assert "no such file" in missing["reason"]
    assert (bad["file"], bad["ok"], bad["line"]) == ("-", False, 1)


def test_file_names_are_printed_on_one_line(tmp_path):
    result = call("check", f"{tmp_path}/a\nb\udcff")
    assert result.stdout == f"{tmp_path}/a\\nb\\udcff: no such file: expected a record\n"
