"""One source: Python in the page does what Python here does, byte for byte."""

import json
import subprocess
from pathlib import Path

import pytest

from byzanz.bots.roster import make_bot
from byzanz.pages.location import FOLDER
from tests.device import proof
from tests.node import ROOT, command, environment

DATA = ROOT / "tests" / "conformance" / "data"
GAMES = {path.stem: path.read_text() for path in sorted((DATA / "games").glob("*.byz"))}
REFUSED = json.loads((DATA / "refused.json").read_text())
MODULES = ("proof", "page")


def job(games: int, seeds: int, rooms: int, strong: int) -> str:
    """The data of a proof, with so many of each."""
    every = max(len(GAMES) // games, 1)
    return json.dumps(
        {
            "games": dict(list(GAMES.items())[::every]),
            "all_games": GAMES,
            "refused": REFUSED[:: max(12 // games, 1)],
            "seeds": list(range(seeds)),
            "rooms": list(range(rooms)),
            "strong": list(range(strong)),
        }
    )


def in_node(folder: Path, call: str, data: str) -> str:
    """Make a call in Pyodide under Node.js, with the files that pages get."""
    if not (FOLDER / "device" / "manifest.json").is_file():
        pytest.skip("the pages are not built")
    node, path = command("node"), folder / "job.json"
    here = Path(__file__).parent
    modules = {f"tests/device/{name}.py": (here / f"{name}.py").read_text() for name in MODULES}
    path.write_text(json.dumps({"modules": modules, "data": data, "call": call}))
    done = subprocess.run(
        [node, here / "in_node.mjs", FOLDER / "device", folder, path],
        env={**environment(), "WEB_PACKAGE": str(ROOT / "web" / "package.json")},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


PROOF = "from tests.device import proof\nproof.proof(data)"


def check(folder: Path, data: str) -> None:
    there = json.loads(in_node(folder, PROOF, data))
    here = json.loads(proof.proof(data))
    assert there == here


def test_games_refusals_bots_and_rooms_are_the_same(tmp_path):
    check(tmp_path, job(games=4, seeds=6, rooms=1, strong=1))


@pytest.mark.long
def test_all_games_and_a_thousand_of_the_bots_are_the_same(tmp_path):
    check(tmp_path, job(games=len(GAMES), seeds=1000, rooms=50, strong=30))


def test_another_choice_is_noticed(monkeypatch):
    """Shows that the comparison would fail if a bot chose another move."""
    before = proof.bots_game(1)
    monkeypatch.setattr(proof, "make_bot", lambda bot, seed: make_bot("greedy", seed))
    assert proof.bots_game(1) != before


@pytest.mark.parametrize("seed", range(6))
def test_strong_chooses_here_as_it_does_compiled(seed):
    game, move = proof.strong_position(seed)
    bot = make_bot("strong", seed)
    assert str(bot.choose(game.view(game.turn), game.options(game.turn))) == move
