"""Tables of Markdown."""

from collections.abc import Iterator, Sequence


def markdown_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1
) -> Iterator[str]:
    """A table of Markdown; after so many columns of words come figures."""
    yield _row(head)
    yield _row(["---"] * words + ["---:"] * (len(head) - words))
    for row in rows:
        yield _row(row)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
