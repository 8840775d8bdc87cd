"""External bots: programs that exchange JSON lines on standard input and output."""
