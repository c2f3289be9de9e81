"""The address of the table's socket."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.sockets.screen import TableScreen
from app.web.live import admit, serve
from app.web.services import language_of, services

router = APIRouter()


@router.websocket("/rooms/{code}/socket")
async def table_socket(websocket: WebSocket, code: str) -> None:
    """Show the table to a browser, and take its moves."""
    visitor = await admit(websocket, code)
    if visitor is not None:
        language, limits = language_of(websocket), services(websocket).limits
        await serve(websocket, visitor, TableScreen(visitor, language, limits))
