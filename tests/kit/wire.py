"""Peers on a real server's wire, and apps that answer them."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.__main__ import listen, uvicorn_options
from app.settings import Settings


def knock(port: int, path: str, **headers: str) -> socket.socket:
    """Ask for a socket, without waiting for the answer."""
    headers = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(),
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    peer = socket.create_connection(("127.0.0.1", port), timeout=10)
    peer.sendall("\r\n".join([*lines, "", ""]).encode())
    return peer


def read_all(peer: socket.socket) -> bytes:
    with peer:
        return b"".join(iter(lambda: peer.recv(65536), b""))


@contextlib.contextmanager
def running(app: Any, proxies: str = "127.0.0.1", **options: Any) -> Iterator[int]:
    """Serve an app on a thread as `app.__main__` does; give its port."""
    settings = Settings(rate_limits="on", trusted_proxies=proxies)
    with listen("127.0.0.1", 0) as listener:
        config = uvicorn.Config(app, **(uvicorn_options(settings) | options))
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


class Talker:
    """An app that sends frames for ever, and notes how it ended."""

    def __init__(self, size: int, pause: float) -> None:
        self.frame = "x" * size
        self.pause = pause
        self.ended = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        websocket = WebSocket(scope, receive, send)
        await websocket.accept()
        try:
            async with asyncio.TaskGroup() as tasks:
                sender = tasks.create_task(self.talk(websocket))
                while (await receive())["type"] != "websocket.disconnect":
                    pass
                sender.cancel()
        finally:
            self.ended.set()

    async def talk(self, websocket: WebSocket) -> None:
        while True:
            await websocket.send_text(self.frame)
            await asyncio.sleep(self.pause)


def frame(head: int, payload: bytes = b"") -> bytes:
    """A frame, masked with zeros."""
    length = bytes([len(payload)]) if len(payload) < 126 else b"~" + len(payload).to_bytes(2)
    return bytes([head, length[0] | 0x80]) + length[1:] + bytes(4) + payload


PING, PONG, CLOSE, TEXT = 0x89, 0x8A, 0x88, 0x81
BEGIN, GO_ON, END = 0x01, 0x00, 0x80


def opened(port: int, path: str = "/") -> socket.socket:
    peer = knock(port, path)
    head = b""
    while b"\r\n\r\n" not in head:
        head += peer.recv(1)
    assert b" 101 " in head
    return peer


def connect(port: int, request: bytes) -> socket.socket:
    peer = socket.create_connection(("127.0.0.1", port), timeout=10)
    peer.sendall(request)
    return peer


def is_cut_off(peer: socket.socket, flood: bytes) -> bool:
    """Send some megabytes; whether nobody takes them any more, and not only after seconds."""
    peer.settimeout(3)
    with contextlib.suppress(TimeoutError):
        try:
            for _ in range(2_000_000 // len(flood)):
                peer.sendall(flood)
            while peer.recv(65536):
                pass
            for _ in range(20):  # it may have been no more than the end of what is sent to us
                peer.sendall(flood)
                time.sleep(0.01)
        except ConnectionError:
            return True
    return False


def is_closed(peer: socket.socket) -> bool:
    try:
        return peer.recv(1) == b""
    except ConnectionError:
        return True


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Send back every message, and how large a body is."""
    if scope["type"] == "http":
        size = 0
        while (message := await receive()).get("more_body"):
            size += len(message["body"])
        if message["type"] == "http.request":
            await PlainTextResponse(f"{size + len(message['body'])}")(scope, receive, send)
        return
    websocket = WebSocket(scope, receive, send)
    await websocket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await websocket.send_text(await websocket.receive_text())


async def deaf(scope: Any, receive: Any, send: Any) -> None:
    """Answer at once, and close a socket at once."""
    if scope["type"] == "http":
        await PlainTextResponse("no")(scope, receive, send)
    else:
        websocket = WebSocket(scope, receive, send)
        await websocket.accept()
        await websocket.close()
