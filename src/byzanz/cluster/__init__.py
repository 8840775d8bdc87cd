"""Work on many machines with Ray: connecting, tasks, and games of matches."""
