"""A house of rooms on a real SQLite file, as one process of the server has it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path

from app.db import players
from app.db import rooms as db_rooms
from app.db.database import Now, Reader, connect, now_ms
from app.db.writer import Writer
from app.rooms.bus import Bus, LocalBus
from app.rooms.clock import Tempo
from app.rooms.events import SeatHolder, decode
from app.rooms.registry import Rooms
from app.rooms.state import RoomState, fold
from app.rooms.sweeper import Sweeper
from app.rooms.tools import Tools
from tests.kit.database import lay_out

CASUAL = SeatHolder(computer="casual@1")
OPEN = SeatHolder()
PEOPLE = ("anna", "ben", "cho", "robot", "stranger", *(f"p{number}" for number in range(12)))
"""Whom the database of a house knows."""


def person(player: str) -> SeatHolder:
    return SeatHolder(player=player)


def add_event(path: Path, code: str, event: str) -> None:
    """Write an event to the end of a room's log, whatever it says."""
    with sqlite3.connect(path) as database:
        database.execute(
            """INSERT INTO room_events (room, n, kind, event, at, command)
               SELECT room, max(n) + 1, 'moved', ?, at, 'x' FROM room_events WHERE room = ?""",
            (event, code),
        )


class House:
    """One process: its rooms, its reader and its writer."""

    def __init__(
        self, path: Path, pace: float, bus: Bus, now: Now = now_ms, known: Sequence[str] = PEOPLE
    ) -> None:
        lay_out(path)
        engine = self.engine = connect(f"sqlite:///{path}")
        with engine.begin() as connection:
            for name in known:
                players.keep(connection, name)
        self.tools = Tools(Reader(engine), Writer(engine), bus, Tempo(pace), now)
        self.rooms = Rooms(self.tools)
        self.sweeper = Sweeper(self.tools, self.rooms)
        self.sweeping: asyncio.Task[None] | None = None

    def sweep(self) -> None:
        self.sweeping = asyncio.create_task(self.sweeper.run())

    async def close(self) -> None:
        if self.sweeping:
            self.sweeping.cancel()
            await asyncio.gather(self.sweeping, return_exceptions=True)
        await self.rooms.close()
        self.tools.writer.close()
        self.tools.reader.close()
        self.engine.dispose()


async def folded_again(reader: Reader, state: RoomState) -> RoomState:
    """Fold a room's whole log up to this state: a computer may have gone on."""
    rows = await reader(partial(db_rooms.after, code=state.code, n=0))
    log = ((decode(row.event), row.n, row.at) for row in rows if row.n <= state.n)
    return fold(RoomState(state.code), log)


@contextlib.asynccontextmanager
async def open_house(
    path: Path,
    *,
    pace: float = 0.0,
    bus: Bus | None = None,
    now: Now = now_ms,
    known: Sequence[str] = PEOPLE,
) -> AsyncIterator[House]:
    house = House(path, pace, bus or LocalBus(), now, known)
    try:
        yield house
    finally:
        await house.close()
