"""What the protocols below ASGI share: uvicorn's, with an end to peers who do not keep to them.

An app never sees most of what is cut off there: it costs time and memory before it is a request or
a message, so no rate limit counts it.
"""

from __future__ import annotations

from collections.abc import Iterator

GULP = 4 * 1024
"""Bytes that are read at a time: the loop hands over many more, and what is too much shall show
before all of them are read."""

FAREWELL_SECONDS = 2.0
"""How long a peer may take, when the server stops, to read what was sent; then it stops anyway."""


def gulps(data: bytes) -> Iterator[bytes]:
    """Cut what has come into gulps."""
    for start in range(0, len(data), GULP):
        yield data[start : start + GULP]
