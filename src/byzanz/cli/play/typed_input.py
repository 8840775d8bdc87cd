"""Reading a typed line: a move, the number of a choice, or a keyword."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

from byzanz.cli.arguments import is_number
from byzanz.cli.play.move_menu import Choice
from byzanz.game.moves import BadMove, Move, parse_move
from byzanz.game.refusal import Reason, Refused

YES = ("yes", "y")
NO = ("no", "n")


class Keyword(StrEnum):
    """Everything that a person may type besides moves and numbers."""

    LOOK = "look"
    SELL = "sell"
    HINT = "hint"
    MEMORY = "memory"
    LOG = "log"
    LOG_ALL = "log all"
    HELP = "help"
    QUIT = "quit"


ABBREVIATIONS = {"": Keyword.LOOK, "?": Keyword.HELP, "q": Keyword.QUIT, "exit": Keyword.QUIT}
VERBS = ("bid", "pass", "give", "take", "sell", "discard", "done")

Answer: TypeAlias = Move | Keyword


class InvalidInput(ValueError):
    """A line that is neither a move nor a keyword; the message says what was expected."""


def read_answer(text: str, choices: Sequence[Choice]) -> Answer:
    """Read a line; ignores case, commas and extra spaces. Raises `InvalidInput`.

    Does not check that a move is legal.
    """
    words = text.replace(",", " ").split()
    line = " ".join(words).lower()
    if line in ABBREVIATIONS:
        return ABBREVIATIONS[line]
    if line in set(Keyword):
        return Keyword(line)
    if is_number(line):
        return _numbered(int(line), choices)
    verb, cards = words[0].lower(), [word.upper() for word in words[1:]]
    if verb not in VERBS:
        expected = f"expected a number, {', '.join(VERBS)}, or help"
        raise InvalidInput(f"{text.strip()[:30]!r} is not a move: {expected}")
    try:
        return parse_move(" ".join([verb, *cards]))
    except BadMove as error:
        raise InvalidInput(str(error)) from None


def _numbered(number: int, choices: Sequence[Choice]) -> Move:
    if not 1 <= number <= len(choices):
        raise InvalidInput(f"there is no choice {number}: expected 1 to {len(choices)}")
    return choices[number - 1].move


def refusal_sentence(refusal: Refused) -> str:
    """Return why a move is refused, addressed to the person who made it."""
    match refusal.reason:
        case Reason.NOT_HELD:
            return f"you do not hold {refusal.facts['cards']}"
        case Reason.NOT_OVER_LIMIT:
            return "you are not over the hand limit: expected no discard"
        case _:
            return str(refusal)
