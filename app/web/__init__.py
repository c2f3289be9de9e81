"""What pages, sockets and the API share: identity, guards, limits, messages."""
