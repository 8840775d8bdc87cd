"""The roster: the five bots by their ids."""

from typing import NamedTuple

from byzanz.bots.bot import Bot
from byzanz.bots.policy_bot import PolicyBot
from byzanz.engine.policies.beginner import beginner_action
from byzanz.engine.policies.greedy import greedy_action
from byzanz.engine.policies.solid import solid_action


class Rung(NamedTuple):
    """One of the five bots."""

    bot_id: str
    name: str
    character: str  # one sentence, shown to people
    level: str  # the difficulty, shown to people


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


class SearchBudget(NamedTuple):
    """The effort of a search in one decision."""

    playouts: int
    rounds: int  # of a play-out


MOST_PLAYOUTS = 1_000_000
SEARCHES = {"strong": SearchBudget(100, rounds=1), "expert": SearchBudget(2000, rounds=2)}

POLICIES = {"beginner": beginner_action, "greedy": greedy_action, "solid": solid_action}


def rung_of(bot_id: str) -> Rung | None:
    """The rung of a bot id, with or without play-outs; None for an outside program."""
    return next((rung for rung in RUNGS if bot_id.partition(":")[0] == rung.bot_id), None)


def is_searching(bot_id: str) -> bool:
    """Does this bot search, and so need compiled code?"""
    return bot_id.partition(":")[0] in SEARCHES


class UnknownBot(ValueError):
    """A bot id names no bot."""


def make_bot(bot_id: str, seed: int = 0) -> Bot:
    """Make a bot by its id, such as ``solid``, or ``expert:250`` with 250 play-outs a decision.

    Raises `UnknownBot`. The same seed gives the same moves. Does not make outside programs: see
    `byzanz.programs`.

    >>> make_bot("solid").playouts
    0
    """
    name, colon, playouts = bot_id.partition(":")
    if bot_id in POLICIES:
        return PolicyBot(POLICIES[bot_id], seed)
    if name not in SEARCHES:
        bot_ids = ", ".join(rung.bot_id for rung in RUNGS)
        raise UnknownBot(f"no bot is called {bot_id[:40]!r}: expected one of {bot_ids}")
    # Imported late because NumPy and Numba take most of a second to load.
    from byzanz.bots.search_bot import SearchBot  # noqa: PLC0415

    budget = SEARCHES[name]
    return SearchBot(_parse_playouts(playouts) if colon else budget.playouts, budget.rounds, seed)


def _parse_playouts(text: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if not is_number or not 1 <= int(text) <= MOST_PLAYOUTS:
        raise UnknownBot(f"{text[:40]!r} play-outs: expected a number from 1 to {MOST_PLAYOUTS}")
    return int(text)
