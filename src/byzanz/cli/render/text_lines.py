"""Lines of text of an exact width, in terminal cells."""

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from byzanz.cli.render.palette import PLAIN, RULE, TITLE, styled


def fitted(text: Text | str, width: int, *, style: Style = PLAIN, right: bool = False) -> Text:
    """Return the text cut with an ellipsis or padded to exactly this width."""
    cell = styled(text, style) if isinstance(text, str) else text.copy()
    cell.truncate(width, overflow="ellipsis")
    gap = width - cell_len(cell.plain)
    if right:
        return styled(" " * gap).append_text(cell)
    cell.append(" " * gap, style)
    return cell


def rule(title: str, width: int) -> Text:
    """Return the heading of a section: its title on a horizontal rule."""
    line = styled("── ", RULE).append(title, TITLE).append(" ", RULE)
    return line.append("─" * max(0, width - cell_len(line.plain)), RULE)


def both_ends(left: Text, right: Text, width: int, *, style: Style = PLAIN) -> Text:
    """Return a line with a text at each end; the left one is cut if both do not fit."""
    line = fitted(left, width - cell_len(right.plain) - 1)
    line.append(" ").append_text(right)
    line.stylize_before(style)
    return line
