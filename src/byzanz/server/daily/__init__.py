"""The deal of the day: its secret, its tries, its end, and what is shown of it."""
