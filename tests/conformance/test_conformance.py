"""Conformance with an independent implementation: legal moves, perft, refusals and results."""

import hashlib
import json
from pathlib import Path

import pytest

from byzanz import Game, Refused, parse_move
from byzanz.game.perft import count_sequences, divide
from byzanz.game.record import load_game, parse_record, write_record

DATA = Path(__file__).parent / "data"


GAMES = sorted(path.stem for path in (DATA / "games").glob("*.byz"))


def rows(name: str) -> list[dict]:
    return json.loads((DATA / f"{name}.json").read_text())


def text(game: str) -> str:
    return (DATA / "games" / f"{game}.byz").read_text()


def after(game: str, move_count: int) -> Game:
    return load_game(text(game)).at(move_count)


def legal_lines(game: Game) -> list[str]:
    return sorted(f"{seat} {move}" for seat, move in game.legal())


LEGAL = {row["game"]: row for row in rows("legal")}


def test_every_game_has_its_legal_moves():
    assert len(LEGAL) == 52
    assert set(LEGAL) == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_legal_moves_agree_at_every_step(name):
    record = parse_record(text(name))
    game = Game(record.names, record.deck)
    expected = LEGAL[name]["legal"]
    assert len(expected) == len(record.moves)
    for (seat, move, line), (count, digest) in zip(record.moves, expected, strict=True):
        lines = legal_lines(game)
        assert len(lines) == count, f"{name}:{line}"
        assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == digest
        game.play(seat, move)
    assert game.is_over
    assert legal_lines(game) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_results_agree(name):
    row = LEGAL[name]
    game = load_game(text(name))
    assert list(game.scores) == row["scores"]
    assert game.table.hand_sizes[: game.seat_count] == row["hands"]
    assert list(game.winners) == row["winners"]
    assert write_record(game) == text(name)


@pytest.mark.parametrize("name", GAMES)
def test_the_perft_counts_agree(name):
    for row in (row for row in rows("perft") if row["game"] == name):
        game = after(name, row["after"])
        assert game.phase == row["phase"]
        depth = len(row["counts"])
        assert count_sequences(game.table, depth) == row["counts"]
        assert sum(count for _, count in divide(game.table, depth)) == row["counts"][-1]
        assert [line for line, _ in divide(game.table, 1)] == legal_lines(game)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_illegal_moves_are_refused_and_change_nothing(name):
    for row in (row for row in rows("refused") if row["game"] == name):
        game = after(name, row["after"])
        before = write_record(game), game.table.copy()
        with pytest.raises(Refused) as refusal:
            game.play(row["seat"], parse_move(row["move"]))
        assert str(refusal.value)
        assert (write_record(game), game.table) == before
