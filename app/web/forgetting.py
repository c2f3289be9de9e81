"""Forgetting a person, as the page and the API do it."""

from __future__ import annotations

from functools import partial

from starlette.requests import HTTPConnection

from app.db.people import forget
from app.web.services import services


async def forget_player(connection: HTTPConnection, player: str) -> None:
    """Delete all that is kept of a player, then take the player from every table.

    From the first on, no cookie and no token is the player's any more, and every write looks
    first whether the player is here; so nothing new is written under the id. What of the second
    is not done when the server stops, the next one does.

    Raises:
        DBAPIError: the database fails.
    """
    parts = services(connection)
    await parts.writer.run(partial(forget, player=player))
    await parts.rooms.say_farewells(player)
    parts.leaderboards.forget()
