"""Options and commands that need an extra say what to install, in one sentence."""

from importlib.util import find_spec

import pytest

from byzanz.extras import LIBRARIES, MissingExtra, missing_extra, require
from tests.cli.calling import refused

BOTS = ("--bots", "solid,greedy,beginner")
COMMANDS = [
    ("ray", ("arena", *BOTS, "--decks", "1", "--ray", "auto")),
    ("ray", ("baselines", "compare", "strong", "--players", "3", "--ray", "auto")),
    ("ray", ("tune", "--players", "3", "--out", "parameters.json", "--ray", "auto")),
    ("data", ("dataset", "make", "games", *BOTS)),
    ("data", ("dataset", "check", "games")),
    ("data", ("dataset", "show", "games")),
]


@pytest.fixture
def _elsewhere(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")


@pytest.mark.usefixtures("_elsewhere")
@pytest.mark.parametrize(("extra", "arguments"), COMMANDS, ids=" ".join)
def test_what_to_install_is_said(extra, arguments):
    library = LIBRARIES[extra][0]
    if find_spec(library) is not None:
        pytest.skip(f"{library} is installed")
    sentence = refused(1, *arguments)
    assert sentence == f"byzanz: {library} is not installed: pip install 'byzanz[{extra}]'"


def test_programs_are_refused_before_a_cluster_is_looked_for():
    arguments = ("arena", "--bots", "exec:sh a.sh,solid,solid", "--ray", "auto")
    assert "programs are on this machine only" in refused(2, *arguments)


def test_a_failed_import_of_another_module_is_no_missing_extra():
    assert missing_extra(ModuleNotFoundError(name="byzanz.nothing")) is None
    assert missing_extra(ModuleNotFoundError(name="")) is None
    found = missing_extra(ModuleNotFoundError(name="starlette.requests"))
    assert found is not None
    assert str(found) == "starlette is not installed: pip install 'byzanz[server]'"


def test_an_extra_that_is_there_is_not_missing():
    require("server")
    with pytest.raises(KeyError):
        require("nothing")
    assert issubclass(MissingExtra, ImportError)
