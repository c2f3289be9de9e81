"""The rooms that this process has in memory; any other room is a read of its log away."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial

import structlog
from sqlalchemy import Connection

from app.db import players as db_players
from app.db import rooms as db_rooms
from app.db.database import now_ms
from app.db.writer import Append
from app.rooms import refused as no
from app.rooms.commands import Start
from app.rooms.events import Opened, SeatHolder, decode, encode
from app.rooms.refused import Refused
from app.rooms.room import Room, Tools
from app.rooms.state import RoomState, fold
from engine.rules import Rules
from engine.shuffle import SEED_BYTES

logger = structlog.get_logger(__name__)

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No O and 0, no I and 1: a code can be read out over the phone."""
CODE_LENGTH = 6
SWEEP_SECONDS = 2.0
OVERDUE_MS = 3000
"""A room that should have acted so long ago has nobody left who would."""
SWEPT_AT_ONCE = 200
MOST_IDLE_ROOMS = 500


class Rooms:
    """Finds, opens and keeps rooms, and wakes those whose time has come."""

    def __init__(self, tools: Tools) -> None:
        """Begin with no room in memory; `run` sweeps."""
        self._tools = tools
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._hints: set[asyncio.Task[None]] = set()
        tools.bus.listen(self._hear)

    async def get(self, code: str) -> Room:
        """Return the room with this code.

        Raises:
            Refused: there is none.
        """
        if room := self._rooms.get(code):
            # The one asked for last stands last, and is forgotten last.
            self._rooms[code] = self._rooms.pop(code)
            return room
        if code not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(code))
            self._loading[code] = task
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> Room:
        rows = await self._tools.reader(partial(db_rooms.since_checkpoint, code=code))
        if not rows:
            raise Refused(no.ROOM_NOT_FOUND)
        events = ((decode(row.event), row.n, row.at) for row in rows)
        room = Room(self._tools, fold(RoomState(code), events))
        await room.read_names()
        room.act_when_due()
        self._rooms[code] = room
        return room

    async def open(self, host: str, seats: Sequence[SeatHolder], rules: Rules) -> Room:
        """Open a room; with no seat left free, its match starts at once.

        Raises:
            RulesError: the rules are not for this number of players.
        """
        rules.check_players(len(seats))
        room = None
        while room is None:
            room = await self._try_to_open(host, seats, rules)
        await room.read_names()
        self._rooms[room.state.code] = room
        if not any(seat.is_open for seat in seats):
            await room.ask(Start(host, secrets.token_bytes(SEED_BYTES)))
        return room

    async def _try_to_open(
        self, host: str, seats: Sequence[SeatHolder], rules: Rules
    ) -> Room | None:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        at = now_ms()
        event = Opened(host, tuple(seats), rules.options())

        def make_rows(connection: Connection) -> None:
            db_players.keep(connection, host)
            db_rooms.add(connection, code, at)

        append = Append(
            room=code,
            n=1,
            kind=event.kind,
            event=encode(event),
            at=at,
            command="open-" + secrets.token_hex(8),
            acts_at=None,
            before=[make_rows],
            along=[partial(db_rooms.seat_player, code=code, player=host, at=at)],
        )
        if not await self._tools.writer.append(append):
            return None
        return Room(self._tools, RoomState(code).after(event, 1, at))

    def _hear(self, code: str, n: int) -> None:
        room = self._rooms.get(code)
        if room is None or n <= room.state.n:
            return
        task = asyncio.get_running_loop().create_task(room.catch_up(n))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def run(self) -> None:
        """Wake overdue rooms until cancelled; at a start, that is every room left waiting."""
        grace = 0
        while True:
            try:
                await self._sweep(now_ms() - grace)
            except Exception:
                logger.exception("sweep failed")
            grace = OVERDUE_MS
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self, before: int) -> None:
        codes = await self._tools.reader(partial(db_rooms.due, before=before, most=SWEPT_AT_ONCE))
        for code in codes:
            try:
                await self._wake(code, before)
            except Exception:
                # One room that cannot be read must not let all others sleep.
                logger.exception("room not woken", room=code)
        await self._forget_idle()

    async def _wake(self, code: str, before: int) -> None:
        room = await self.get(code)
        await room.catch_up()
        if not room.act_when_due():
            await self._tools.writer.run(partial(db_rooms.rest, code=code, before=before))

    async def _forget_idle(self) -> None:
        idle = [code for code, room in self._rooms.items() if room.idle]
        for code in idle[:-MOST_IDLE_ROOMS]:
            if self._rooms[code].idle:
                await self._rooms.pop(code).close()

    async def close(self) -> None:
        """Close every room in memory."""
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        self._rooms.clear()
