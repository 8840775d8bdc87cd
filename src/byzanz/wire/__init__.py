"""The wire protocol: the messages and endpoints between the server and its clients."""
