"""What the game costs: speed and memory, measured beside fixed yardsticks in one run."""
