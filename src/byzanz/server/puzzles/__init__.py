"""Puzzles for people: their mistakes, the shipped collection, answers and repetitions."""
