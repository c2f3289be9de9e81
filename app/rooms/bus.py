"""The bus carries hints: "this room's log has grown to n". A lost hint costs a delay, no move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]


class Bus(Protocol):
    """What a bus between processes must do."""

    def publish(self, room: str, n: int) -> None:
        """Tell every process that the room's log has grown to the event ``n``."""

    def listen(self, listener: Listener) -> None:
        """Call the listener with every hint from now on."""


class LocalBus:
    """The bus of a single process: it calls its listeners directly."""

    def __init__(self) -> None:
        """Begin without listeners."""
        self._listeners: list[Listener] = []

    def publish(self, room: str, n: int) -> None:
        """Call every listener."""
        for listener in self._listeners:
            listener(room, n)

    def listen(self, listener: Listener) -> None:
        """Add a listener."""
        self._listeners.append(listener)
