"""Names of players: printable text of 1 to 24 characters as a reader counts them."""

import unicodedata

LONGEST_NAME = 24
LONGEST_NAME_CODE_POINTS = 8 * LONGEST_NAME  # one family emoji has seven code points

JOINER = "\u200d"  # zero-width joiner: combines several emoji into one
ALLOWED = {"\u200c", JOINER, "\u3000"}  # not printable by `str.isprintable`, but part of names


class BadName(ValueError):
    """A text is not a valid name."""


def check_name(name: str) -> None:
    """Raise `BadName` unless this is a valid name; does not check that it is unique."""
    if not letter_count(name):
        raise BadName(f"expected a name of 1 to {LONGEST_NAME} characters")
    if name != name.strip():
        raise BadName("a name with spaces around it: expected none")
    if not all(letter.isprintable() or letter in ALLOWED for letter in name):
        raise BadName("a name with unprintable characters: expected printable ones")
    if len(name) > LONGEST_NAME_CODE_POINTS or letter_count(name) > LONGEST_NAME:
        raise BadName(f"a name that is too long: expected at most {LONGEST_NAME} characters")


def letter_count(name: str) -> int:
    """Count the characters that a reader sees.

    Combining marks, skin tones and joined emoji belong to one character.
    """
    count = 0
    half_flags = 0
    is_joined = False
    for letter in unicodedata.normalize("NFC", name):
        if "\U0001f1e6" <= letter <= "\U0001f1ff":
            half_flags += 1
        elif not is_joined and not _extends_previous(letter):
            count += 1
        is_joined = letter == JOINER
    return count + (half_flags + 1) // 2


def _extends_previous(letter: str) -> bool:
    return (
        unicodedata.category(letter)[0] == "M"
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
        or letter in ("\u200c", JOINER)
    )
