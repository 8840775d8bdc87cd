"""Who sits at the table with a person: bots and programs, by name."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from byzanz.arena.records import seat_names
from byzanz.bots.roster import RUNGS, SEARCHES, Rung
from byzanz.cli.words import Phrase
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.programs.command import EXEC
from byzanz.programs.entrant import STAND_IN, Entrant


class Seating(NamedTuple):
    """Who sits where."""

    names: tuple[str, ...]
    words: tuple[str, ...]  # of the bots; empty for the person
    seat: int  # of the person


def seating_of(words: Sequence[str], *, seat: int, name: str) -> Seating:
    """The person in a seat, and the bots in the others in their order."""
    person, *others = seat_names([name, *_titles(words)])
    others.insert(seat, person)
    return Seating(tuple(others), (*words[:seat], "", *words[seat:]), seat)


def rung_of(word: str) -> Rung | None:
    """Which of our bots a word names; None for a program."""
    return next((rung for rung in RUNGS if word.partition(":")[0] == rung.word), None)


def is_searching(word: str) -> bool:
    """Does this bot need compiled code?"""
    return word.partition(":")[0] in SEARCHES


def _titles(words: Sequence[str]) -> Iterator[str]:
    """A name for each bot; those of a kind are numbered where a short column still shows it."""
    rungs = [rung_of(word) for word in words]
    seen: Counter[str] = Counter()
    for word, rung in zip(words, rungs, strict=True):
        if rung is None:
            yield word.removeprefix(EXEC).strip()
        elif rungs.count(rung) == 1:
            yield rung.name
        else:
            seen[rung.word] += 1
            first, _, rest = rung.name.partition(" ")
            yield f"{first} {seen[rung.word]} {rest}"


class Opponents:
    """The bots and programs of one game, from its begin to its end."""

    def __init__(self, game: Game, seating: Seating, dice: random.Random) -> None:
        self._game = game
        self._entrants: dict[int, Entrant] = {}
        self._told_failures: Counter[int] = Counter()  # by seat
        try:
            for seat, word in enumerate(seating.words):
                if seat != seating.seat:
                    self._entrants[seat] = Entrant(word)
                    self._entrants[seat].begin(game, seat, dice.getrandbits(63))
        except BaseException:
            self.close()
            raise

    def introductions(self) -> Iterator[Phrase]:
        """Each by name, level and character."""
        for seat, entrant in self._entrants.items():
            rung = rung_of(entrant.word)
            name = f"Seat {seat}: {self._game.names[seat]}"
            if rung is not None:
                yield (f"{name} ({rung.level}). {rung.character}",)
            elif entrant.name != entrant.word:
                yield (f"{name}. A program that calls itself {entrant.name}.",)
            else:
                yield (f"{name}. A program.",)

    def choose(self, seat: int) -> Move:
        """The move of a seat that the game waits for."""
        return self._entrants[seat].choose(self._game)

    def new_failures(self) -> Iterator[Phrase]:
        """What went wrong with programs and was not told yet."""
        for seat, entrant in self._entrants.items():
            for failure in entrant.failures[self._told_failures[seat] :]:
                self._told_failures[seat] += 1
                name = self._game.names[seat]
                yield (f"{name} failed ({failure.detail}); the bot {STAND_IN} plays on for it",)

    def end(self) -> None:
        """The game is over."""
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
