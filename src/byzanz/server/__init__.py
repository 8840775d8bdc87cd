"""The server: it hosts rooms, plays their bots and clocks, and answers HTTP requests."""
