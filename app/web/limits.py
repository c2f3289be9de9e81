"""Rate limits, the same kind for requests and for each message of a socket."""

from __future__ import annotations

import asyncio
import math
import time
from typing import NoReturn

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from app.rooms.refused import Refused
from app.web.refusals import SLOW_DOWN

POLICIES: dict[str, str] = {
    "players": "20/minute",
    "rooms": "20/minute",
    "moves": "60/10 seconds",
    "wrong codes": "30/minute",
}
"""What an address, or a player where one is known, may do."""


BRAKE_SECONDS = 0.5
"""How long a socket that sends too fast is not read from."""


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
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
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

    async def _refuse(self, policy: str, who: str) -> NoReturn:
        stats = await self._limiter.get_window_stats(self._items[policy], policy, who)
        raise TooMany(max(1, math.ceil(stats.reset_time - time.time())))


def address(connection: HTTPConnection) -> str:
    """Return the address that a request came from."""
    return connection.client.host if connection.client else "unknown"
