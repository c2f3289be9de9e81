"""Rate limits, the same kind for requests and for each message of a socket."""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection

from app.rooms.refused import Refused
from app.web.refusals import SLOW_DOWN

POLICIES: dict[str, str] = {
    "players": "20/minute",
    "rooms": "20/minute",
    "moves": "60/10 seconds",
    "lookups": "120/minute",
}
"""What an address, or a player where one is known, may do."""


class TooMany(Refused):
    """More than the policy allows; ``seconds`` tells when to try again."""

    def __init__(self, seconds: int) -> None:
        """Name the seconds in the sentence."""
        super().__init__(SLOW_DOWN)
        self.seconds = seconds
        self.parameters = {"seconds": str(seconds)}


class Limits:
    """Counts in memory."""

    def __init__(self, *, on: bool) -> None:
        """Count, or with ``on`` false let everything pass."""
        self._on = on
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {
            name: parse(policy) for name, policy in POLICIES.items()
        }

    async def check(self, policy: str, who: str) -> None:
        """Count one use.

        Raises:
            TooMany: it was one too many.
        """
        if not self._on:
            return
        item = self._items[policy]
        if not await self._limiter.hit(item, policy, who):
            stats = await self._limiter.get_window_stats(item, policy, who)
            raise TooMany(max(1, math.ceil(stats.reset_time - time.time())))


def address(connection: HTTPConnection) -> str:
    """Return the address that a request came from."""
    return connection.client.host if connection.client else "unknown"
