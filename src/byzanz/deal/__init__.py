"""Deals that can be verified: the deck follows from a secret committed to before, and nonces."""
