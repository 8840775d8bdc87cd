"""Bots, from beginner to expert: each gets its seat's view and options, and nothing else."""
