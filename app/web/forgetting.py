"""Forgetting a person, as the page and the API do it."""

from __future__ import annotations

from functools import partial

from starlette.requests import HTTPConnection

from app.db.people import forget, rooms_with
from app.web.services import services


async def forget_player(connection: HTTPConnection, player: str) -> None:
    """Delete all that is kept of a player, then take the player from every table.

    From the first on, no cookie and no token is the player's any more; so nothing new is written
    under the id.

    Raises:
        DBAPIError: the database fails.
    """
    parts = services(connection)
    codes = await parts.reader(partial(rooms_with, player=player))
    await parts.writer.run(partial(forget, player=player))
    await parts.rooms.forget(player, codes)
    parts.leaderboards.forget()
