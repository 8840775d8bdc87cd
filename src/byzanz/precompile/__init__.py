"""Compilation ahead of use: one compiler per machine and version, which slows down during play."""
