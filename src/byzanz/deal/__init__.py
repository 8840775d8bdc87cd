"""The verified deal: the deck follows from a committed secret and the players' nonces."""
