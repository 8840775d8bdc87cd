"""A server for one person and bots on their own device, without I/O: the page keeps its rows."""
