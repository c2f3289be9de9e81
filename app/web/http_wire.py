"""Requests on the wire: whoever sends them too slowly, in crumbs or without end is cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.web.wire import FAREWELL_SECONDS, gulps

PIECES = 1024
"""Pieces that a body may come in; each costs as much time as a thousand bytes."""

LATE = 1024 * 1024
"""Bytes that a peer may still send after the answer; they are not looked at."""

REQUEST_SECONDS = 20.0
"""How long a request may take to come."""

CONNECTIONS_PER_ADDRESS = 120
"""Sixty sockets, and as many again for what their pages ask for."""


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
        for gulp in gulps(data):
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
