"""The server: rooms, pages, sockets, API and database around the engine."""
