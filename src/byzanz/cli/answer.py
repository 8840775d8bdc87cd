"""What a person types: a move, the number of a choice, or a word to the program."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

from byzanz.cli.arguments import is_number
from byzanz.cli.choices import Choice
from byzanz.game.moves import BadMove, Move, parse_move
from byzanz.game.refusal import Reason, Refused

YES = ("yes", "y")
NO = ("no", "n")


class Word(StrEnum):
    """What a person may say that is no move."""

    LOOK = "look"
    SELL = "sell"
    HINT = "hint"
    MEMORY = "memory"
    LOG = "log"
    LOG_ALL = "log all"
    HELP = "help"
    QUIT = "quit"


SHORT = {"": Word.LOOK, "?": Word.HELP, "q": Word.QUIT, "exit": Word.QUIT}
VERBS = ("bid", "pass", "give", "take", "sell", "discard", "done")

Answer: TypeAlias = Move | Word


class NotUnderstood(ValueError):
    """A line that is neither a move nor a word; the message says what was expected."""


def read_answer(text: str, choices: Sequence[Choice]) -> Answer:
    """The answer in a line; capitals, commas and spaces don't matter. Raises `NotUnderstood`."""
    words = text.replace(",", " ").split()
    line = " ".join(words).lower()
    if line in SHORT:
        return SHORT[line]
    if line in set(Word):
        return Word(line)
    if is_number(line):
        return _numbered(int(line), choices)
    verb, cards = words[0].lower(), [word.upper() for word in words[1:]]
    if verb not in VERBS:
        expected = f"expected a number, {', '.join(VERBS)}, or help"
        raise NotUnderstood(f"{text.strip()[:30]!r} is no move: {expected}")
    try:
        return parse_move(" ".join([verb, *cards]))
    except BadMove as error:
        raise NotUnderstood(str(error)) from None


def _numbered(number: int, choices: Sequence[Choice]) -> Move:
    if not 1 <= number <= len(choices):
        raise NotUnderstood(f"there is no choice {number}: expected 1 to {len(choices)}")
    return choices[number - 1].move


def refusal_sentence(refusal: Refused) -> str:
    """Why a move of the person's is refused, said to them."""
    match refusal.reason:
        case Reason.NOT_HELD:
            return f"you do not hold {refusal.facts['cards']}"
        case Reason.NOT_OVER_LIMIT:
            return "you are not over the hand limit: expected no discard"
        case _:
            return str(refusal)
