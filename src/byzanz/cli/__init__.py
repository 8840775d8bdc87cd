"""The command line: `byzanz …`."""
