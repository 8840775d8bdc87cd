"""A bot answers the same in worlds that its seat cannot distinguish."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from byzanz import Game, Move
from byzanz.bots.bot import Bot
from byzanz.bots.roster import POLICIES, make_bot
from tests.engine.positions import all_positions
from tests.secrecy.worlds import other_world

encode = msgspec.json.Encoder().encode
SEARCHERS = ("strong:40", "expert:60")

Ask = Callable[[Game], bytes]
"""A function that returns all answers of a bot for the seat on turn of a game, encoded."""


@cache
def worlds() -> list[tuple[Game, Game]]:
    """Return positions of every phase, each with a second world that differs in hidden cards."""
    return list(_worlds())


def _worlds() -> Iterator[tuple[Game, Game]]:
    random = Random(1)
    for game in all_positions(2):
        other = other_world(game, game.turn, random)
        if other is not None and other.deck != game.deck:
            yield game, other


def answers(bot: Bot, game: Game) -> bytes:
    assert game.turn is not None
    view, options = game.view(game.turn), game.options(game.turn)
    return encode((bot.choose(view, options), bot.explain(view, options)))


def answers_differ(ask: Ask) -> bool:
    """Return whether a bot answers differently in worlds that its seat cannot distinguish."""
    return any(ask(first) != ask(second) for first, second in worlds())


def test_there_are_worlds_of_every_phase_and_number_of_players():
    combinations = {(game.seat_count, game.phase) for game, _ in worlds()}
    assert len(combinations) >= 18


@pytest.mark.parametrize("bot_id", POLICIES)
def test_a_bot_answers_the_same_in_both_worlds(bot_id, monkeypatch):
    monkeypatch.setattr("byzanz.bots.policy_bot.EXPLAINING_PLAYOUTS", 8)
    bot = make_bot(bot_id, 3)  # one bot for both worlds: it must not remember the first
    assert not answers_differ(lambda game: answers(bot, game))


@pytest.mark.slow
@pytest.mark.parametrize("bot_id", SEARCHERS)
def test_a_bot_that_searches_answers_the_same_in_both_worlds(bot_id):
    bot = make_bot(bot_id, 3)
    assert not answers_differ(lambda game: answers(bot, game))


def peek_at_the_pile(game: Game) -> bytes:
    """Answer as a bot whose move depends on the draw pile."""
    legal: list[Move] = [move for _, move in game.legal(game.turn)]
    return encode(legal[game.table.deck[-1] % len(legal)])


def peek_at_the_hands(game: Game) -> bytes:
    """Answer as a bot whose seed depends on hands that it cannot see."""
    bot = make_bot("solid", sum(sum(hand) for hand in game.table.hands))
    return answers(bot, game)


def peek_at_what_was_put_back(game: Game) -> bytes:
    """Answer as a bot whose explanation leaks a card that was put back."""
    bot = make_bot("solid", 1)
    move = bot.choose(game.view(game.turn), game.options(game.turn))
    return encode((move, game.table.deck[4 * game.seat_count]))


@pytest.mark.parametrize("ask", [peek_at_the_pile, peek_at_the_hands, peek_at_what_was_put_back])
def test_the_answers_of_planted_leaks_differ(ask, monkeypatch):
    monkeypatch.setattr("byzanz.bots.policy_bot.EXPLAINING_PLAYOUTS", 8)
    assert answers_differ(ask)


def test_the_answers_of_a_search_of_the_true_table_differ(monkeypatch):
    """The search runs on the true table instead of a sample."""
    monkeypatch.setattr("byzanz.bots.policy_bot.EXPLAINING_PLAYOUTS", 8)

    def ask(game: Game) -> bytes:
        with monkeypatch.context() as patch:
            patch.setattr(
                "byzanz.bots.interpreted_search.known_table", lambda view: game.table.copy()
            )
            patch.setattr("byzanz.engine.search.halving.sample_table", lambda *anything: True)
            return answers(make_bot("solid", 3), game)

    assert answers_differ(ask)
