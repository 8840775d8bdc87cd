"""The colours of the terminal: one per good, and purple and gold for the frame.

Cards have their own background, so that they are legible on any terminal. Every card shows its
code, so that colours are never needed.
"""

from rich.style import Style
from rich.text import Text

from byzanz.cards import Card, Stall
from byzanz.cli.render.phrases import Phrase

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


def styled(text: str, style: Style = PLAIN) -> Text:
    """Return a text in a style that texts appended to it do not inherit."""
    return Text().append(text, style)


def card_text(card: Card | Stall) -> Text:
    """Return a card, or the letter of a stall, in the colours of its good."""
    stall = card if isinstance(card, Stall) else card.stall
    return styled(card.value, GOOD_STYLES[stall])


def styled_phrase(phrase: Phrase, style: Style = PLAIN) -> Text:
    """Return a phrase with its cards in their colours and the rest in one style."""
    text = Text()
    for part in phrase:
        if isinstance(part, Card | Stall):
            text.append_text(card_text(part))
        else:
            text.append(part, style)
    return text
