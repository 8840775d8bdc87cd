"""Verifying the deal of a record, with the line where it fails."""

from byzanz.deal.headers import BadHeader, read_headers
from byzanz.deal.verification import CommitmentDiffers, DeckDiffers, DrawDiffers, verify
from byzanz.game.record import OWN_WORDS, RULES_VERSION, BadRecord, Record


class NoDeal(Exception):
    """A record whose deck was given."""

    def __str__(self) -> str:
        return "this record has no verified deal: its deck was given"


def verified_commitment(data: bytes, record: Record, noted: str | None) -> str:
    """The commitment of a record's deal, once all holds; raises `NoDeal` or `BadRecord`.

    `data` is what the record was read from; `noted` is the commitment that somebody noted before.
    """
    lines = _words(data)
    try:
        claim = read_headers(record.headers, len(record.names))
    except BadHeader as error:
        others = [line for line, word in lines if word not in OWN_WORDS]
        raise BadRecord(others[error.index], error.reason) from None
    if claim is None:
        raise NoDeal
    line_of = {word: line for line, word in lines}
    if noted is not None and noted != claim.commitment:
        raise BadRecord(line_of["commitment"], f"not the commitment noted before: expected {noted}")
    try:
        verify(claim, record.deck, rules_version=RULES_VERSION)
    except CommitmentDiffers as error:
        raise BadRecord(line_of["commitment"], str(error)) from None
    except DrawDiffers as error:
        raise BadRecord(line_of["draw"], str(error)) from None
    except DeckDiffers as error:
        raise BadRecord(line_of["deck"], str(error)) from None
    return claim.commitment


def _words(data: bytes) -> list[tuple[int, str]]:
    """The first word of every line of a good record that is no comment, with its number."""
    words = []
    for number, line in enumerate(data.decode("utf-8-sig").split("\n"), start=1):
        word = line.removesuffix("\r").strip(" ").partition(" ")[0]
        if word and not word.startswith("#"):
            words.append((number, word))
    return words
