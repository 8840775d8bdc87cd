"""The connection of this process to the other server processes on the same store."""
