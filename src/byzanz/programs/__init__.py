"""External bots: programs that speak JSON lines on standard input and output."""
