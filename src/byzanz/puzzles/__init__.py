"""Puzzles: positions with one best answer, how they are made, checked, kept and judged."""
