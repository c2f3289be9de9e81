"""The address of the table's socket."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.rooms.refused import Refused
from app.sockets.screen import TableScreen
from app.web.identity import UnknownToken, known_player
from app.web.limits import TooMany, address
from app.web.live import serve
from app.web.services import language_of, services

router = APIRouter()

NO_SUCH_ROOM = 4404
"""Close codes of 4000 and above tell the page not to come back by itself."""
TRY_LATER = 1013


@router.websocket("/rooms/{code}/socket")
async def table_socket(websocket: WebSocket, code: str) -> None:
    """Show the table to a browser, and take its moves."""
    parts = services(websocket)
    try:
        player = await known_player(websocket)
        await parts.limits.check("lookups", player or address(websocket))
        room = await parts.rooms.get(code)
    except (Refused, UnknownToken) as refused:
        await websocket.accept()
        await websocket.close(TRY_LATER if isinstance(refused, TooMany) else NO_SUCH_ROOM)
        return
    screen = TableScreen(room, player, language_of(websocket), parts.limits)
    await serve(websocket, room, player, screen)
