"""Puzzles in the terminal: a position, a question, and the verdict with its reasons."""

from collections.abc import Iterable, Iterator

from byzanz.cli.play.advice import reason_phrase
from byzanz.cli.play.dialogue import Dialogue
from byzanz.cli.play.help_text import help_phrases
from byzanz.cli.play.memory_text import memory_phrases
from byzanz.cli.play.move_menu import Choices, choices_of, move_phrase, question_phrase
from byzanz.cli.play.typed_input import InvalidInput, Keyword, read_answer
from byzanz.cli.render.phrases import Phrase, counted
from byzanz.game.moves import Move
from byzanz.puzzles.judging import choice_of, is_right
from byzanz.puzzles.puzzle import Choice, Puzzle

QUESTION = "What would you do here?"
MOST_SHOWN = 5  # answers in a verdict
POINT = 10_000  # millionths of one percent


class PuzzleLoop:
    """Asks one puzzle after another, and counts the right answers."""

    def __init__(self, puzzles: Iterable[Puzzle], dialogue: Dialogue) -> None:
        self._puzzles = puzzles
        self._dialogue = dialogue
        self.solved = 0
        self.answered = 0

    def play(self) -> None:
        """Ask all puzzles, until the person leaves; raises `EOFError` when the input ends."""
        for puzzle in self._puzzles:
            self._show(puzzle)
            answer = self._answer(puzzle)
            if answer is None:
                return
            self.answered += 1
            self.solved += is_right(puzzle.choices, answer)
            for phrase in verdict_phrases(puzzle, answer):
                self._dialogue.say(phrase)

    def result_phrase(self) -> Phrase:
        """Return how many puzzles were solved."""
        return (f"Solved {self.solved} of {counted(self.answered, 'puzzle')}",)

    def _show(self, puzzle: Puzzle) -> None:
        self._dialogue.say((f"Puzzle {puzzle.id}, {puzzle.level}",))
        self._dialogue.show_position(puzzle.view)
        question = question_phrase(puzzle.view, puzzle.options)
        self._dialogue.show_choices(question, self._choices(puzzle))

    def _choices(self, puzzle: Puzzle) -> Choices:
        return choices_of(puzzle.view, puzzle.options)

    def _answer(self, puzzle: Puzzle) -> Move | None:
        """Return the person's answer; None if the person leaves."""
        while True:
            try:
                answer = read_answer(self._dialogue.ask(QUESTION), self._choices(puzzle).all)
            except InvalidInput as error:
                self._dialogue.say((f"{error}",))
                continue
            if answer is Keyword.QUIT:
                return None
            if isinstance(answer, Keyword):
                self._run_keyword(answer, puzzle)
            elif choice_of(puzzle.choices, answer) is None:
                self._dialogue.say((f"{answer} is not possible here",))
            else:
                return answer

    def _run_keyword(self, keyword: Keyword, puzzle: Puzzle) -> None:
        match keyword:
            case Keyword.MEMORY:
                phrases = tuple(memory_phrases(puzzle.view))
            case Keyword.HELP:
                phrases = tuple(help_phrases())
            case Keyword.HINT:
                phrases = (("A puzzle has no hints",),)
            case _:
                self._show(puzzle)
                return
        for phrase in phrases:
            self._dialogue.say(phrase)


def verdict_phrases(puzzle: Puzzle, answer: Move) -> Iterator[Phrase]:
    """Yield whether an answer is right, the reasons, and the values of the other answers."""
    chosen = choice_of(puzzle.choices, answer)
    assert chosen is not None
    best, choice = puzzle.choices[0], puzzle.choices[chosen]
    if choice.kind == best.kind:
        yield ("Right: ", *move_phrase(best.move), " is best")
    else:
        cost = (best.share - choice.share) / POINT
        yield (*move_phrase(best.move), f" was better: {cost:.0f} % more chance to win")
    for reason in best.reasons:
        yield (f"   {'-' if reason.is_against else '+'} ", *reason_phrase(reason))
    yield ("What could be played:",)
    for index in _shown(puzzle.choices, chosen):
        each = puzzle.choices[index]
        note = " (you)" if index == chosen else ""
        yield (f"   {each.share / POINT:3.0f} %  ", *move_phrase(each.move), note)


def _shown(choices: tuple[Choice, ...], chosen: int) -> list[int]:
    """Return the indexes of the first answers, with the chosen one."""
    first = list(range(min(MOST_SHOWN, len(choices))))
    return first if chosen in first else [*first[:-1], chosen]
