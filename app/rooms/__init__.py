"""Rooms: tables at which people and computers play. A room's state is the fold of its log."""
