"""What the calls about a room share: who asks, which room, and the answer."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from app.api.errors import error_response
from app.api.shapes import ErrorShape, RoomShape, room_shape
from app.rooms.commands import Command
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.web.finding import find_room
from app.web.identity import known_player
from app.web.refusals import NOT_SIGNED_IN
from engine.violations import RuleViolation

ERRORS: dict[int | str, dict[str, Any]] = {
    401: {"model": ErrorShape, "description": "No token, or an unknown one"},
    403: {"model": ErrorShape, "description": "No seat at this table"},
    404: {"model": ErrorShape, "description": "No such table"},
    409: {"model": ErrorShape, "description": "The table stands differently; see `view`"},
    422: {"model": ErrorShape, "description": "An illegal or malformed move"},
    429: {"model": ErrorShape, "description": "Too fast; see the header Retry-After"},
    503: {"model": ErrorShape, "description": "Not possible just now; try again later"},
}

Caller = Annotated[str | None, Depends(known_player)]


async def identified(caller: Caller) -> str:
    """Return the caller's player id.

    Raises:
        Refused: there is neither a known token nor a cookie.
    """
    if caller is None:
        raise Refused(NOT_SIGNED_IN)
    return caller


async def found(
    request: Request, code: Annotated[str, Path(max_length=16, examples=["K7Q2XM"])]
) -> Room:
    """Return the room of the address.

    Raises:
        Refused: there is none, it cannot be read, or too many were looked for.
    """
    return await find_room(request, code)


Player = Annotated[str, Depends(identified)]
Found = Annotated[Room, Depends(found)]


async def ask(room: Room, player: str, command: Command) -> RoomShape | Response:
    """Have a command carried out, and answer with the new view, or with why not."""
    try:
        await room.ask(command)
    except (Refused, RuleViolation) as failure:
        room.check_open_to(player)
        return error_response(failure, room_shape(room.seen_by(player)))
    return room_shape(room.seen_by(player))
