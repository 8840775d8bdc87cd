"""``python -m byzanz.fast``: compile the rules now."""

import sys
from time import perf_counter

from byzanz.fast.cache import cache_directory
from byzanz.fast.warm_up import compile_all

if __name__ == "__main__":
    start = perf_counter()
    compile_all()
    kept = cache_directory() or "not kept: no directory for it can be written"
    sys.stdout.write(f"compiled rules ready in {perf_counter() - start:.1f} s, {kept}\n")
