"""The compiled rules: batches of games at millions of moves per second."""
