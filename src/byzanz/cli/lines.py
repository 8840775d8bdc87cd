"""Lines of text that keep to a width, counted in terminal cells."""

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from byzanz.cli.palette import PLAIN, RULE, TITLE, piece


def fitted(text: Text | str, width: int, *, style: Style = PLAIN, right: bool = False) -> Text:
    """The text in exactly this width: cut with an ellipsis, or padded in the same style."""
    cell = piece(text, style) if isinstance(text, str) else text.copy()
    cell.truncate(width, overflow="ellipsis")
    gap = width - cell_len(cell.plain)
    if right:
        return piece(" " * gap).append_text(cell)
    cell.append(" " * gap, style)
    return cell


def rule(title: str, width: int) -> Text:
    """A section's head: its title on a rule."""
    line = piece("── ", RULE).append(title, TITLE).append(" ", RULE)
    return line.append("─" * max(0, width - cell_len(line.plain)), RULE)


def both_ends(left: Text, right: Text, width: int, *, style: Style = PLAIN) -> Text:
    """Two texts at the ends of a line; where both do not fit, the left one is cut."""
    line = fitted(left, width - cell_len(right.plain) - 1)
    line.append(" ").append_text(right)
    line.stylize_before(style)
    return line
