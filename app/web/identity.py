"""Who is asking: a player id in a signed cookie, or the player of a bearer token."""

from __future__ import annotations

import secrets
import time
from functools import partial

from starlette.requests import HTTPConnection

from app.db import players
from app.rooms.refused import Refused
from app.web.limits import caller_address
from app.web.refusals import NOT_SIGNED_IN
from app.web.services import services

COOKIE = "kings"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; every day of play renews it."""
DAY_SECONDS = 24 * 3600
ASKED_BEFORE = "kings.player"
"""Where a request keeps whose token it has: several parts of it ask."""


def bearer(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a request, if it has one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def known_player(connection: HTTPConnection) -> str | None:
    """Return the id of the player who asks, None for a newcomer.

    Raises:
        Refused: a bearer token was sent and is not known; too many of them are not looked at.
    """
    token = bearer(connection)
    if token is None:
        return cookie_player(connection)
    asked: str | None = connection.scope.get(ASKED_BEFORE)
    if asked is not None:
        return asked
    parts = services(connection)
    player = await parts.reader(partial(players.by_token, token=token))
    if player is None:
        await parts.limits.check("wrong guesses", caller_address(connection))
        raise Refused(NOT_SIGNED_IN)
    connection.scope[ASKED_BEFORE] = player
    return player


async def lose_forgotten(connection: HTTPConnection) -> None:
    """Make a cookie nobody's whose player was forgotten, by whichever device; before every answer.

    A player's row is there before the cookie is: so whoever has none is gone.
    """
    player = connection.session.get("player")
    if player is None:
        return
    if not await services(connection).reader(partial(players.known, ids=[player])):
        connection.session.clear()


def cookie_player(connection: HTTPConnection) -> str | None:
    """Return the player id of the cookie, and renew the cookie once a day."""
    session = connection.session
    player: str | None = session.get("player")
    if player is not None and session.get("day") != (today := int(time.time()) // DAY_SECONDS):
        session["day"] = today
    return player


async def cookie_player_or_newcomer(connection: HTTPConnection) -> str:
    """Return the player id of the cookie; a newcomer gets one, and is written down at once.

    Raises:
        TooMany: very many newcomers come from this address.
        DBAPIError: the database fails.
    """
    player = cookie_player(connection)
    if player is None:
        parts = services(connection)
        await parts.limits.check("newcomers", caller_address(connection))
        player = new_player_id()
        await parts.writer.run(partial(players.keep, player=player))
        connection.session["player"] = player
    return player


def become(connection: HTTPConnection, player: str) -> None:
    """Let the cookie hold this player alone, and nothing of whoever was there before."""
    connection.session.clear()
    connection.session["player"] = player


def new_player_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_hex(12)
