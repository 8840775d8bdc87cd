"""Benchmarks of speed and memory, measured together with fixed yardsticks in one run."""
