"""What an operator sets and sees: configuration, limits, metrics, logs, maintenance."""
