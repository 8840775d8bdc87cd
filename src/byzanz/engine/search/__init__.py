"""Search: sample complete tables consistent with a view, and play every candidate on each."""
