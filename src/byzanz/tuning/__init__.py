"""Tuning the parameters of solid and of the leaf evaluation by self-play."""
