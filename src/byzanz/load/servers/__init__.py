"""The servers of a load test: what they run on, what they use and what runs beside them."""
