"""The JSON API: the same commands and views as the pages, for programs (docs/api.md)."""

from app.api import circles, daily, leaderboards, lobby, matches, players, rooms, socket

ROUTERS = (
    players.router,
    rooms.router,
    lobby.router,
    daily.router,
    matches.router,
    leaderboards.router,
    circles.router,
    socket.router,
)
