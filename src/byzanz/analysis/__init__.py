"""What happened in a game: what each position promised, and what each decision was worth."""
