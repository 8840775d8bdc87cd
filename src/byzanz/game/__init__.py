"""The typed interface of the rules: games, moves, events, views, options, memory and records."""
