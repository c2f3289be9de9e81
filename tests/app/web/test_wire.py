"""On a real server, sockets whose other end is silent or sends rubbish end without a fuss."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.websockets import WebSocket

from app.__main__ import listen, uvicorn_options
from app.settings import Settings
from tests.kit.guests import ALONE
from tests.kit.server import Server

INVALID_UTF_8 = b"\x81\x81\0\0\0\0\xff"
MALFORMED = b"\x81\x82\0\0\0\0{}"
RESERVED_BITS = b"\xf1\x80\0\0\0\0"
HALF_A_CLOSE = b"\x88\x81\0\0\0\0\x03"


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
def running(app: Any, **options: Any) -> Iterator[int]:
    """Serve an app on a thread as `app.__main__` does; give its port."""
    with listen("127.0.0.1", 0) as listener:
        config = uvicorn.Config(app, **(uvicorn_options(Settings()) | options))
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


@pytest.mark.parametrize(("size", "pause"), [(1_000_000, 0.0), (1, 60.0)])
def test_whoever_does_not_read_is_let_go_however_much_waits_for_them(
    size: int, pause: float
) -> None:
    app = Talker(size, pause)
    quick = {"lifespan": "off", "ws_ping_interval": 0.2, "ws_ping_timeout": 0.2}
    with running(app, **quick) as port, knock(port, "/"):
        assert app.ended.wait(10)


@pytest.mark.parametrize("frame", [INVALID_UTF_8, RESERVED_BITS, HALF_A_CLOSE])
def test_a_faulty_frame_before_the_handshake_ends_the_socket_and_is_no_error(
    frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def hesitating(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.1)
        await WebSocket(scope, receive, send).accept()

    with running(hesitating, lifespan="off") as port:
        peer = knock(port, "/")
        time.sleep(0.03)  # what comes with the request itself is not looked at
        peer.sendall(frame)
        assert read_all(peer) == b""
    assert caplog.records == []


def test_faulty_frames_and_refused_sockets_put_no_error_into_the_log(tmp_path: Path) -> None:
    server = Server(tmp_path, pace=0)
    server.start()
    try:
        with httpx.Client(base_url=server.url) as client:
            token = client.post("/api/players", json={}).json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            room = client.post("/api/rooms", json={"seats": ALONE}, headers=headers).json()
        path = f"/api/rooms/{room['code']}/socket"
        assert b" 403 " in read_all(knock(server.port, path, Origin="http://evil.example"))
        for frame in (INVALID_UTF_8, MALFORMED + INVALID_UTF_8, RESERVED_BITS, HALF_A_CLOSE):
            peer = knock(server.port, path)
            assert b" 101 " in peer.recv(65536)
            peer.sendall(frame)
            assert b"\x88" in read_all(peer)
    finally:
        server.stop()
    assert server.errors() == []
