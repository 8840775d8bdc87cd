"""A person's data as one file, and its deletion."""
