"""The protocol: what goes over the wire between the server and its clients, and nothing else."""
