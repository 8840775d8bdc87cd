"""The bots, from beginner to expert; a bot gets the view and options of its seat, nothing else."""
