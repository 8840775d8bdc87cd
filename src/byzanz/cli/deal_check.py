"""Verifying the deal of a record, with the line number of the first error."""

from byzanz.deal.record_headers import BadHeader, read_headers
from byzanz.deal.verification import CommitmentDiffers, DeckDiffers, DrawDiffers, verify
from byzanz.game.record import RESERVED_WORDS, RULES_VERSION, BadRecord, Record


class NoDeal(Exception):
    """The record has no verified deal."""

    def __str__(self) -> str:
        return "this record has no verified deal: its deck was given"


def verified_commitment(data: bytes, record: Record, noted: str | None) -> str:
    """Verify the deal of a record and return its commitment; raises `NoDeal` or `BadRecord`.

    `data` are the bytes that the record was parsed from. `noted` is the commitment that a player
    noted before the game, if any.
    """
    lines = _keywords(data)
    try:
        claim = read_headers(record.headers, len(record.names))
    except BadHeader as error:
        header_lines = [line for line, keyword in lines if keyword not in RESERVED_WORDS]
        raise BadRecord(header_lines[error.index], error.reason) from None
    if claim is None:
        raise NoDeal
    line_of = {keyword: line for line, keyword in lines}
    if noted is not None and noted != claim.commitment:
        raise BadRecord(
            line_of["commitment"], f"not the commitment that you noted: expected {noted}"
        )
    try:
        verify(claim, record.deck, rules_version=RULES_VERSION)
    except CommitmentDiffers as error:
        raise BadRecord(line_of["commitment"], str(error)) from None
    except DrawDiffers as error:
        raise BadRecord(line_of["draw"], str(error)) from None
    except DeckDiffers as error:
        raise BadRecord(line_of["deck"], str(error)) from None
    return claim.commitment


def _keywords(data: bytes) -> list[tuple[int, str]]:
    """Return number and first word of every line of a valid record, without comments."""
    keywords = []
    for number, line in enumerate(data.decode("utf-8-sig").split("\n"), start=1):
        keyword = line.removesuffix("\r").strip(" ").partition(" ")[0]
        if keyword and not keyword.startswith("#"):
            keywords.append((number, keyword))
    return keywords
