"""On a real server, whoever is silent, sends rubbish or floods is let go without a fuss."""

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
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.server import ServerState
from websockets.protocol import Protocol, State

import app.__main__ as command
from app.__main__ import listen, uvicorn_options
from app.settings import Settings
from app.web.guards import LARGEST_BODY
from app.web.wire import (
    CONNECTIONS_PER_ADDRESS,
    CONTROLS,
    FRAGMENTS,
    GULP,
    PIECES,
    UNREAD,
    Wire,
    http_protocol,
)
from tests.kit.guests import ALONE, app_in
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


@pytest.mark.parametrize(("size", "pause"), [(1_000_000, 0.0), (1, 60.0)])
def test_whoever_does_not_read_is_let_go_however_much_waits_for_them(
    size: int, pause: float
) -> None:
    app = Talker(size, pause)
    quick: dict[str, Any] = {"lifespan": "off", "ws_ping_interval": 0.2, "ws_ping_timeout": 0.2}
    with running(app, **quick) as port, knock(port, "/"):
        assert app.ended.wait(10)


@pytest.mark.parametrize("frame", [INVALID_UTF_8, RESERVED_BITS, HALF_A_CLOSE])
def test_a_faulty_frame_before_the_handshake_ends_the_socket_and_is_no_error(
    frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    begun = threading.Event()

    async def hesitating(scope: Any, receive: Any, send: Any) -> None:
        begun.set()
        await asyncio.sleep(0.3)
        await WebSocket(scope, receive, send).accept()

    with running(hesitating, lifespan="off") as port:
        peer = knock(port, "/")
        assert begun.wait(10)  # what comes with the request itself is not looked at
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


@pytest.mark.parametrize(
    "flood",
    [frame(PING), frame(PONG), frame(PING, b"x" * 125), frame(GO_ON), frame(GO_ON, b"x")],
    ids=["pings", "pongs", "large pings", "empty fragments", "fragments"],
)
def test_a_flood_of_frames_that_are_no_messages_is_cut_off(flood: bytes) -> None:
    with running(echo, lifespan="off") as port, opened(port) as peer:
        peer.sendall(frame(BEGIN))
        assert is_cut_off(peer, flood * 10_000)


def test_a_fair_number_of_pings_and_fragments_is_answered() -> None:
    fragments = [frame(BEGIN, b"x"), *[frame(GO_ON, b"x")] * (FRAGMENTS - 2), frame(END, b"x")]
    with running(echo, lifespan="off") as port, opened(port) as peer:
        peer.sendall(frame(PING) * CONTROLS + b"".join(fragments))
        expected = bytes([PONG, 0]) * CONTROLS + bytes([TEXT, FRAGMENTS]) + b"x" * FRAGMENTS
        with peer.makefile("rb") as told:
            assert told.read(len(expected)) == expected


def test_whoever_goes_on_after_our_close_is_cut_off() -> None:
    with running(deaf, lifespan="off") as port, opened(port) as peer:
        assert is_cut_off(peer, frame(TEXT) * 10_000)


def test_a_message_that_crosses_our_close_is_no_reason_to_be_cut_off() -> None:
    with running(deaf, lifespan="off") as port, opened(port) as peer:
        peer.sendall(frame(TEXT, b"x" * 16_384) + frame(CLOSE))
        assert read_all(peer)[:1] == bytes([CLOSE])


@pytest.mark.parametrize("count", [UNREAD // 2, UNREAD * 2])
async def test_a_buffer_full_of_messages_is_read_in_gulps_and_only_to_a_point(count: int) -> None:
    config = uvicorn.Config(echo, **(uvicorn_options(Settings()) | {"lifespan": "off"}))
    config.load()
    wire = Wire(config, ServerState(), {})
    transport = Mock()
    transport.get_extra_info.return_value = None
    transport.is_closing.side_effect = lambda: transport.abort.called
    wire.connection_made(transport)
    wire.handshake_initiated = wire.handshake_complete = True
    wire.conn.state = State.OPEN
    wire.conn.parser = Protocol.parse(wire.conn)
    next(wire.conn.parser)
    wire.data_received(frame(TEXT) * count)
    assert transport.abort.called == (count > UNREAD)
    assert wire.queue.qsize() <= UNREAD + GULP // len(frame(TEXT))


def test_a_body_in_crumbs_is_refused_and_one_in_pieces_is_not() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    crumb = b"1\r\na\r\n"
    with running(echo, lifespan="off") as port:
        fair = connect(port, head + crumb * PIECES + b"0\r\n\r\n")
        assert str(PIECES).encode() in fair.recv(65536)
        fair.close()
        with connect(port, head + crumb * (PIECES + 1)) as peer:
            assert b" 400 " in peer.recv(65536)
        with connect(port, head) as peer:
            assert is_cut_off(peer, crumb * 10_000)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_answer_to_half_a_request_can_be_read_and_is_the_last(method: str) -> None:
    head = f"{method} / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    with running(deaf, lifespan="off") as port:
        peer = connect(port, head)
        assert b" 200 " in peer.recv(15)
        peer.sendall(b"1\r\na\r\n" * 10_000 + b"0\r\n\r\n" + head)
        assert read_all(peer).endswith(b"\r\n\r\nno")
        endless = f"{method} / HTTP/1.1\r\nHost: x\r\nContent-Length: {10**12}\r\n\r\n"
        with connect(port, endless.encode()) as peer:
            assert is_cut_off(peer, b"x" * 60_000)


def test_a_body_that_is_too_large_is_answered_before_its_end(tmp_path: Path) -> None:
    size = 5 * LARGEST_BODY
    with running(app_in(tmp_path)) as port:
        head = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
        peer = connect(port, head.encode())
        peer.sendall(b"x" * (size - 1))
        assert b" 413 " in read_all(peer)


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n",
    ],
    ids=["nothing", "half headers", "half a body", "half a second request"],
)
def test_a_request_has_to_come_in_time_however_often_a_byte_of_it_comes(
    start: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    http = http_protocol("*", 0.3)
    with running(echo, lifespan="off", http=http) as port, connect(port, start) as peer:
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while start and time.monotonic() < began + 2:
                peer.sendall(b"x")
                time.sleep(0.05)
        with contextlib.suppress(ConnectionError):
            read_all(peer)
        assert time.monotonic() < began + 1
    assert caplog.records == []


def test_sockets_and_answers_may_take_longer_than_requests() -> None:
    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await asyncio.sleep(0.3)
        await echo(scope, receive, send)

    request = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    with running(slow, lifespan="off", http=http_protocol("*", 0.1)) as port:
        with connect(port, request) as peer:
            assert b" 200 " in peer.recv(65536)
        with opened(port) as peer:
            time.sleep(0.3)
            peer.sendall(frame(TEXT, b"x"))
            assert peer.recv(3) == b"\x81\x01x"


@pytest.mark.parametrize(("proxies", "is_capped"), [("192.0.2.1", True), ("127.0.0.1", False)])
def test_an_address_that_is_no_proxys_has_so_many_connections_sockets_among_them(
    proxies: str, *, is_capped: bool
) -> None:
    with running(echo, proxies, lifespan="off") as port, contextlib.ExitStack() as stack:
        stack.enter_context(opened(port))
        for _ in range(CONNECTIONS_PER_ADDRESS - 1):
            stack.enter_context(connect(port, b""))
        request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        for _ in range(2):  # one that was refused does not count
            assert is_closed(stack.enter_context(connect(port, request))) == is_capped
        stack.pop_all().close()
        time.sleep(0.1)
        assert not is_closed(stack.enter_context(connect(port, request)))


def test_half_a_request_and_whoever_does_not_read_do_not_hold_up_a_stop(
    caplog: pytest.LogCaptureFixture,
) -> None:
    begun = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc"
    with contextlib.ExitStack() as stack:
        with running(echo, lifespan="off") as port:
            stack.enter_context(connect(port, begun))
            time.sleep(0.1)
            stopping = time.monotonic()
        assert time.monotonic() < stopping + 1
        with running(Talker(10_000_000, 0), lifespan="off") as port:
            stack.enter_context(opened(port))
            time.sleep(0.1)
    assert caplog.records == []


def test_rubbish_in_a_body_that_nobody_reads_is_no_error_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    head = b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with running(deaf, lifespan="off") as port:
        assert b" 400 " in read_all(connect(port, head + b"rubbish\r\n"))
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux does it")
def test_whoever_takes_nothing_of_what_is_sent_is_let_go_also_when_nobody_pings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "TAKING_SECONDS", 1)
    app = Talker(1_000_000, 0)
    with running(app, lifespan="off", ws_ping_interval=None) as port, knock(port, "/"):
        assert app.ended.wait(10)
