"""A person's game from the first decision to the last."""

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.cli import words
from byzanz.cli.advice import advice_phrases
from byzanz.cli.answer import NO, YES, NotUnderstood, Word, read_answer, refusal_sentence
from byzanz.cli.choices import Choices, choices_of, question_phrase
from byzanz.cli.guide import help_phrases
from byzanz.cli.opponents import Opponents
from byzanz.cli.readiness import get_ready
from byzanz.cli.recollection import memory_phrases
from byzanz.cli.speech import Speech
from byzanz.game.events import LotRevealed, RoundBegun
from byzanz.game.game import Game
from byzanz.game.refusal import Refused

QUESTION = "Your move?"
ADVISER = "expert"


class Left(Exception):
    """The person has left the game."""


class Sitting:
    """One person at the table; all that is said comes from what that seat may know."""

    def __init__(
        self, game: Game, seat: int, opponents: Opponents, speech: Speech, *, asks_always: bool
    ) -> None:
        self._game = game
        self._seat = seat
        self._opponents = opponents
        self._speech = speech
        self._asks_always = asks_always
        self._told = 0  # events
        self._adviser: Bot | None = None  # made when a hint is wanted

    def play(self) -> None:
        """Play to the end of the game; raises `Left`, or `EOFError` when nobody answers."""
        self._tell_news()
        while self._game.turn is not None:
            if self._game.turn == self._seat:
                self._decide()
            else:
                self._game.play(self._game.turn, self._opponents.choose(self._game.turn))
            self._tell_news()
        self._opponents.end()
        self._tell_failures()

    def _tell_news(self) -> None:
        self._tell_failures()
        for event in self._game.events_for(self._seat, after=self._told):
            begins = isinstance(event, RoundBegun | LotRevealed)
            self._speech.tell(words.event_phrase(event, self._game.names), begins=begins)
        self._told = len(self._game.events)

    def _tell_failures(self) -> None:
        for phrase in self._opponents.new_failures():
            self._speech.say(phrase)

    def _decide(self) -> None:
        legal = self._game.legal(self._seat)
        if len(legal) == 1 and not self._asks_always:
            ((_, move),) = legal
            self._speech.say((f"Only one move is left to you: {move}",))
            self._game.play(self._seat, move)
            return
        self._look()
        while not self._is_answered():
            pass

    def _is_answered(self) -> bool:
        """Ask once; was it a move?"""
        choices = self._choices()
        try:
            answer = read_answer(self._speech.ask(QUESTION), choices.all)
            if isinstance(answer, Word):
                self._follow(answer, choices)
                return False
            self._game.play(self._seat, answer)
        except NotUnderstood as error:
            self._speech.say((f"{error}",))
            return False
        except Refused as refusal:
            self._speech.say((refusal_sentence(refusal),))
            return False
        return True

    def _choices(self) -> Choices:
        return choices_of(self._game.view(self._seat), self._game.options(self._seat))

    def _follow(self, word: Word, choices: Choices) -> None:
        match word:
            case Word.LOOK:
                self._look()
            case Word.SELL:
                self._list_sales(choices)
            case Word.HINT:
                self._hint()
            case Word.MEMORY:
                for phrase in memory_phrases(self._game.view(self._seat)):
                    self._speech.say(phrase)
            case Word.LOG | Word.LOG_ALL:
                self._log(whole=word is Word.LOG_ALL)
            case Word.HELP:
                for phrase in help_phrases():
                    self._speech.say(phrase)
            case Word.QUIT:
                self._quit()

    def _look(self) -> None:
        view, options = self._game.view(self._seat), self._game.options(self._seat)
        self._speech.show(view)
        self._speech.offer(question_phrase(view, options), choices_of(view, options))

    def _list_sales(self, choices: Choices) -> None:
        sales = [
            (f"{number:>3} ", *choice.phrase)
            for number, choice in enumerate(choices.all, start=1)
            if str(choice.move).startswith("sell")
        ]
        for phrase in sales or [("You hold no set: expected three cards of one good",)]:
            self._speech.say(phrase)

    def _hint(self) -> None:
        if self._adviser is None:
            get_ready()
            self._adviser = make_bot(ADVISER)
        view, options = self._game.view(self._seat), self._game.options(self._seat)
        for phrase in advice_phrases(self._adviser.explain(view, options)):
            self._speech.say(phrase)

    def _log(self, *, whole: bool) -> None:
        events = self._game.events_for(self._seat)
        rounds = [place for place, event in enumerate(events) if isinstance(event, RoundBegun)]
        for event in events[0 if whole else rounds[-1] :]:
            self._speech.say(words.event_phrase(event, self._game.names))

    def _quit(self) -> None:
        while True:
            answer = self._speech.ask("Leave the game, yes or no?").strip().lower()
            if answer in YES:
                raise Left
            if answer in NO:
                return
