"""Text and drawings for the terminal, and JSON for programs."""
