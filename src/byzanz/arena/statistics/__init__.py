"""Statistics of the game: what finished games say, counted, drawn and written as a page."""
