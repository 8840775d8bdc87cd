"""Rooms without I/O: the fold of a room's log, its commands, and the updates for each seat."""
