"""The deal of the day in the terminal, played by a person on a server."""

import asyncio
import secrets
from contextlib import aclosing, suppress

from byzanz.cli.play.dialogue import Dialogue, new_dialogue
from byzanz.cli.play.help_text import help_phrases
from byzanz.cli.play.memory_text import memory_phrases
from byzanz.cli.play.move_menu import choices_of, question_phrase
from byzanz.cli.play.result_text import result_phrases
from byzanz.cli.play.typed_input import NO, YES, InvalidInput, Keyword, read_answer
from byzanz.cli.render import phrases
from byzanz.client.client import Client
from byzanz.client.seat_history import SeatHistory
from byzanz.game.events import LotRevealed, RoundBegun
from byzanz.game.moves import Move
from byzanz.wire.answers import Update
from byzanz.wire.commands import Leave, Play
from byzanz.wire.daily import Daily, PlayDaily
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import OVER

QUESTION = "Your move?"


async def play_day(client: Client, shown: Daily, name: str, pace: float | None) -> None:
    """Play a day to its end; raises `RequestRefused`, `Unreachable` and `ProtocolError`."""
    dialogue = new_dialogue(pace)
    room = await _room(client, shown, name)
    dialogue.say((f"The deal of {shown.day}: the same cards and bots for everybody",))
    if await RemoteGame(client, room, dialogue).play():
        for line in day_lines(await client.day(shown.day)):
            dialogue.say((line,))


async def _room(client: Client, shown: Daily, name: str) -> str:
    """The room of the person's running try, or a new one."""
    if shown.own is not None and shown.own.ended is None:
        return shown.own.room
    command = PlayDaily(secrets.token_hex(16), name)
    return (await client.play_daily(shown.day, command)).room


def day_lines(shown: Daily) -> list[str]:
    """What the day shows after the person's try; nothing after practice."""
    if shown.own is None or shown.own.profit is None or shown.distribution is None:
        return []
    lines = [f"Place {shown.own.place} with {shown.own.profit} profit"]
    if shown.distribution.games > 1:
        lines.append(
            f"{shown.distribution.less} of {shown.distribution.games} players had less than you"
        )
    return lines


class RemoteGame:
    """Shows the updates of one room, and asks the person for moves."""

    def __init__(self, client: Client, room: str, dialogue: Dialogue) -> None:
        self._client = client
        self._room = room
        self._dialogue = dialogue
        self._last_seq = 0  # the number of the log entry of our last command
        self._has_left = False

    async def play(self) -> bool:
        """Play to the end; returns whether the game was finished."""
        history: SeatHistory | None = None
        async with aclosing(self._client.follow(self._room)) as pushes:
            async for push in pushes:
                if not isinstance(push, Update) or push.view is None:
                    continue
                if history is None:
                    history = SeatHistory(push)
                else:
                    history.add(push)
                self._show_events(push, history)
                if push.room.status in OVER:
                    return self._end(push)
                if push.view.turn == history.seat and push.seq >= self._last_seq:
                    await self._decide(history)
                    if self._has_left:
                        return False
        return False

    def _show_events(self, update: Update, history: SeatHistory) -> None:
        for step in update.steps:
            for event in step.events:
                begins = isinstance(event, RoundBegun | LotRevealed)
                phrase = phrases.event_phrase(event, history.names)
                self._dialogue.say_event(phrase, begins_section=begins)

    def _end(self, update: Update) -> bool:
        assert update.view is not None
        if not update.view.standings:
            self._dialogue.say(("The game was ended early",))
            return False
        self._dialogue.show_position(update.view)
        for phrase in result_phrases(update.view):
            self._dialogue.say(phrase)
        return True

    async def _decide(self, history: SeatHistory) -> None:
        """Ask until a move is accepted, or the person leaves."""
        self._show_decision(history)
        while not self._has_left:
            try:
                answer = await self._ask(history)
            except InvalidInput as error:
                self._dialogue.say((f"{error}",))
                continue
            except EOFError:
                await self._leave()
                return
            if isinstance(answer, Keyword):
                await self._run_keyword(answer, history)
            elif await self._send(answer, history):
                return

    async def _ask(self, history: SeatHistory) -> Keyword | Move:
        view, options = history.view(history.seat), history.options(history.seat)
        text = await asyncio.to_thread(self._dialogue.ask, QUESTION)
        return read_answer(text, choices_of(view, options).all)

    async def _send(self, move: Move, history: SeatHistory) -> bool:
        """Send a move; returns whether it was accepted or is no longer wanted."""
        decision = history.view(history.seat).decision
        command = Play(secrets.token_hex(16), str(move), decision)
        try:
            self._last_seq = (await self._client.command(self._room, command)).seq
        except RequestRefused as refusal:
            if refusal.code is not Code.REFUSED:
                return True  # an update says why
            self._dialogue.say(("The rules do not allow this move",))
            return False
        with suppress(RequestRefused):  # nothing to skip, if it is the person's turn again
            await self._client.skip(self._room)
        return True

    async def _run_keyword(self, keyword: Keyword, history: SeatHistory) -> None:
        match keyword:
            case Keyword.LOOK | Keyword.SELL:
                self._show_decision(history)
            case Keyword.HINT:
                self._dialogue.say(("There are no hints in the deal of the day",))
            case Keyword.MEMORY:
                for phrase in memory_phrases(history.view(history.seat)):
                    self._dialogue.say(phrase)
            case Keyword.LOG | Keyword.LOG_ALL:
                for event in history.events_for(history.seat):
                    self._dialogue.say(phrases.event_phrase(event, history.names))
            case Keyword.HELP:
                for phrase in help_phrases():
                    self._dialogue.say(phrase)
            case Keyword.QUIT:
                await self._confirm_quit()

    def _show_decision(self, history: SeatHistory) -> None:
        view, options = history.view(history.seat), history.options(history.seat)
        self._dialogue.show_position(view)
        self._dialogue.show_choices(question_phrase(view, options), choices_of(view, options))

    async def _confirm_quit(self) -> None:
        question = "Leave the game? That is your try of the day, yes or no?"
        answer = ""
        while answer not in (*YES, *NO):
            answer = (await asyncio.to_thread(self._dialogue.ask, question)).strip().lower()
        if answer in YES:
            await self._leave()

    async def _leave(self) -> None:
        self._has_left = True
        with suppress(RequestRefused):
            await self._client.command(self._room, Leave(secrets.token_hex(16)))
        self._dialogue.say(("You have left the game",))
