"""Challenges as the server answers them, made from sample games of one deal."""

import json

import msgspec

from byzanz.bots.roster import make_bot
from byzanz.game.game import Game
from byzanz.rooms.round_lines import round_lines
from byzanz.wire.challenges import Challenge, ChallengePlayer, ChallengeState, TryState
from byzanz.wire.games import SeatResult
from byzanz.wire.room import BotId
from tests.web.sample_games import NAMES

ID = "c0de" * 8
SEAT = 1
BOTS = (BotId.SOLID, None, BotId.SOLID, BotId.SOLID)
BOT_NAMES = ("Kassia", "", "Thomais", "Bardas")


def game(bot: str) -> Game:
    """A game of one deal in which a bot of this level has the person's seat."""
    game = Game.new(NAMES[:4], seed=8)
    bots = [make_bot("solid" if seat != SEAT else bot, seed=seat) for seat in range(4)]
    while not game.is_over:
        game.play(game.turn, bots[game.turn].choose(game.view(game.turn), game.options(game.turn)))
    return game


def player(name: str, bot: str | None, **facts) -> ChallengePlayer:
    """Somebody who played like a bot; None: they have not finished."""
    facts = {"state": TryState.FINISHED, "is_mine": False, "is_maker": False} | facts
    if bot is None:
        return ChallengePlayer(name, **facts)
    played = game(bot)
    standings = sorted(played.standings(), key=lambda standing: standing.seat)
    seats = tuple(
        SeatResult(name if seat == SEAT else BOT_NAMES[seat], BOTS[seat], line.place, line.profit)
        for seat, line in enumerate(standings)
    )
    return ChallengePlayer(name, **facts, seats=seats, rounds=round_lines(played.events, SEAT))


PLAYERS = (
    player("Livia", "greedy", is_maker=True, is_helped=True),
    player("Carla", "solid", is_mine=True),
    player("Theodora Konstantinopel", "beginner"),
    player("Leo", None, state=TryState.PLAYING),
    player("Zoe", None, state=TryState.ENDED),
)


def answer(state: ChallengeState = ChallengeState.OPEN, players=PLAYERS) -> Challenge:
    return Challenge(
        challenge=ID,
        made=1_790_000_000_000,
        name="Livia",
        seat=SEAT,
        bots=BOTS,
        names=BOT_NAMES,
        state=state,
        player_count=len(players),
        has_makers_game=True,
        room="a" * 32 if state in ("over", "running") else None,
        players=players if state is ChallengeState.OVER else (),
    )


def let_answer(page, challenge: Challenge) -> None:
    """Answer every request for a challenge with this one."""
    body = json.loads(msgspec.json.encode(challenge))
    page.route("**/api/challenges/*", lambda route: route.fulfill(json=body))
