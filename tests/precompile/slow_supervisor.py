"""The supervisor of `slow_compiler`, with the same arguments."""

import sys

from byzanz.precompile import supervisor

if __name__ == "__main__":
    supervisor.COMPILER = "tests.precompile.slow_compiler"
    sys.exit(not supervisor.compile_units(sys.argv[1:]))
