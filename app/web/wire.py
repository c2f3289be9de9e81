"""The sockets' protocol below ASGI: uvicorn's, with an end to peers who do not keep to it."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Wire(WebSocketsSansIOProtocol):
    """Cuts off whoever does not answer a ping in time, or speaks before being let in.

    A ping stands behind all that was sent before, so whoever does not read does not answer
    either. Timing each send instead would cost something on every frame, and would not help: a
    close cannot get past what the peer does not read.
    """

    def data_received(self, data: bytes) -> None:
        """Read frames; uvicorn would stumble over a faulty one before the handshake is over."""
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
            return
        super().data_received(data)

    def keepalive_timeout(self) -> None:
        """Drop the connection with all that is still to be sent; the sender wakes up at that."""
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Close after a faulty frame, and take what we meanwhile send as sent to nobody.

        uvicorn would call it an error of ours.
        """
        super().handle_parser_exception()
        self.disconnected = True
