"""The compiled rules: batches of games at millions of moves a second."""
