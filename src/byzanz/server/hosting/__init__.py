"""Live rooms: commands, pushes, bots' moves, clocks and presence."""
