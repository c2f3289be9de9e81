"""Sockets on the wire: whoever floods one, or does not answer, is cut off."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from app.web.wire import FAREWELL_SECONDS, GULP, gulps

CONTROLS = 100
"""Pings and pongs of a socket within `CONTROL_SECONDS`; ours ask for one in twenty."""

CONTROL_SECONDS = 10.0

FRAGMENTS = 64
"""Frames that a message may come in; browsers send short ones in one."""

UNREAD = 1000
"""Messages that may wait to be read; reading stops at the first, but for the rest of a buffer."""

LATE_FRAMES = 32 * 1024
"""Bytes after our close: the largest message, on its way when it was sent, and the peer's close."""


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
            for gulp in gulps(data):
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
