"""The engine of the bots and the analysis: evaluation, policies and search, in the dialect."""
