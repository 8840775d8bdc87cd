"""The load test: plays in many rooms of a server at once, and measures latency and losses."""
