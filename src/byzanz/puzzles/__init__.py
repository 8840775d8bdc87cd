"""Puzzles, which are positions with one best kind of answer: making, checking, storing, judging."""
