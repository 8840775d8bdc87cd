"""The operator's side of a server: configuration, limits, metrics, logs, maintenance."""
