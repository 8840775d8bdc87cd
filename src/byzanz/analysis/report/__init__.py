"""Builds the report on an analysed game: players, moments, lots and outcome, as data."""
