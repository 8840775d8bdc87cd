"""Where compiled code is kept."""

import os
import subprocess
import sys

from byzanz.fast.cache import cache_directory, source_hash


def test_the_directory_carries_the_hash_of_the_sources():
    assert cache_directory().name == f"compiled-{source_hash()}"


def test_without_a_directory_nothing_is_kept(tmp_path):
    """Code beside the sources would be used again after an edit."""
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    code = (
        "from byzanz.fast.batch import copy_rows; from byzanz.fast.cache import cache_directory;"
        "from numba.core.caching import NullCache;"
        "print(cache_directory(), isinstance(copy_rows._cache, NullCache))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "BYZANZ_CACHE_DIR": str(blocked / "below")},
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["None", "True"]
