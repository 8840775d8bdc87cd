"""Worker processes for bots, hints and analyses, and their queues."""
