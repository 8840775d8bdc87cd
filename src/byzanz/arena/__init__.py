"""Matches between bots: many games on the same decks, and what they say about strength."""
