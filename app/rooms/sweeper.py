"""The sweep: rooms whose time has come are woken, and those that nobody needs are let go of."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import structlog

from app.db import rooms as db_rooms
from app.rooms.refused import Refused
from app.rooms.registry import Rooms
from app.rooms.tools import Tools

logger = structlog.get_logger(__name__)

SWEEP_SECONDS = 2.0
OVERDUE_MS = 3000
"""A room that should have acted so long ago has nobody left who would."""
LONGEST_PAUSE_SECONDS = 3600.0
"""How long the sweep leaves a room alone that it could not wake again and again."""
DAY_MS = 24 * 3600 * 1000
KEPT_DAYS = 30
"""How long a room in which nothing happens is kept; what was finished in it is kept for ever."""
TIDIED_EVERY_SECONDS = 3600.0
SWEPT_AT_ONCE = 200


class Sweeper:
    """Sweeps through the rooms of the database again and again."""

    def __init__(self, tools: Tools, rooms: Rooms) -> None:
        """Sweep nothing yet; `run` does."""
        self._tools = tools
        self._rooms = rooms
        self._pauses: dict[str, float] = {}

    async def run(self) -> None:
        """Wake overdue rooms until cancelled; at a start, that is every room left waiting."""
        grace, tidied = 0, -TIDIED_EVERY_SECONDS
        while True:
            try:
                await self.sweep(self._tools.now() - grace)
                if time.monotonic() - tidied > TIDIED_EVERY_SECONDS:
                    tidied = time.monotonic()
                    await self.tidy()
            except Exception:
                logger.exception("sweep failed")
            grace = OVERDUE_MS
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self, before: int) -> None:
        """Wake the rooms that should have acted before then, and let go of those not used.

        Raises:
            DBAPIError: the database fails.
        """
        codes = await self._tools.reader(partial(db_rooms.due, before=before, most=SWEPT_AT_ONCE))
        for code in codes:
            # One room that cannot be woken must not let all others sleep, nor fill the log.
            try:
                await self._wake(code, before)
            except Refused:
                await self._put_off(code)  # what cannot be read was logged when it was read
            except Exception:
                logger.exception("room not woken", room=code)
                await self._put_off(code)
            else:
                self._pauses.pop(code, None)
        await self._rooms.finish_farewells(SWEPT_AT_ONCE)
        await self._rooms.forget_idle()

    async def tidy(self) -> None:
        """Delete the rooms in which nothing has happened for long.

        Raises:
            DBAPIError: the database fails.
        """
        before = self._tools.now() - KEPT_DAYS * DAY_MS
        while codes := await self._tools.reader(
            partial(db_rooms.resting, before=before, most=SWEPT_AT_ONCE)
        ):
            await self._rooms.delete(codes)

    async def _wake(self, code: str, before: int) -> None:
        room = await self._rooms.get(code)
        await room.catch_up()
        if not room.act_when_due():
            await self._tools.writer.run(partial(db_rooms.rest, code=code, before=before))

    async def _put_off(self, code: str) -> None:
        """Leave a room alone for twice as long as the last time."""
        pause = min(2 * self._pauses.get(code, SWEEP_SECONDS), LONGEST_PAUSE_SECONDS)
        self._pauses[code] = pause
        until = self._tools.now() + round(pause * 1000)
        await self._tools.writer.run(partial(db_rooms.put_off, code=code, until=until))
