"""The command line, `byzanz`."""
