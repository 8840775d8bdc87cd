"""The handlers of the endpoints, in one file for each area of the protocol."""
