"""The roster has five bots, and makes them by their ids."""

import msgspec
import pytest

from byzanz import Game
from byzanz.bots.roster import MOST_PLAYOUTS, POLICIES, ROSTER, SEARCHES, UnknownBot, make_bot
from byzanz.game.phase import Phase
from byzanz.words.catalogue import load
from tests.engine.positions import PLAYER_COUNTS, positions


def test_there_are_five_bots_with_names_and_characters():
    assert [bot.bot_id for bot in ROSTER] == ["beginner", "greedy", "solid", "strong", "expert"]
    assert {bot.bot_id for bot in ROSTER} == {*POLICIES, *SEARCHES}
    assert len({bot.name for bot in ROSTER}) == 5
    for bot in ROSTER:
        assert 20 < len(bot.character) < 80
        assert bot.character.endswith(".")


def test_the_pages_have_the_same_names_of_levels():
    words = load("en", "shell")
    assert [words[f"bot.{bot.bot_id}"].lower() for bot in ROSTER] == [bot.level for bot in ROSTER]
    assert [bot.level for bot in ROSTER] == ["very easy", "easy", "medium", "hard", "expert"]


@pytest.mark.parametrize(
    "bot_id", ["", "nobody", "Solid", " solid", "solid ", "solid:5", "greedy:0", ":5", "exec:ls"]
)
def test_an_id_that_names_no_bot_is_refused(bot_id):
    with pytest.raises(UnknownBot, match="expected one of beginner, greedy, solid, strong, expert"):
        make_bot(bot_id)


@pytest.mark.parametrize(
    "count",
    ["0", "x", "-1", "1.5", " 5", "5 ", "٣", "99999999999", "1000001", "00000010009999999", "5:5"],
)
def test_a_bad_number_of_playouts_is_refused(count):
    with pytest.raises(UnknownBot, match=f"expected a number from 1 to {MOST_PLAYOUTS}"):
        make_bot(f"expert:{count}")


def test_an_error_message_truncates_a_long_id():
    for bot_id in ("x" * 500, "strong:" + "9" * 5000, "strong:0" + "1" * 5000):
        with pytest.raises(UnknownBot) as error:
            make_bot(bot_id)
        assert len(str(error.value)) < 150


def moves_of(bot_id: str, seed: int) -> list[str]:
    """Return the moves of a bot in several auctions."""
    games = [game for players in PLAYER_COUNTS for game in positions(players, Phase.BID, 4)]
    bot = make_bot(bot_id, seed)
    return [str(bot.choose(game.view(game.turn), game.options(game.turn))) for game in games]


@pytest.mark.parametrize("bot_id", POLICIES)
def test_the_same_seed_gives_the_same_moves(bot_id):
    assert moves_of(bot_id, 1) == moves_of(bot_id, 1)


def test_only_the_moves_of_the_beginner_depend_on_the_seed():
    assert moves_of("beginner", 1) != moves_of("beginner", 2)
    assert moves_of("greedy", 1) == moves_of("greedy", 2)
    assert moves_of("solid", 1) == moves_of("solid", 2)


@pytest.mark.slow
def test_the_search_depends_on_seed_playouts_and_rounds():
    assert moves_of("strong:30", 1) == moves_of("strong:30", 1)
    game = Game.new(4, seed=1)
    view, options = game.view(0), game.options(0)
    few, other, many = (
        make_bot(bot_id, seed).explain(view, options)
        for bot_id, seed in (("strong:60", 1), ("strong:60", 2), ("strong:600", 1))
    )
    assert few != other
    assert few != make_bot("expert:60", 1).explain(view, options), "expert plays two rounds out"
    assert 300 < many.playouts < 800 > few.playouts * 4
    assert msgspec.json.decode(msgspec.json.encode(many), type=type(many)) == many


@pytest.mark.slow
def test_playouts_are_counted():
    game = Game.new(4, seed=1)
    view, options = game.view(0), game.options(0)
    bot = make_bot("strong")
    assert bot.playouts == 0
    made = bot.explain(view, options).playouts
    assert 0 < made == bot.playouts
    bot.choose(view, options)
    assert bot.playouts == 2 * made
    assert make_bot("solid").playouts == 0
