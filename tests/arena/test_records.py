"""Records of a match replay to the same scores; players have different names."""

import pytest

from byzanz.arena.game_records import seat_names, write_game
from byzanz.arena.match import EntrantPool, play_game
from byzanz.arena.plan import GameNumber, Plan
from byzanz.game.names import check_name
from byzanz.game.record import load_game, parse_record


@pytest.mark.parametrize("bot_ids", ["greedy greedy solid", "solid " * 6])
def test_a_record_replays_to_the_same_result(bot_ids, tmp_path):
    plan = Plan(tuple(bot_ids.split()), 2, 9, 5.0)
    result = play_game(plan, GameNumber(1, 0), EntrantPool())
    write_game(tmp_path, plan, result)
    (file,) = tmp_path.iterdir()
    assert file.name == "deck-0001-seating-0.byz"
    game = load_game(file.read_bytes())
    assert game.scores == tuple(seat.score for seat in result.seats)
    assert game.winners == result.winners
    assert len(game.moves) == len(result.actions)
    assert list(game.deck) == plan.deck(result.number)
    headers = parse_record(file.read_bytes()).headers
    assert headers == tuple(("bot", f"{seat} {bot_id}") for seat, bot_id in enumerate(plan.bot_ids))


@pytest.mark.parametrize(
    ("bot_ids", "names"),
    [
        ("solid expert solid solid", ["solid", "expert", "solid 2", "solid 3"]),
        (
            f"exec:{'x' * 30} exec:{'x' * 40} exec:{'x' * 30}",
            ["exec:" + "x" * 19, "exec:" + "x" * 17 + " 2", "exec:" + "x" * 17 + " 3"],
        ),
    ],
)
def test_players_of_equal_bots_are_numbered(bot_ids, names):
    assert seat_names(bot_ids.split()) == names
    for name in names:
        check_name(name)


def test_unusual_bot_ids_give_different_valid_names():
    bot_ids = ["exec:./a " + "b" * 14 + "  c", "exec:./bot ☃ " * 9, "solid", "solid 2", "solid"]
    names = seat_names(bot_ids)
    assert len(set(names)) == len(bot_ids)
    for name in names:
        check_name(name)
