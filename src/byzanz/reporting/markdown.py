"""Markdown tables."""

from collections.abc import Iterator, Sequence


def markdown_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, text_columns: int = 1
) -> Iterator[str]:
    """Yield the lines of a table; columns after the first `text_columns` are aligned right."""
    yield _row(head)
    yield _row(["---"] * text_columns + ["---:"] * (len(head) - text_columns))
    for row in rows:
        yield _row(row)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
