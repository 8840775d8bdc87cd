"""Matches between bots: many games on the same decks, with statistics and ratings."""
