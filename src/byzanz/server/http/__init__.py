"""HTTP and WebSockets: routes, identity, push sockets, pages, and the program's main loop."""
