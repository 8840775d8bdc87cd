"""The picture of a finished game and those of shared links, as SVG."""
