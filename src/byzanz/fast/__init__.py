"""The same rules, compiled: batches of games at millions of moves a second."""
