"""The durable log of rooms, in SQLite or PostgreSQL; it knows bytes, not the game."""
