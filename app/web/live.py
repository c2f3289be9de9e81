"""A socket at a table: frames go out when the room has changed, messages come in.

Nothing is queued for a slow reader. A change only raises a flag; when the socket is free, the
screen makes one frame of all that is new by then. So a slow phone misses no final state, and
delays nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from app.rooms.room import Room

LARGEST_MESSAGE = 4096


class Screen(Protocol):
    """What one viewer has been shown so far."""

    def frames(self) -> Iterable[str]:
        """Return what is new since the last call, each as the text of a frame."""

    async def receive(self, text: str) -> None:
        """Take a message; what is to be answered shows in the next `frames`."""


async def serve(websocket: WebSocket, room: Room, player: str | None, screen: Screen) -> None:
    """Accept the socket and serve it until it closes."""
    await websocket.accept()
    news = asyncio.Event()
    news.set()
    room.listeners.add(news.set)
    if player is not None:
        room.arrive(player)
    sender = asyncio.create_task(_send(websocket, screen, news))
    try:
        await _receive(websocket, screen, news)
    finally:
        sender.cancel()
        room.listeners.discard(news.set)
        if player is not None:
            room.depart(player)
        await asyncio.gather(sender, return_exceptions=True)


async def _send(websocket: WebSocket, screen: Screen, news: asyncio.Event) -> None:
    while True:
        await news.wait()
        news.clear()
        for frame in screen.frames():
            await websocket.send_text(frame)


async def _receive(websocket: WebSocket, screen: Screen, news: asyncio.Event) -> None:
    while True:
        try:
            message = await websocket.receive()
        except WebSocketDisconnect:
            return
        if message["type"] == "websocket.disconnect":
            return
        # Binary frames are no messages of ours; read as empty, they are answered as malformed.
        text = message.get("text") or ""
        await screen.receive(text if len(text) <= LARGEST_MESSAGE else "")
        news.set()
