"""Analysis of finished games: win curves, verdicts on decisions, lot prices, and a report."""
