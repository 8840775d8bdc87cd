"""Evaluation of hands, markets and finished rounds, read from tuned tables."""
