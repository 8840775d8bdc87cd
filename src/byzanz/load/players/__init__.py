"""The virtual players of a load test: their rooms, their sockets and their moves."""
