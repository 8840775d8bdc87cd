"""The durable log of rooms, in SQLite or PostgreSQL. Entries are opaque bytes here."""
