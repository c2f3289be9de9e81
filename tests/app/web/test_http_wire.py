"""On a real server, whoever sends half requests, rubbish or crumbs is let go without a fuss."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import pytest

from app.web.guards import LARGEST_BODY
from app.web.http_wire import CONNECTIONS_PER_ADDRESS, PIECES, http_protocol
from tests.kit.guests import app_in
from tests.kit.wire import (
    TEXT,
    Talker,
    connect,
    deaf,
    echo,
    frame,
    is_closed,
    is_cut_off,
    opened,
    read_all,
    running,
)


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
