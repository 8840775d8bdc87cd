"""Hosting a person's game: seats, welcome, result and record."""

import random
from collections.abc import Sequence
from pathlib import Path

from byzanz.cli.commandline import INTERRUPTED
from byzanz.cli.opponents import Opponents, is_searching, seating_of
from byzanz.cli.readiness import get_ready
from byzanz.cli.result import result_phrases
from byzanz.cli.sitting import Left, Sitting
from byzanz.cli.source import shown
from byzanz.cli.speech import speech_for
from byzanz.game.game import Game
from byzanz.game.record import write_record


class Host:
    """Deals a game, seats everybody, and sees to its end."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        seat: int | None,
        name: str,
        seed: int | None,
        pace: float | None,
    ) -> None:
        self._dice = random.SystemRandom() if seed is None else random.Random(seed)
        drawn = self._dice.randrange(len(words) + 1)
        self._seating = seating_of(words, seat=drawn if seat is None else seat, name=name)
        self._game = Game.new(self._seating.names, seed=seed)
        self._speech = speech_for(pace)

    def play(self, *, asks_always: bool, record: Path | None) -> int:
        """Play to the end, or until the person leaves; the exit code."""
        try:
            exit_code = self._sit_down(asks_always=asks_always)
        finally:
            if record is not None:
                self._write(record)
        if record is not None:
            file = shown(str(record))
            self._speech.say((f"The record is {file}; byzanz show {file} steps through it",))
        return exit_code

    def _sit_down(self, *, asks_always: bool) -> int:
        try:
            self._play_on(asks_always=asks_always)
        except Left:
            self._speech.say(("You have left the game",))
        except EOFError:
            self._speech.say(("The input has ended, and the game with it",))
        except KeyboardInterrupt:
            self._speech.say(("Interrupted: you have left the game",))
            return INTERRUPTED
        return 0

    def _play_on(self, *, asks_always: bool) -> None:
        game, seat = self._game, self._seating.seat
        if any(is_searching(word) for word in self._seating.words):
            get_ready()
        with Opponents(game, self._seating, self._dice) as opponents:
            self._welcome(opponents)
            Sitting(game, seat, opponents, self._speech, asks_always=asks_always).play()
        view = game.view(seat)
        self._speech.show(view)
        for phrase in result_phrases(view):
            self._speech.say(phrase)

    def _welcome(self, opponents: Opponents) -> None:
        """Say who plays and what is at stake."""
        seat = self._seating.seat
        self._speech.say((f"Welcome to Byzanz, {self._game.names[seat]}. You have seat {seat}.",))
        for phrase in opponents.introductions():
            self._speech.say(phrase)
        rounds = self._game.view(seat).rounds
        end = f"After {rounds} rounds the most profit wins. Type help at any question."
        self._speech.say((end,))

    def _write(self, file: Path) -> None:
        """Write the record, finished or not."""
        bots = [("bot", f"{seat} {word}") for seat, word in enumerate(self._seating.words) if word]
        file.write_text(write_record(self._game, tuple(bots)), encoding="utf-8", newline="\n")
