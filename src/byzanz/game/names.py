"""Players' names: printable text of 1 to 24 characters as people count them."""

import unicodedata

LONGEST_NAME = 24
LONGEST_NAME_CODE_POINTS = 8 * LONGEST_NAME  # a family of four is one character of seven

JOINER = "\u200d"  # makes one emoji of several
ALLOWED = {"\u200c", JOINER, "\u3000"}  # not printable by themselves, but part of names


class BadName(ValueError):
    """A text that is no name."""


def check_name(name: str) -> None:
    """Raise `BadName` unless this can be a player's name."""
    if not letter_count(name):
        raise BadName(f"expected a name of 1 to {LONGEST_NAME} characters")
    if name != name.strip():
        raise BadName("a name with spaces around it: expected none")
    if not all(letter.isprintable() or letter in ALLOWED for letter in name):
        raise BadName("a name with unprintable characters: expected printable ones")
    if len(name) > LONGEST_NAME_CODE_POINTS or letter_count(name) > LONGEST_NAME:
        raise BadName(f"a name of more than {LONGEST_NAME} characters: expected at most so many")


def letter_count(name: str) -> int:
    """How many characters people count: marks, skin tones and joined emoji belong together."""
    count = 0
    half_flags = 0
    is_joined = False
    for letter in unicodedata.normalize("NFC", name):
        if "\U0001f1e6" <= letter <= "\U0001f1ff":
            half_flags += 1
        elif not is_joined and not _belongs_to_the_one_before(letter):
            count += 1
        is_joined = letter == JOINER
    return count + (half_flags + 1) // 2


def _belongs_to_the_one_before(letter: str) -> bool:
    return (
        unicodedata.category(letter)[0] == "M"
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
        or letter in ("\u200c", JOINER)
    )
