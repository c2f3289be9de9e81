"""People who ask the whole app in its own event loop, without a network."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
from fastapi import FastAPI

ORIGIN = "http://testserver"
Hear = Callable[[str], None]


class Line:
    """A socket of somebody; ``frames`` are what has come, ``closed`` is why it ended."""

    def __init__(self, app: FastAPI, path: str, headers: dict[str, str], hear: Hear) -> None:
        self.frames: list[str] = []
        self.closed: tuple[int, str] | None = None
        self.answered = asyncio.Event()
        self._hear = hear
        self._to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_app.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("203.0.113.1", 1),
            "server": ("testserver", 80),
            "subprotocols": [],
        }
        self.task = asyncio.create_task(app(scope, self._to_app.get, self._take))

    async def _take(self, message: Any) -> None:
        await asyncio.sleep(0)
        if message["type"] == "websocket.send":
            self.frames.append(message["text"])
            self._hear(message["text"])
        if message["type"] == "websocket.close":
            self.closed = (message["code"], message.get("reason") or "")
        if self.frames or self.closed:
            self.answered.set()

    def say(self, message: object) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        self._to_app.put_nowait({"type": "websocket.receive", "text": text})

    async def hang_up(self) -> None:
        self._to_app.put_nowait({"type": "websocket.disconnect", "code": 1005})
        async with asyncio.timeout(5):
            await self.task


class Visitor:
    """A browser with a cookie of its own, who notes each text that reaches it."""

    def __init__(self, app: FastAPI, hear: Hear) -> None:
        self.app = app
        self.hear = hear
        self.lines: list[Line] = []
        transport = httpx.ASGITransport(app)
        self.client = httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN}
        )

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        response = await self.client.request(method, path, **more)
        self.hear(response.text)
        return response

    async def connect(self, path: str) -> Line:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"origin": ORIGIN, "host": "testserver"} | (
            {"cookie": cookies} if cookies else {}
        )
        line = Line(self.app, path, headers, self.hear)
        self.lines.append(line)
        await asyncio.wait_for(line.answered.wait(), 5)
        return line

    async def hang_up(self) -> None:
        while self.lines:
            await self.lines.pop().hang_up()


@contextlib.asynccontextmanager
async def visitors(
    app: FastAPI, names: tuple[str, ...], hear: Hear
) -> AsyncIterator[list[Visitor]]:
    """Some people who have chosen their names, at a running app."""
    async with app.router.lifespan_context(app):
        people = [Visitor(app, hear) for _ in names]
        for person, name in zip(people, names, strict=True):
            await person.ask("POST", "/me", data={"name": name})
        try:
            yield people
        finally:
            for person in people:
                await person.hang_up()
                await person.client.aclose()
