"""A crowd of players for a server, and what it measures."""
