"""The languages of browsers in tests: German has the longest words."""

import pytest

LANGUAGES = (
    "de-DE",
    *(pytest.param(language, marks=pytest.mark.long) for language in ("en-GB", "it-IT", "nl-NL")),
)
