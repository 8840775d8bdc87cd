"""A Python client for a Byzanz server."""
