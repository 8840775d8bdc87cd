"""The bots and programs that a person plays against."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from byzanz.arena.game_records import seat_names
from byzanz.bots.roster import profile_of
from byzanz.cli.render.phrases import Phrase
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.programs.command import EXEC
from byzanz.programs.entrant import SUBSTITUTE, Entrant


class Seating(NamedTuple):
    """The players by seat."""

    names: tuple[str, ...]
    bot_ids: tuple[str, ...]  # an empty string for the person
    seat: int  # the person's seat


def seating_of(bot_ids: Sequence[str], *, seat: int, name: str) -> Seating:
    """Return the seating with the person in a seat and the bots in the others, in order."""
    person, *others = seat_names([name, *_bot_names(bot_ids)])
    others.insert(seat, person)
    return Seating(tuple(others), (*bot_ids[:seat], "", *bot_ids[seat:]), seat)


def _bot_names(bot_ids: Sequence[str]) -> Iterator[str]:
    """Yield a name per bot; equal bots are numbered after the first word of their name.

    After the first word, the number stays visible even if a narrow column cuts the name.
    """
    profiles = [profile_of(bot_id) for bot_id in bot_ids]
    seen: Counter[str] = Counter()
    for bot_id, profile in zip(bot_ids, profiles, strict=True):
        if profile is None:
            yield bot_id.removeprefix(EXEC).strip()
        elif profiles.count(profile) == 1:
            yield profile.name
        else:
            seen[profile.bot_id] += 1
            first, _, rest = profile.name.partition(" ")
            yield f"{first} {seen[profile.bot_id]} {rest}"


class Opponents:
    """The bots and programs of one game; a context manager that ends the programs."""

    def __init__(self, game: Game, seating: Seating, dice: random.Random) -> None:
        self._game = game
        self._entrants: dict[int, Entrant] = {}
        self._failures_yielded: Counter[int] = Counter()  # by seat
        try:
            for seat, bot_id in enumerate(seating.bot_ids):
                if seat != seating.seat:
                    self._entrants[seat] = Entrant(bot_id)
                    self._entrants[seat].begin(game, seat, dice.getrandbits(63))
        except BaseException:
            self.close()
            raise

    def introductions(self) -> Iterator[Phrase]:
        """Yield the name, level and character of each opponent."""
        for seat, entrant in self._entrants.items():
            profile = profile_of(entrant.bot_id)
            name = f"Seat {seat}: {self._game.names[seat]}"
            if profile is not None:
                yield (f"{name} ({profile.level}). {profile.character}",)
            elif entrant.name != entrant.bot_id:
                yield (f"{name}. A program that calls itself {entrant.name}.",)
            else:
                yield (f"{name}. A program.",)

    def choose(self, seat: int) -> Move:
        """Return the move of a seat; it must be on turn."""
        return self._entrants[seat].choose(self._game)

    def new_failures(self) -> Iterator[Phrase]:
        """Yield the failures of programs since the last call."""
        for seat, entrant in self._entrants.items():
            for failure in entrant.failures[self._failures_yielded[seat] :]:
                self._failures_yielded[seat] += 1
                name = self._game.names[seat]
                substitution = f"the bot {SUBSTITUTE} plays in its place"
                yield (f"{name} failed ({failure.detail}); {substitution}",)

    def end(self) -> None:
        """Tell all programs that the game is over."""
        for entrant in self._entrants.values():
            entrant.end(self._game)

    def close(self) -> None:
        """End all programs."""
        for entrant in self._entrants.values():
            entrant.close()

    def __enter__(self) -> "Opponents":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
