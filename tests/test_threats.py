"""docs/threats.md names files and tests that exist, and every threat that a test cites."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "threats.md"
TEST = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)
CITING = re.compile(r"test_threats?_((?:\d+_)+)")


class Row(NamedTuple):
    threat: str
    answer: str
    sources: list[str]  # paths below the root
    tests: list[tuple[str, str]]  # file, name


def page_rows() -> dict[int, Row]:
    """The rows of the page, by number."""
    rows = {}
    for line in PAGE.read_text().splitlines():
        match re.split(r" *\| *", line.strip("| ")):
            case [number, threat, answer, sources, tests] if number.isdigit():
                assert int(number) not in rows, f"{number} is there twice"
                rows[int(number)] = Row(threat, answer, linked(sources), named_tests(tests))
    return rows


def linked(cell: str) -> list[str]:
    """The files that a cell links to."""
    return re.findall(r"\]\(\.\./([^)]+)\)", cell)


def named_tests(cell: str) -> list[tuple[str, str]]:
    """The tests of a cell: links to files, each with the names that follow it."""
    links = re.findall(r"\]\(\.\./([^)]+)\)([^\[]*)", cell)
    return [(file, name) for file, names in links for name in re.findall(r"`(test_\w+)`", names)]


def names_in(path: Path) -> list[str]:
    """The names of a file's tests."""
    return TEST.findall(path.read_text())


def citing_tests() -> dict[int, list[str]]:
    """The names of the tests that cite a threat, by its number."""
    citing = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in names_in(path):
            if cited := CITING.match(name):
                for number in cited[1].strip("_").split("_"):
                    citing.setdefault(int(number), []).append(name)
    return citing


def test_the_page_numbers_its_threats_without_a_gap():
    assert list(page_rows()) == list(range(1, len(page_rows()) + 1))


def test_every_threat_that_a_test_cites_is_on_the_page():
    citing = citing_tests()
    assert len({name for names in citing.values() for name in names}) >= 77
    for number, names in citing.items():
        assert number in page_rows(), names


def test_every_threat_names_source_files_that_exist():
    for number, row in page_rows().items():
        assert row.sources, f"threat {number} names no source file"
        for file in row.sources:
            assert file.startswith("src/byzanz/"), f"threat {number}: {file}"
            assert (ROOT / file).is_file(), f"threat {number}: there is no {file}"


def test_every_threat_names_tests_that_exist():
    for number, row in page_rows().items():
        assert row.threat, number
        assert row.answer, number
        assert row.tests, f"threat {number} names no test"
        for file, name in row.tests:
            assert name in names_in(ROOT / file), f"threat {number}: {file} has no {name}"


def test_every_threat_names_a_test_that_cites_it():
    """A threat that no test cites may name others."""
    rows = page_rows()
    for number, names in citing_tests().items():
        assert {name for _, name in rows[number].tests} & set(names), f"threat {number}: {names}"
