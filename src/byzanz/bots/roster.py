"""The five bots by the word that names them."""

from typing import NamedTuple

from byzanz.bots.beginner import beginner_action
from byzanz.bots.bot import Bot
from byzanz.bots.greedy import greedy_action
from byzanz.bots.policy import PolicyBot
from byzanz.bots.solid import solid_action


class Rung(NamedTuple):
    """One of the five, weakest first."""

    word: str
    name: str
    character: str  # one line, shown to people
    level: str  # what people choose by


RUNGS = (
    Rung(
        "beginner",
        "Niketas the apprentice",
        "Pays too much, forgets what he holds, sells too soon.",
        "very easy",
    ),
    Rung(
        "greedy",
        "Zotikos the pedlar",
        "Sees the set in front of him, and nothing behind it.",
        "easy",
    ),
    Rung(
        "solid",
        "Kassia the shipowner",
        "Knows what every card is worth, and what it costs.",
        "medium",
    ),
    Rung(
        "strong",
        "Leontios the banker",
        "Tries out a hundred futures before he pays for one.",
        "hard",
    ),
    Rung(
        "expert",
        "Eudokia the eparch",
        "Oversees every market in the city, and remembers every card.",
        "expert",
    ),
)


class Search(NamedTuple):
    """How much is tried in one decision."""

    playouts: int
    rounds: int  # of a play-out


MOST_PLAYOUTS = 1_000_000
SEARCHES = {"strong": Search(100, rounds=1), "expert": Search(2000, rounds=2)}

POLICIES = {"beginner": beginner_action, "greedy": greedy_action, "solid": solid_action}


class UnknownBot(ValueError):
    """A word that names no bot."""


def make_bot(word: str, seed: int = 0) -> Bot:
    """The bot of a word such as ``solid``, or ``expert:250`` with that many play-outs a decision.

    Raises `UnknownBot`. The same seed gives the same moves.
    """
    rung, colon, playouts = word.partition(":")
    if word in POLICIES:
        return PolicyBot(POLICIES[word], seed)
    if rung not in SEARCHES:
        words = ", ".join(rung.word for rung in RUNGS)
        raise UnknownBot(f"no bot is called {word[:40]!r}: expected one of {words}")
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.bots.searcher import SearchBot  # noqa: PLC0415

    search = SEARCHES[rung]
    return SearchBot(_read_playouts(playouts) if colon else search.playouts, search.rounds, seed)


def _read_playouts(text: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if not is_number or not 1 <= int(text) <= MOST_PLAYOUTS:
        raise UnknownBot(f"{text[:40]!r} play-outs: expected a number from 1 to {MOST_PLAYOUTS}")
    return int(text)
