"""The HTML page of a match and the Markdown page of the ladder."""
