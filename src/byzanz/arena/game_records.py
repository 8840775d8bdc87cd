"""Writes the games of a match as records (`.byz`)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from byzanz.arena.match import GameResult
from byzanz.arena.plan import Plan
from byzanz.game.codec import move_of
from byzanz.game.game import Game
from byzanz.game.names import BadName, check_name
from byzanz.game.record import write_record


def write_game(folder: Path, plan: Plan, result: GameResult) -> None:
    """Replay a game and write it as deck-0000-seating-0.byz, deck-0000-seating-1.byz, ….

    The folder has to exist. Raises `Refused` if a stored action is not legal, and `OSError`.
    """
    game = replayed(plan, result)
    headers = headers_of([seat.bot_id for seat in result.seats])
    path = folder / f"deck-{result.deck:04}-seating-{result.seating}.byz"
    path.write_text(write_record(game, headers), encoding="utf-8", newline="\n")


def headers_of(bot_ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the header lines of a record that name the bot of each seat."""
    return tuple([("bot", f"{seat} {bot_id}") for seat, bot_id in enumerate(bot_ids)])


def replayed(plan: Plan, result: GameResult) -> Game:
    """Replay the game of a result; players are named after their bot ids.

    Raises `Refused` if a stored action is not legal.
    """
    names = seat_names([seat.bot_id for seat in result.seats])
    game = Game(names, plan.deck(result.number))
    play_actions(game, result.actions)
    assert game.scores == tuple([seat.score for seat in result.seats])
    return game


def play_actions(game: Game, actions: Iterable[int]) -> None:
    """Play actions, each by the seat on turn; raises `Refused`."""
    for action in actions:
        assert game.turn is not None
        game.play(game.turn, move_of(action, game.table.hands[game.turn]))


def seat_names(bot_ids: Sequence[str]) -> list[str]:
    """Make a different name for each player out of its bot id: ``solid``, ``solid 2``."""
    names: list[str] = []
    seen: Counter[str] = Counter()
    for bot_id in bot_ids:
        seen[bot_id] += 1
        number = seen[bot_id]
        name = _name(bot_id, number)
        while name in names:
            number += 1
            name = _name(bot_id, number)
        names.append(name)
    return names


def _name(bot_id: str, number: int) -> str:
    """Return the bot id and the number as a valid name; an id that is too long is shortened."""
    end = "" if number == 1 else f" {number}"
    start = bot_id
    while not _is_name(start.strip() + end):
        start = start[:-1]
    return start.strip() + end


def _is_name(text: str) -> bool:
    try:
        check_name(text)
    except BadName:
        return False
    return True
