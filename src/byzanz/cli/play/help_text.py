"""The help that is printed during a game."""

from collections.abc import Iterator

from byzanz.cards import STALL_LIST
from byzanz.cli.play.typed_input import Keyword
from byzanz.cli.render.phrases import STALL_NAMES, Phrase

GAME = (
    "The most profit wins. You make profit with sets: three cards of one good,",
    "sold for the value of the highest. Merchants replace any good; three",
    "merchants bring 5. Each round auctions one lot per player. The offer card of",
    "a lot says how many cards it has. You bid with cards, which count their",
    "values. The winner pays the bid into the market, adds one card of the lot,",
    "and keeps the rest of the lot; all others take their bids back. Then each",
    "player takes one stall of the market, the lowest offer card first. With more",
    "than seven cards in hand you must sell or discard. All rules are in",
    "docs/rules.md.",
)

MOVES = (
    ("bid W1 G2", "bid these cards, in addition to those you have already bid"),
    ("pass", "leave the auction and take your cards back"),
    ("give C1", "put this card of the lot you won into the market"),
    ("take S", "take all cards of a stall: C G O S V W or M"),
    ("sell C1 C2 M", "sell a set, at any question"),
    ("discard C1", "discard a card, with more than seven in hand"),
    ("done", "sell no more, at the end of the game"),
)

KEYWORDS = {
    Keyword.LOOK: "show the table again; so does an empty line",
    Keyword.SELL: "list all sets that you can sell",
    Keyword.HINT: "what the expert bot would do, and why",
    Keyword.MEMORY: "what a perfect memory knows: cards seen, hands, profits",
    Keyword.LOG: "what happened in this round",
    Keyword.LOG_ALL: "what happened since the deal",
    Keyword.HELP: "this list",
    Keyword.QUIT: "leave the game",
}


def help_phrases() -> Iterator[Phrase]:
    """Yield a summary of the rules, then all moves and keywords."""
    for line in GAME:
        yield (line,)
    yield _goods()
    yield ("W4 is wood of value 4. M has the value 0 and can't be bid.",)
    yield ("Type the number of a choice, or:",)
    for example, meaning in MOVES:
        yield _row(example, meaning)
    for keyword, meaning in KEYWORDS.items():
        yield _row(keyword, meaning)


def _goods() -> Phrase:
    parts: list[str] = []
    for stall in STALL_LIST:
        parts += [", ", stall, f" {STALL_NAMES[stall]}"]
    return tuple(parts[1:])


def _row(typed: str, meaning: str) -> Phrase:
    return (f"  {typed:<13} {meaning}",)
