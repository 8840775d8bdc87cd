"""The figures of an analysis as people read them; they are whole numbers of millionths.

Halves are rounded up, as in `web/src/analysis/figures.ts`.
"""

from byzanz.words import formats

HUNDREDTH = 10_000
TENTH = 100_000
MINUS = "\N{MINUS SIGN}"


def hundredths(share: int) -> int:
    """Round a share of the victory to whole percent."""
    return (share + HUNDREDTH // 2) // HUNDREDTH


def percent(share: int, language: str) -> str:
    """Write a share as whole percent: "43%"."""
    return formats.percent(hundredths(share), language)


def percent_change(change: int, language: str) -> str:
    """Write a change of a share as whole percent with its sign: "+4%"."""
    return signed(formats.percent(hundredths(change), language), hundredths(change))


def percentage_points(share: int, language: str) -> str:
    """Write a share in percent with one decimal and no unit: "42.8", for a column of a table."""
    return decimal(100 * share, language)


def percentage_points_change(change: int, language: str) -> str:
    """Write a change of a share in percent with one decimal and its sign: "+0.4"."""
    return signed(decimal(100 * change, language), _tenths(100 * change))


def decimal(millionths: int, language: str) -> str:
    """Write a number with one decimal: "2.0"."""
    return formats.tenths(_tenths(millionths), language)


def short_decimal(millionths: int, language: str) -> str:
    """Write a number with one decimal unless that is 0: "2.5", but "2"."""
    tenths = _tenths(millionths)
    return decimal(millionths, language) if tenths % 10 else formats.number(tenths // 10, language)


def signed(text: str, value: int) -> str:
    """Put the sign of a value before its text; 0 has none."""
    return f"+{text}" if value > 0 else text.replace("-", MINUS)


def _tenths(millionths: int) -> int:
    return (millionths + TENTH // 2) // TENTH
