"""Colours: one for each good, and the purple and gold of the frame.

Cards are drawn dark or light on their own ground, so they read on any terminal; every card shows
its code, so they read without colour too.
"""

from rich.style import Style
from rich.text import Text

from byzanz.cards import Card, Stall
from byzanz.cli.words import Phrase

GOOD_STYLES = {
    Stall.C: Style.parse("#10141c on #74a9dd"),
    Stall.G: Style.parse("#1c1604 on #e8c64f"),
    Stall.O: Style.parse("#10160a on #93b955"),
    Stall.S: Style.parse("#1c0d04 on #e8823c"),
    Stall.V: Style.parse("#fdf0f5 on #a03a63"),
    Stall.W: Style.parse("#fbf3e8 on #7a5a3c"),
    Stall.M: Style.parse("bold #f6e3b0 on #3c4468"),
}
HEADER = Style.parse("bold #f2d891 on #4a1d57")
HEADER_SIDE = Style.parse("#d9c4df on #4a1d57")
RULE = Style.parse("#8a6a99")
TITLE = Style.parse("bold #a478b8")
MARK = Style.parse("bold #c9921a")
STRONG = Style.parse("bold")
FAINT = Style.parse("dim")
PLAIN = Style()


def piece(text: str, style: Style = PLAIN) -> Text:
    """A text in a style that nothing appended to it inherits."""
    return Text().append(text, style)


def card_text(word: Card | Stall) -> Text:
    """A card, or the letter of a stall, on the ground of its good."""
    stall = word if isinstance(word, Stall) else word.stall
    return piece(word.value, GOOD_STYLES[stall])


def painted(phrase: Phrase, style: Style = PLAIN) -> Text:
    """A phrase with its cards in colour and the rest in one style."""
    text = Text()
    for part in phrase:
        if isinstance(part, Card | Stall):
            text.append_text(card_text(part))
        else:
            text.append(part, style)
    return text
