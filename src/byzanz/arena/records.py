"""Records of the games of a match (`.byz`)."""

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
    """Write a game as deck-0000-seating-0.byz and so on, checked move by move."""
    game = replayed(plan, result)
    headers = tuple([("bot", f"{seat} {line.word}") for seat, line in enumerate(result.seats)])
    path = folder / f"deck-{result.deck:04}-seating-{result.seating}.byz"
    path.write_text(write_record(game, headers), encoding="utf-8", newline="\n")


def replayed(plan: Plan, result: GameResult) -> Game:
    """The game of a result, with names made of the bots' words."""
    names = seat_names([seat.word for seat in result.seats])
    game = Game(names, plan.deck(result.number))
    play_actions(game, result.actions)
    assert game.scores == tuple([seat.score for seat in result.seats])
    return game


def play_actions(game: Game, actions: Iterable[int]) -> None:
    """Play the actions of the seats on turn; raises `Refused`."""
    for action in actions:
        assert game.turn is not None
        game.play(game.turn, move_of(action, game.table.hands[game.turn]))


def seat_names(words: Sequence[str]) -> list[str]:
    """Players' names made of words, no two alike: ``solid``, ``solid 2``."""
    names: list[str] = []
    seen: Counter[str] = Counter()
    for word in words:
        seen[word] += 1
        number = seen[word]
        name = _name(word, number)
        while name in names:
            number += 1
            name = _name(word, number)
        names.append(name)
    return names


def _name(word: str, number: int) -> str:
    """The word as a name, shortened where it is too long for one."""
    end = "" if number == 1 else f" {number}"
    start = word
    while not _is_name(start.strip() + end):
        start = start[:-1]
    return start.strip() + end


def _is_name(text: str) -> bool:
    try:
        check_name(text)
    except BadName:
        return False
    return True
