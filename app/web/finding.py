"""Finding the room of an address, without letting anybody try codes at random."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.rooms import refused as no
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.web.identity import known_player
from app.web.limits import TooMany, caller_address
from app.web.services import services


async def find_room(connection: HTTPConnection, code: str) -> Room:
    """Return the room with this code, in whatever case it was typed.

    Raises:
        Refused: there is none that is open to whoever asks, it cannot be read, or this address
            has guessed wrong too often; whoever sits there need not guess.
    """
    parts, where = services(connection), caller_address(connection)
    player = await known_player(connection)
    try:
        room = await parts.rooms.get_for(player, code.upper())
    except Refused as refused:
        if refused.refusal is no.ROOM_NOT_FOUND:
            await parts.limits.check("wrong guesses", where)
        raise
    try:
        # A right guess must look like a wrong one.
        await parts.limits.check_without_counting("wrong guesses", where)
    except TooMany:
        if room.state.seat_of(player) is None:
            raise
    room.visit(player)
    return room
