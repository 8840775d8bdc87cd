"""Byzanz, the auction card game."""
