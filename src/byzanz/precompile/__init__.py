"""Compiling ahead of use: one compiler for each machine and version, which gives way to play."""
