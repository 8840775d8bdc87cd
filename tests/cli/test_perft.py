"""`byzanz perft`."""

import pytest

from tests.cli.calling import game_file, output, printed_json, refused, rows

SMALL = [row for row in rows("perft") if sum(row["counts"]) < 2000]
ROW = next(row for row in SMALL if row["phase"] == "bid" and len(row["counts"]) > 1)
FILE = game_file(ROW["game"])
DEPTH = len(ROW["counts"])


@pytest.mark.parametrize("row", SMALL[::9], ids=lambda row: f"{row['game']} {row['after']}")
def test_one_line_per_depth(row):
    depth = len(row["counts"])
    lines = output("perft", game_file(row["game"]), "--at", row["after"], "--depth", depth)
    expected = enumerate(row["counts"], start=1)
    assert lines == "".join(f"{level} {count}\n" for level, count in expected)


def test_the_divided_counts_add_up():
    arguments = ("perft", FILE, "--at", ROW["after"], "--depth", DEPTH)
    *lines, last = output(*arguments, "--divide").splitlines()
    moves = [line.partition(": ")[0] for line in lines]
    counts = [int(line.partition(": ")[2]) for line in lines]
    assert moves == output("legal", FILE, "--at", ROW["after"]).splitlines()
    assert last == f"total: {ROW['counts'][-1]}"
    assert sum(counts) == ROW["counts"][-1]


def test_at_depth_1_every_first_move_counts_once():
    *lines, last = output("perft", FILE, "--at", "0", "--depth", "1", "--divide").splitlines()
    assert {line.rpartition(" ")[2] for line in lines} == {"1"}
    assert last == f"total: {len(lines)}"


def test_after_the_end_there_is_nothing_to_count():
    assert output("perft", FILE, "--depth", "3") == "1 0\n2 0\n3 0\n"
    assert output("perft", FILE, "--depth", "3", "--divide") == "total: 0\n"


def test_json_has_the_same_counts():
    arguments = ("perft", FILE, "--at", ROW["after"], "--depth", DEPTH)
    assert printed_json(*arguments) == {"after": ROW["after"], "counts": ROW["counts"]}
    divided = printed_json(*arguments, "--divide")
    lines = [f"{row['seat']} {row['move']}: {row['count']}" for row in divided["divide"]]
    assert [*lines, f"total: {divided['total']}"] == output(*arguments, "--divide").splitlines()
    assert (divided["after"], divided["depth"]) == (ROW["after"], DEPTH)


@pytest.mark.parametrize("depth", ["0", "-1", "100", "two"])
def test_a_depth_out_of_range_is_refused(depth):
    expected = f"expected a whole number from 1 to 99, not '{depth}'"
    sentence = refused(2, "perft", FILE, "--depth", depth)
    assert sentence == f"byzanz: invalid value for '--depth': {expected}"


def test_a_depth_is_needed():
    sentence = refused(2, "perft", FILE)
    assert sentence == "byzanz: missing option '--depth': expected byzanz perft [OPTIONS] FILE"


def test_a_position_out_of_range_is_refused():
    assert "'--at': expected 0 to " in refused(2, "perft", FILE, "--depth", 1, "--at", 999)
