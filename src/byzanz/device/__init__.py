"""A server for one person and bots, on their own device, without any I/O: the page stores its rows."""
