"""The servers of a load test: their database, their resources, and other work on the machine."""
