"""The server: rooms by link, seats, clocks, the durable log."""
