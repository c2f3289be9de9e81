"""Carrying an identity to another device: a link that works once, for ten minutes.

Whoever opens it only sees whom it carries; a form uses it up. So the previews that messengers
fetch of a link leave it alone.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import NamedTuple, NoReturn

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from app.db import device_links, players
from app.rooms.refused import Refused
from app.web.addresses import public_url
from app.web.identity import become
from app.web.limits import caller_address
from app.web.refusals import LINK_GONE
from app.web.services import services

TOKEN_BYTES = 32
MINUTES = 10


class DeviceLink(NamedTuple):
    """A link, and the time in milliseconds until which it works."""

    url: str
    expires_at: int


class Carried(NamedTuple):
    """Whom a link carries."""

    player: str
    name: str | None


async def make_link(connection: HTTPConnection, player: str) -> DeviceLink:
    """Return a link that carries the player; one made earlier works no more.

    Raises:
        TooMany: this address has made many.
    """
    parts = services(connection)
    await parts.limits.check("device links", caller_address(connection))
    token, now = secrets.token_urlsafe(TOKEN_BYTES), parts.now()
    expires_at = now + MINUTES * 60_000
    add = partial(device_links.add, player=player, token=token, now=now, expires_at=expires_at)
    await parts.writer.run(add)
    return DeviceLink(f"{public_url(connection)}/me/devices/{token}", expires_at)


async def look_at_link(connection: HTTPConnection, token: str) -> Carried:
    """Return whom a link carries, without using it up.

    Raises:
        Refused: it carries nobody (any more), or this address has guessed wrong too often.
    """
    parts, where = services(connection), caller_address(connection)
    await parts.limits.check_without_counting("wrong guesses", where)
    carried = await parts.reader(partial(_carried, token=token, now=parts.now()))
    if carried is None:
        await _refuse(connection)
    return carried


async def use_link(connection: HTTPConnection, token: str) -> None:
    """Let this device be the player's, too; what it was before, it is no more.

    Raises:
        Refused: as `look_at_link` does.
    """
    parts, where = services(connection), caller_address(connection)
    await parts.limits.check_without_counting("wrong guesses", where)
    player = await parts.writer.run(partial(device_links.use, token=token, now=parts.now()))
    if player is None:
        await _refuse(connection)
    become(connection, player)


async def _refuse(connection: HTTPConnection) -> NoReturn:
    """Say the same of a link that never was as of one that is over."""
    await services(connection).limits.check("wrong guesses", caller_address(connection))
    raise Refused(LINK_GONE)


def _carried(connection: Connection, token: str, now: int) -> Carried | None:
    player = device_links.player_of(connection, token, now)
    return Carried(player, players.name_of(connection, player)) if player else None
