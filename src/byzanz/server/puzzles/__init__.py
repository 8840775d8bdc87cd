"""Puzzles for people: own mistakes, the shipped collection, answers and what comes back."""
