"""Finding the room of an address, without letting anybody try codes at random."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.rooms import refused as no
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.web.limits import address
from app.web.services import services


async def find_room(connection: HTTPConnection, code: str) -> Room:
    """Return the room with this code, in whatever case it was typed.

    Raises:
        Refused: there is none, it cannot be read, or this address has guessed wrong too often.
    """
    parts = services(connection)
    await parts.limits.check_without_counting("wrong guesses", address(connection))
    try:
        return await parts.rooms.get(code.upper())
    except Refused as refused:
        if refused.refusal is no.ROOM_NOT_FOUND:
            await parts.limits.check("wrong guesses", address(connection))
        raise
