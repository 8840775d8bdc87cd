"""The roster: the five bots by their ids."""

from typing import NamedTuple

from byzanz.bots.bot import Bot
from byzanz.bots.policy_bot import PolicyBot
from byzanz.engine.policies.beginner import beginner_action
from byzanz.engine.policies.greedy import greedy_action
from byzanz.engine.policies.solid import solid_action


class BotProfile(NamedTuple):
    """The names and the level of one of the five bots."""

    bot_id: str
    name: str
    character: str  # one sentence, shown to people
    level: str  # the difficulty, shown to people


ROSTER = (
    BotProfile(
        "beginner",
        "Niketas the apprentice",
        "Pays too much, forgets what he holds, sells too soon.",
        "very easy",
    ),
    BotProfile(
        "greedy",
        "Zotikos the pedlar",
        "Sees the set in front of him, and nothing behind it.",
        "easy",
    ),
    BotProfile(
        "solid",
        "Kassia the shipowner",
        "Knows what every card is worth, and what it costs.",
        "medium",
    ),
    BotProfile(
        "strong",
        "Leontios the banker",
        "Tries out a hundred futures before he pays for one.",
        "hard",
    ),
    BotProfile(
        "expert",
        "Eudokia the eparch",
        "Oversees every market in the city, and remembers every card.",
        "expert",
    ),
)


class SearchBudget(NamedTuple):
    """The effort of a search in one decision."""

    playouts: int
    rounds: int  # number of rounds of a play-out


MOST_PLAYOUTS = 1_000_000  # the most play-outs per decision that a bot id may request
SEARCHES = {"strong": SearchBudget(100, rounds=1), "expert": SearchBudget(2000, rounds=2)}

POLICIES = {"beginner": beginner_action, "greedy": greedy_action, "solid": solid_action}


def profile_of(bot_id: str) -> BotProfile | None:
    """Return the profile of `solid` or `expert:250`, for example; None for an external program."""
    return next((bot for bot in ROSTER if bot_id.partition(":")[0] == bot.bot_id), None)


def is_searching(bot_id: str) -> bool:
    """Return whether a bot searches, so that it needs compiled code."""
    return bot_id.partition(":")[0] in SEARCHES


class UnknownBot(ValueError):
    """A bot id that names no bot."""


def make_bot(bot_id: str, seed: int = 0) -> Bot:
    """Make a bot by its id, such as ``solid``, or ``expert:250`` with 250 play-outs per decision.

    Raises `UnknownBot`. The same seed gives the same moves. External programs are started by
    `byzanz.programs`, not here.

    >>> make_bot("solid").playouts
    0
    """
    name, colon, playouts = bot_id.partition(":")
    if bot_id in POLICIES:
        return PolicyBot(POLICIES[bot_id], seed)
    if name not in SEARCHES:
        bot_ids = ", ".join(bot.bot_id for bot in ROSTER)
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
