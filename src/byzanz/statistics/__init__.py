"""Statistics of finished games, written as a page with figures."""
