"""A check finds every planted fault, and nothing in a good dataset."""

import pyarrow
import pytest
from pyarrow import parquet

from byzanz.dataset.checking import check_folder, check_part
from byzanz.dataset.manifest import FILE, BadDataset, part_path, read_manifest
from byzanz.dataset.parts import read_part
from byzanz.rules.actions import DONE_ACTION


def problems(folder, every=1):
    manifest = read_manifest(folder)
    checks = [check_part(folder, manifest, part, every) for part in range(manifest.part_count)]
    return [problem for check in checks for problem in check.problems]


def change(folder, edit, part=1):
    """Rewrite a part after an edit of its rows."""
    path = part_path(folder, part)
    table = parquet.read_table(path)
    rows = table.to_pylist()
    rows = edit(rows) or rows
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=table.schema), path)


def test_a_good_dataset_has_no_problem(dataset):
    assert problems(dataset) == []
    manifest = read_manifest(dataset)
    check = check_part(dataset, manifest, 0)
    assert (check.games, check.replayed) == (6, 6)
    assert check_part(dataset, manifest, 0, every=4).replayed == 2
    assert check_folder(dataset, manifest) == ()


def test_a_rewritten_part_without_an_edit_has_no_problem(dataset):
    change(dataset, lambda rows: None)
    assert problems(dataset) == []


def set_in_row(column, value):
    def edit(rows):
        rows[2][column] = value(rows[2])

    return edit


def swapped(values):
    return [values[1], values[0], *values[2:]]


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (set_in_row("actions", lambda row: [DONE_ACTION, *row["actions"][1:]]), "not legal"),
        (set_in_row("actions", lambda row: row["actions"][:-1]), "not over"),
        (set_in_row("actions", lambda row: [*row["actions"], 0]), "over before it"),
        (set_in_row("actions", lambda row: [4000, *row["actions"][1:]]), "not legal"),
        (set_in_row("scores", lambda row: [score + 1 for score in row["scores"]]), "scores"),
        (set_in_row("winners", lambda row: [0, 1, 2]), "winners"),
        (set_in_row("cards", lambda row: row["cards"][::-1]), "another deck"),
        (set_in_row("bots", lambda row: swapped(row["bots"])), "other bots"),
        (set_in_row("failures", lambda row: [0]), "other seats"),
        (set_in_row("deck", lambda row: row["deck"] + 1), "expected deck"),
        (lambda rows: rows[:-1], "has 5 games: expected 6"),
        (lambda rows: [*rows, rows[-1]], "has 7 games: expected 6"),
        (lambda rows: rows[::-1], "expected deck"),
    ],
)
def test_every_fault_is_found(dataset, edit, words):
    change(dataset, edit)
    found = problems(dataset)
    assert found
    assert all("part 1" in problem for problem in found)
    assert words in found[0]


def test_a_missing_a_torn_and_a_foreign_part_are_found(dataset):
    path = part_path(dataset, 2)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert "part-00002.parquet" in problems(dataset)[0]
    path.unlink()
    assert "No such file" in problems(dataset)[0]
    parquet.write_table(pyarrow.table({"game": [1]}), path)
    assert "expected those of docs/dataset.md" in problems(dataset)[0]
    path.rename(part_path(dataset, 9))
    assert check_folder(dataset, read_manifest(dataset)) == (
        "part-00009.parquet is not of this dataset",
    )


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "expected the folder of a dataset"),
        (b"{}", "format"),
        (b"games", "malformed"),
        (b'{"format": 2', "dataset.json"),
    ],
)
def test_a_bad_manifest_is_refused(dataset, data, words):
    (dataset / FILE).unlink()
    if data is not None:
        (dataset / FILE).write_bytes(data)
    with pytest.raises(BadDataset, match=words):
        read_manifest(dataset)


def test_another_format_is_refused(dataset):
    file = dataset / FILE
    file.write_bytes(file.read_bytes().replace(b'"format": 1', b'"format": 2'))
    with pytest.raises(BadDataset, match="format 2: expected 1"):
        read_manifest(dataset)


def test_reading_a_missing_part_is_refused(tmp_path):
    with pytest.raises(BadDataset):
        list(read_part(tmp_path, 0))
