"""A socket at a table: frames go out when the room has changed, messages come in.

Nothing is queued for a slow reader. A change only raises a flag; when the socket is free, the
screen makes one frame of all that is new by then. So a slow phone misses no final state, and
delays nobody. Whoever does not read at all is cut off below (`app.web.socket_wire`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from app.rooms.refused import Refused
from app.rooms.room import Room
from app.web.finding import find_room
from app.web.identity import known_player
from app.web.limits import caller_address
from app.web.refusals import SLOW_DOWN, TOO_MANY_SOCKETS
from app.web.services import services

LARGEST_MESSAGE = 4096
DO_NOT_COME_BACK = 1008
TRY_LATER = 1013
PASSING = frozenset({SLOW_DOWN, TOO_MANY_SOCKETS})
"""What refuses a socket now, and may let it in later."""


class Screen(Protocol):
    """What one viewer has been shown so far."""

    def frames(self) -> Iterable[str]:
        """Return what is new since the last call, each as the text of a frame."""

    async def receive(self, text: str) -> bool:
        """Take a message; return whether the next `frames` answer it.

        What it changes in the room is told by the room, to this screen as to all others.
        """


class Visitor(NamedTuple):
    """Who has come to which room; ``who`` is what their messages are counted by."""

    room: Room
    player: str | None
    who: str


async def admit(websocket: WebSocket, code: str) -> Visitor | None:
    """Find the room for a socket; close the socket, saying why, and return None if there is none.

    The close codes tell a page whether to come back by itself.
    """
    try:
        player = await known_player(websocket)
        room = await find_room(websocket, code)
    except Refused as refused:
        await _turn_away(websocket, refused)
        return None
    return Visitor(room, player, player or caller_address(websocket))


async def serve(websocket: WebSocket, visitor: Visitor, screen: Screen) -> None:
    """Accept the socket and serve it until it closes; after an error the page comes back.

    Too many of one address are turned away, saying why.
    """
    limits, where = services(websocket).limits, caller_address(websocket)
    try:
        limits.open_socket(where)
    except Refused as refused:
        await _turn_away(websocket, refused)
        return
    try:
        await _show(websocket, visitor, screen)
    finally:
        limits.close_socket(where)


async def _turn_away(websocket: WebSocket, refused: Refused) -> None:
    await websocket.accept()
    closing = TRY_LATER if refused.refusal in PASSING else DO_NOT_COME_BACK
    await websocket.close(closing, refused.code)


async def _show(websocket: WebSocket, visitor: Visitor, screen: Screen) -> None:
    room, _, who = visitor
    await websocket.accept()
    news = asyncio.Event()
    news.set()
    room.listeners.add(news.set)
    room.arrive(who)
    try:
        async with asyncio.TaskGroup() as tasks:
            sender = tasks.create_task(_send(websocket, visitor, screen, news))
            await _receive(websocket, screen, news)
            sender.cancel()
    finally:
        room.listeners.discard(news.set)
        room.depart(who)


async def _send(
    websocket: WebSocket, visitor: Visitor, screen: Screen, news: asyncio.Event
) -> None:
    """Send what is new, until the room is closed to the viewer: then the socket is, too."""
    room, player, _ = visitor
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await news.wait()
            news.clear()
            if (refusal := room.refusal_to(player)) is not None:
                await websocket.close(DO_NOT_COME_BACK, refusal.code)
                return
            for frame in screen.frames():
                await websocket.send_text(frame)


async def _receive(websocket: WebSocket, screen: Screen, news: asyncio.Event) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            # Binary frames are no messages of ours; read as empty, they are answered as malformed.
            text = message.get("text") or ""
            if await screen.receive(text if len(text) <= LARGEST_MESSAGE else ""):
                news.set()
            # A burst of messages must leave the others their turn.
            await asyncio.sleep(0)
