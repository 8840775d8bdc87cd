"""Values of positions and lots: win shares, expected profits, break-even prices."""
