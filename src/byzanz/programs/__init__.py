"""Other people's bots: programs that speak JSON lines."""
