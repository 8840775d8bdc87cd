"""Rooms in memory: their commands, pushes, bots' moves, clocks and presence."""
