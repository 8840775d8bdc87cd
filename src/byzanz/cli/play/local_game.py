"""A person's game against bots: seating, welcome, result and record."""

import random
from collections.abc import Sequence
from pathlib import Path

from byzanz.bots.roster import is_searching
from byzanz.cli.command_line import INTERRUPTED
from byzanz.cli.play.dialogue import new_dialogue
from byzanz.cli.play.game_loop import GameLoop, PlayerLeft
from byzanz.cli.play.opponents import Opponents, seating_of
from byzanz.cli.play.result_text import result_phrases
from byzanz.cli.record_input import printable
from byzanz.cli.search_readiness import prepare_search
from byzanz.game.game import Game
from byzanz.game.record import write_record


class LocalGame:
    """A game of one person and bots, from the seating to the record."""

    def __init__(
        self,
        bot_ids: Sequence[str],
        *,
        seat: int | None,
        name: str,
        seed: int | None,
        pace: float | None,
    ) -> None:
        self._dice = random.SystemRandom() if seed is None else random.Random(seed)
        drawn = self._dice.randrange(len(bot_ids) + 1)
        self._seating = seating_of(bot_ids, seat=drawn if seat is None else seat, name=name)
        self._game = Game.new(self._seating.names, seed=seed)
        self._dialogue = new_dialogue(pace)

    def play(self, *, asks_always: bool, record: Path | None) -> int:
        """Play to the end or until the person leaves; returns the exit code."""
        try:
            exit_code = self._play_until_left(asks_always=asks_always)
        finally:
            if record is not None:
                self._write_record(record)
        if record is not None:
            file = printable(str(record))
            self._dialogue.say((f"The record is {file}; byzanz show {file} steps through it",))
        return exit_code

    def _play_until_left(self, *, asks_always: bool) -> int:
        try:
            self._play_to_end(asks_always=asks_always)
        except PlayerLeft:
            self._dialogue.say(("You have left the game",))
        except EOFError:
            self._dialogue.say(("The input has ended, so you have left the game",))
        except KeyboardInterrupt:
            self._dialogue.say(("Interrupted: you have left the game",))
            return INTERRUPTED
        return 0

    def _play_to_end(self, *, asks_always: bool) -> None:
        game, seat = self._game, self._seating.seat
        if any(is_searching(bot_id) for bot_id in self._seating.bot_ids):
            prepare_search()
        with Opponents(game, self._seating, self._dice) as opponents:
            self._welcome(opponents)
            GameLoop(game, seat, opponents, self._dialogue, asks_always=asks_always).play()
        view = game.view(seat)
        self._dialogue.show_position(view)
        for phrase in result_phrases(view):
            self._dialogue.say(phrase)

    def _welcome(self, opponents: Opponents) -> None:
        """Introduce the players and the goal of the game."""
        seat = self._seating.seat
        self._dialogue.say((f"Welcome to Byzanz, {self._game.names[seat]}. You have seat {seat}.",))
        for phrase in opponents.introductions():
            self._dialogue.say(phrase)
        rounds = self._game.view(seat).rounds
        end = f"After {rounds} rounds the most profit wins. Type help at any question."
        self._dialogue.say((end,))

    def _write_record(self, file: Path) -> None:
        headers = [
            ("bot", f"{seat} {bot_id}")
            for seat, bot_id in enumerate(self._seating.bot_ids)
            if bot_id
        ]
        text = write_record(self._game, tuple(headers))
        file.write_text(text, encoding="utf-8", newline="\n")
