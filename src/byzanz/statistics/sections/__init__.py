"""The sections of the statistics page."""
