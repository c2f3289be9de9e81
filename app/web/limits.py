"""Rate limits, the same kind for requests and for each message of a socket."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from typing import NoReturn

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from app.rooms.refused import Refused
from app.web.refusals import SLOW_DOWN, TOO_MANY_SOCKETS

POLICIES: dict[str, str] = {
    "players": "20/minute",
    "newcomers": "60/minute",
    "downloads": "6/minute",
    "names": "60/minute",
    "device links": "20/minute",
    "rooms": "20/minute",
    "rooms by address": "60/minute",
    "joins": "60/minute",
    "boards": "20/minute",
    "pictures": "120/minute",
    "moves": "60/10 seconds",
    "records": "60/minute",
    "phrases": "8/20 seconds",
    "wrong guesses": "30/minute",
}
"""What an address, or a player where one is known, may do."""

SOCKETS_PER_ADDRESS = 60
"""Sockets that an address may have at a time; a family shares one, and so may a school's class."""

BRAKE_SECONDS = 0.5
"""How long a socket that sends too fast is not read from."""


class TooMany(Refused):
    """More than the policy allows; ``seconds`` tells when to try again."""

    def __init__(self, seconds: int) -> None:
        """Name the seconds in the sentence."""
        super().__init__(SLOW_DOWN, seconds=str(seconds))
        self.seconds = seconds


class Limits:
    """Counts in memory."""

    def __init__(self, *, on: bool) -> None:
        """Count, or with ``on`` false let everything pass."""
        self._on = on
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {
            name: parse(policy) for name, policy in POLICIES.items()
        }
        self._sockets: Counter[str] = Counter()

    async def check(self, policy: str, who: str) -> None:
        """Count one use.

        Raises:
            TooMany: it was one too many.
        """
        if not self._on:
            return
        if not await self._limiter.hit(self._items[policy], policy, who):
            await self._refuse(policy, who)

    async def check_without_counting(self, policy: str, who: str) -> None:
        """Refuse whoever has used it up already.

        Raises:
            TooMany: one more would be one too many.
        """
        if self._on and not await self._limiter.test(self._items[policy], policy, who):
            await self._refuse(policy, who)

    async def brake(self, policy: str, who: str) -> None:
        """Count one message of a socket; one too many also slows the sender down.

        Raises:
            TooMany: it was one too many.
        """
        try:
            await self.check(policy, who)
        except TooMany:
            await asyncio.sleep(BRAKE_SECONDS)
            raise

    def open_socket(self, where: str) -> None:
        """Count a socket of an address until `close_socket`.

        Raises:
            Refused: the address has too many; this one is not counted.
        """
        if self._on and self._sockets[where] >= SOCKETS_PER_ADDRESS:
            raise Refused(TOO_MANY_SOCKETS)
        self._sockets[where] += 1

    def close_socket(self, where: str) -> None:
        """Count it no more; an address without any takes no memory."""
        self._sockets[where] -= 1
        if not self._sockets[where]:
            del self._sockets[where]

    async def _refuse(self, policy: str, who: str) -> NoReturn:
        stats = await self._limiter.get_window_stats(self._items[policy], policy, who)
        raise TooMany(max(1, math.ceil(stats.reset_time - time.time())))


def caller_address(connection: HTTPConnection) -> str:
    """Return the address that a request came from."""
    return connection.client.host if connection.client else "unknown"
