"""The protocols below ASGI: uvicorn's, with an end to peers who do not keep to them.

An app never sees most of what is cut off here: it costs time and memory before it is a request or
a message, so no rate limit counts it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

GULP = 4 * 1024
"""Bytes that are read at a time: the loop hands over many more, and what is too much shall show
before all of them are read."""

PIECES = 1024
"""Pieces that a body may come in; each costs as much time as a thousand bytes."""

LATE = 1024 * 1024
"""Bytes that a peer may still send after the answer; they are not looked at."""

REQUEST_SECONDS = 20.0
"""How long a request may take to come."""

FAREWELL_SECONDS = 2.0
"""How long a peer may take, when the server stops, to read what was sent; then it stops anyway."""

CONNECTIONS_PER_ADDRESS = 120
"""Sixty sockets, and as many again for what their pages ask for."""

CONTROLS = 100
"""Pings and pongs of a socket within `CONTROL_SECONDS`; ours ask for one in twenty."""

CONTROL_SECONDS = 10.0

FRAGMENTS = 64
"""Frames that a message may come in; browsers send short ones in one."""

UNREAD = 1000
"""Messages that may wait to be read; reading stops at the first, but for the rest of a buffer."""

LATE_FRAMES = 32 * 1024
"""Bytes after our close: the largest message, on its way when it was sent, and the peer's close."""


class Http(H11Protocol):
    """Ends requests that come too slowly or in crumbs, and whatever goes on after the answer.

    The addresses ``uncapped`` may have any number of connections.
    """

    def __init__(
        self,
        uncapped: _TrustedHosts,
        seconds: float,
        **uvicorns: Any,  # noqa: ANN401  # passed on
    ) -> None:
        """Serve one connection."""
        super().__init__(**uvicorns)
        self.conn = _Connection(h11.SERVER)
        self._uncapped = uncapped
        self._seconds = seconds
        self._deadline: asyncio.TimerHandle | None = None
        self._answered_early = False
        self._late = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, unless the address has too many connections."""
        super().connection_made(transport)
        self._wait()
        if self._is_one_too_many():
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a request, in gulps; after an early answer read nothing, but let it be read."""
        if self._answered_early:
            self._late += len(data)
            if self._late > LATE:
                self.transport.abort()
            return
        for gulp in _gulps(data):
            super().data_received(gulp)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def handle_events(self) -> None:
        """Take what has come; what is still to come has to come in time."""
        super().handle_events()
        is_ours = self.transport.get_protocol() is self  # and not a socket's by now
        if is_ours and self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._wait()
        else:
            self._wait_no_more()

    def on_response_complete(self) -> None:
        """After an answer to half a request take no other: the rest may be without end.

        The connection closes when the peer has closed, or when an idle one would. To close at
        once could take the answer away from whoever is still sending.
        """
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            self._answered_early = True
            self.transport.write_eof()

    def send_400_response(self, msg: str) -> None:
        """Say that it is no request, unless an answer has begun; the app's would come too late."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def shutdown(self) -> None:
        """Stop: half a request is none, and an answer is not waited for without end."""
        super().shutdown()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._seconds, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _is_one_too_many(self) -> bool:
        if len(self.connections) <= CONNECTIONS_PER_ADDRESS or self.client is None:
            return False
        where = self.client[0]
        if where in self._uncapped:
            return False
        # Counted anew, because a connection may become a socket's, and end in many ways.
        clients = (getattr(other, "client", None) for other in self.connections)
        theirs = [client for client in clients if client is not None and client[0] == where]
        return len(theirs) > CONNECTIONS_PER_ADDRESS


def http_protocol(uncapped: str, seconds: float = REQUEST_SECONDS) -> Callable[..., Http]:
    """Return what makes uvicorn's HTTP protocol; ``uncapped`` is written as trusted proxies are."""
    return partial(Http, _TrustedHosts(uncapped), seconds)


class _Connection(h11.Connection):
    """Takes bodies in a fair number of pieces."""

    _pieces = 0

    def next_event(self) -> type[h11.NEED_DATA | h11.PAUSED] | h11.Event:
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._pieces += 1
            if self._pieces > PIECES:
                raise h11.RemoteProtocolError("too many pieces")
        elif isinstance(event, h11.Request):
            self._pieces = 0
        return event


class Wire(WebSocketsSansIOProtocol):
    """Cuts off whoever does not answer a ping in time, speaks before being let in, or floods.

    A ping stands behind all that was sent before, so whoever does not read does not answer
    either. Timing each send instead would cost something on every frame, and would not help: a
    close cannot get past what the peer does not read.

    Whole messages are the app's to count; it stops reading while one waits. What is none, such as
    a ping or half a message, and what comes after our close never gets there.
    """

    _late = 0
    _controls = 0
    _controls_until = 0.0

    def data_received(self, data: bytes) -> None:
        """Read frames; uvicorn would stumble over a faulty one before the handshake is over."""
        if len(data) > GULP:
            for gulp in _gulps(data):
                self.data_received(gulp)
                if self.queue.qsize() > UNREAD:
                    self.transport.abort()
                if self.transport.is_closing():
                    return
            return
        if self.close_sent:
            self._late += len(data)
            if self._late > LATE_FRAMES:
                self.transport.abort()
                return
        elif self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
            return
        super().data_received(data)

    def handle_cont(self, event: Frame) -> None:
        """Take one more frame of a message."""
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer, if there are not too many."""
        if self._control_is_fair():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take it, if there are not too many."""
        if self._control_is_fair():
            super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Drop the connection with all that is still to be sent; the sender wakes up at that."""
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Close after a faulty frame, and take what we meanwhile send as sent to nobody.

        uvicorn would call it an error of ours.
        """
        super().handle_parser_exception()
        self.disconnected = True

    def shutdown(self) -> None:
        """Stop; what is sent before is not waited for without end."""
        super().shutdown()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def _control_is_fair(self) -> bool:
        now = self.loop.time()
        if now > self._controls_until:
            self._controls_until, self._controls = now + CONTROL_SECONDS, 0
        self._controls += 1
        if self._controls <= CONTROLS:
            return True
        self.transport.abort()
        return False


def _gulps(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), GULP):
        yield data[start : start + GULP]
