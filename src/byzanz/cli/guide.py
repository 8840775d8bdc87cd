"""What a person is told who asks for help in a game."""

from collections.abc import Iterator

from byzanz.cards import STALL_LIST
from byzanz.cli.answer import Word
from byzanz.cli.words import STALL_WORDS, Phrase

GAME = (
    "The most profit wins. Profit comes from sets: three cards of one good, sold",
    "for the value of the highest. Merchants stand in; three merchants bring 5.",
    "Each round auctions one lot for each player. Its offer card says how many",
    "cards it has. You bid cards by their values. The winner lays them into the",
    "market, gives one card of the lot there too, and has the rest of the lot;",
    "everybody else takes the bid back. Then everybody takes one stall of the",
    "market, the lowest offer card first. More than seven cards in hand must be",
    "sold or discarded. All rules are in docs/rules.md.",
)

MOVES = (
    ("bid W1 G2", "lay these cards, on top of those you have laid"),
    ("pass", "leave the auction and take your cards back"),
    ("give C1", "this card of the lot you won goes into the market"),
    ("take S", "all cards of a stall: C G O S V W or M"),
    ("sell C1 C2 M", "sell a set, whenever you are asked"),
    ("discard C1", "with more than seven cards in hand"),
    ("done", "no more sales, at the end of the game"),
)

WORDS = {
    Word.LOOK: "show the table again; so does an empty line",
    Word.SELL: "list all sets that you can sell",
    Word.HINT: "what the expert would do, and why",
    Word.MEMORY: "what a perfect memory knows: cards seen, hands, profits",
    Word.LOG: "what happened in this round",
    Word.LOG_ALL: "what happened since the deal",
    Word.HELP: "this list",
    Word.QUIT: "leave the game",
}


def help_phrases() -> Iterator[Phrase]:
    """The game in a few lines, then all that can be typed."""
    for line in GAME:
        yield (line,)
    yield _goods()
    yield ("W4 is wood of value 4. M has the value 0 and can't be bid.",)
    yield ("Type the number of a choice, or:",)
    for example, does in MOVES:
        yield _row(example, does)
    for word, does in WORDS.items():
        yield _row(word, does)


def _goods() -> Phrase:
    parts: list[str] = []
    for stall in STALL_LIST:
        parts += [", ", stall, f" {STALL_WORDS[stall]}"]
    return tuple(parts[1:])


def _row(example: str, does: str) -> Phrase:
    return (f"  {example:<13} {does}",)
