"""Writes reports as sentences in four languages."""
