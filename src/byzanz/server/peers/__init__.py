"""The other server processes that share the store."""
