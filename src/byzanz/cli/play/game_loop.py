"""The game loop of a person who plays against bots."""

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.cli.play.advice import advice_phrases
from byzanz.cli.play.dialogue import Dialogue
from byzanz.cli.play.help_text import help_phrases
from byzanz.cli.play.memory_text import memory_phrases
from byzanz.cli.play.move_menu import Choices, choices_of, question_phrase
from byzanz.cli.play.opponents import Opponents
from byzanz.cli.play.typed_input import (
    NO,
    YES,
    InvalidInput,
    Keyword,
    read_answer,
    refusal_sentence,
)
from byzanz.cli.render import phrases
from byzanz.cli.search_readiness import prepare_search
from byzanz.game.events import LotRevealed, RoundBegun
from byzanz.game.game import Game
from byzanz.game.refusal import Refused

QUESTION = "Your move?"
ADVISER = "expert"


class PlayerLeft(Exception):
    """The person has left the game."""


class GameLoop:
    """Plays a game to its end; prints only what the person's seat may know."""

    def __init__(
        self, game: Game, seat: int, opponents: Opponents, dialogue: Dialogue, *, asks_always: bool
    ) -> None:
        self._game = game
        self._seat = seat
        self._opponents = opponents
        self._dialogue = dialogue
        self._asks_always = asks_always
        self._events_printed = 0
        self._adviser: Bot | None = None  # made for the first hint

    def play(self) -> None:
        """Play to the end; raises `PlayerLeft`, and `EOFError` when the input ends."""
        self._print_new_events()
        while self._game.turn is not None:
            if self._game.turn == self._seat:
                self._decide()
            else:
                self._game.play(self._game.turn, self._opponents.choose(self._game.turn))
            self._print_new_events()
        self._opponents.end()
        self._print_failures()

    def _print_new_events(self) -> None:
        self._print_failures()
        for event in self._game.events_for(self._seat, after=self._events_printed):
            begins = isinstance(event, RoundBegun | LotRevealed)
            phrase = phrases.event_phrase(event, self._game.names)
            self._dialogue.say_event(phrase, begins_section=begins)
        self._events_printed = len(self._game.events)

    def _print_failures(self) -> None:
        for phrase in self._opponents.new_failures():
            self._dialogue.say(phrase)

    def _decide(self) -> None:
        legal = self._game.legal(self._seat)
        if len(legal) == 1 and not self._asks_always:
            ((_, move),) = legal
            self._dialogue.say((f"You have only one legal move: {move}",))
            self._game.play(self._seat, move)
            return
        self._show_decision()
        while not self._ask_once():
            pass

    def _ask_once(self) -> bool:
        """Ask for a move; returns whether one was played."""
        choices = self._choices()
        try:
            answer = read_answer(self._dialogue.ask(QUESTION), choices.all)
            if isinstance(answer, Keyword):
                self._run_keyword(answer, choices)
                return False
            self._game.play(self._seat, answer)
        except InvalidInput as error:
            self._dialogue.say((f"{error}",))
            return False
        except Refused as refusal:
            self._dialogue.say((refusal_sentence(refusal),))
            return False
        return True

    def _choices(self) -> Choices:
        return choices_of(self._game.view(self._seat), self._game.options(self._seat))

    def _run_keyword(self, keyword: Keyword, choices: Choices) -> None:
        match keyword:
            case Keyword.LOOK:
                self._show_decision()
            case Keyword.SELL:
                self._list_sales(choices)
            case Keyword.HINT:
                self._give_hint()
            case Keyword.MEMORY:
                for phrase in memory_phrases(self._game.view(self._seat)):
                    self._dialogue.say(phrase)
            case Keyword.LOG | Keyword.LOG_ALL:
                self._print_log(whole=keyword is Keyword.LOG_ALL)
            case Keyword.HELP:
                for phrase in help_phrases():
                    self._dialogue.say(phrase)
            case Keyword.QUIT:
                self._confirm_quit()

    def _show_decision(self) -> None:
        view, options = self._game.view(self._seat), self._game.options(self._seat)
        self._dialogue.show_position(view)
        self._dialogue.show_choices(question_phrase(view, options), choices_of(view, options))

    def _list_sales(self, choices: Choices) -> None:
        sales = [
            (f"{number:>3} ", *choice.phrase)
            for number, choice in enumerate(choices.all, start=1)
            if str(choice.move).startswith("sell")
        ]
        for phrase in sales or [("You hold no set: a set is three cards of one good",)]:
            self._dialogue.say(phrase)

    def _give_hint(self) -> None:
        if self._adviser is None:
            prepare_search()
            self._adviser = make_bot(ADVISER)
        view, options = self._game.view(self._seat), self._game.options(self._seat)
        for phrase in advice_phrases(self._adviser.explain(view, options)):
            self._dialogue.say(phrase)

    def _print_log(self, *, whole: bool) -> None:
        events = self._game.events_for(self._seat)
        rounds = [index for index, event in enumerate(events) if isinstance(event, RoundBegun)]
        for event in events[0 if whole else rounds[-1] :]:
            self._dialogue.say(phrases.event_phrase(event, self._game.names))

    def _confirm_quit(self) -> None:
        while True:
            answer = self._dialogue.ask("Leave the game, yes or no?").strip().lower()
            if answer in YES:
                raise PlayerLeft
            if answer in NO:
                return
