"""On a real server, whoever floods a socket, sends rubbish or is silent is let go of quietly."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from starlette.websockets import WebSocket
from uvicorn.server import ServerState
from websockets.protocol import Protocol, State

import app.__main__ as command
from app.__main__ import uvicorn_options
from app.settings import Settings
from app.web.socket_wire import CONTROLS, FRAGMENTS, UNREAD, Wire
from app.web.wire import GULP
from tests.kit.guests import ALONE
from tests.kit.server import Server
from tests.kit.wire import (
    BEGIN,
    CLOSE,
    END,
    GO_ON,
    PING,
    PONG,
    TEXT,
    Talker,
    deaf,
    echo,
    frame,
    is_cut_off,
    knock,
    opened,
    read_all,
    running,
)

INVALID_UTF_8 = b"\x81\x81\0\0\0\0\xff"
MALFORMED = b"\x81\x82\0\0\0\0{}"
RESERVED_BITS = b"\xf1\x80\0\0\0\0"
HALF_A_CLOSE = b"\x88\x81\0\0\0\0\x03"


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


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux does it")
def test_whoever_takes_nothing_of_what_is_sent_is_let_go_also_when_nobody_pings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "TAKING_SECONDS", 1)
    app = Talker(1_000_000, 0)
    with running(app, lifespan="off", ws_ping_interval=None) as port, knock(port, "/"):
        assert app.ended.wait(10)
