"""HTTP and WebSocket: routes, identity, push sockets, pages, running the server."""
