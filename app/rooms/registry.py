"""The rooms that this process has in memory; any other room is a read of its log away."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from functools import partial

import structlog
from sqlalchemy import Connection

from app.db import farewells as db_farewells
from app.db import players as db_players
from app.db import rooms as db_rooms
from app.db.farewells import Farewell
from app.db.writer import Append
from app.rooms import refused as no
from app.rooms.clock import next_due
from app.rooms.commands import Forget, Start
from app.rooms.events import Event, MatchStarted, Opened, SeatHolder, decode, encode
from app.rooms.presence import Presence
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.rooms.state import RoomState, fold
from app.rooms.tools import Tools
from app.terms import USUAL, Terms
from engine.rules import Rules
from engine.shuffle import SEED_BYTES

logger = structlog.get_logger(__name__)

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No O and 0, no I and 1: a code can be read out over the phone."""
CODE_LENGTH = 6
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
MOST_IDLE_ROOMS = 500


def new_code() -> str:
    """Draw a code; that no other room has it, the caller sees to."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Rooms:
    """Finds, opens and keeps rooms, and wakes those whose time has come."""

    def __init__(self, tools: Tools) -> None:
        """Begin with no room in memory; `run` sweeps."""
        self._tools = tools
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._hints: set[asyncio.Task[None]] = set()
        self._pauses: dict[str, float] = {}
        self._unreadable: set[str] = set()
        tools.bus.listen(self._hear)

    async def get(self, code: str) -> Room:
        """Return the room with this code.

        Raises:
            Refused: there is none, or its log cannot be read.
            DBAPIError: the database fails.
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

    async def get_for(self, player: str | None, code: str) -> Room:
        """Return the room with this code, if it is open to this player, or stranger with None.

        Raises:
            Refused: there is none, with the same answer for one that is not open; or the host has
                sent the player away.
            DBAPIError: the database fails.
        """
        room = await self.get(code)
        room.check_open_to(player)
        return room

    async def _load(self, code: str) -> Room:
        rows = await self._tools.reader(partial(db_rooms.since_checkpoint, code=code))
        if not rows:
            raise Refused(no.ROOM_NOT_FOUND)
        try:
            state = fold(RoomState(code), ((decode(row.event), row.n, row.at) for row in rows))
        except Exception as error:
            # Damaged text, a kind that only a newer version knows, a move against the rules.
            logger.exception("room not readable", room=code)
            raise Refused(no.UNREADABLE) from error
        room = await self._take_up(state)
        room.act_when_due()
        return room

    async def _take_up(self, state: RoomState) -> Room:
        room = Room(self._tools, state)
        try:
            await room.read_names()
        except BaseException:
            await room.close()
            raise
        self._rooms[state.code] = room
        return room

    async def open(
        self,
        host: str,
        seats: Sequence[SeatHolder],
        rules: Rules,
        terms: Terms = USUAL,
        seed: bytes | None = None,
    ) -> Room:
        """Open a room; with no seat left free, its match starts at once, from the seed if given.

        Raises:
            RulesError: the rules are not for this number of players.
            Refused: the match cannot be started now.
            NobodyThere: the host was forgotten.
            DBAPIError: the database fails.
        """
        rules.check_players(len(seats))
        state = None
        while state is None:
            state = await self._try_to_open(host, seats, rules, terms)
        room = await self.get(state.code)  # gone already if the host was forgotten meanwhile
        room.visit(host)
        if not any(seat.is_open for seat in seats):
            await room.ask(Start(host, seed or secrets.token_bytes(SEED_BYTES)))
        return room

    async def _try_to_open(
        self, host: str, seats: Sequence[SeatHolder], rules: Rules, terms: Terms
    ) -> RoomState | None:
        code = new_code()
        at = self._tools.now()
        event = Opened(host, tuple(seats), rules.options(), terms)

        def make_rows(connection: Connection) -> None:
            db_players.check_here(connection, host)
            db_rooms.add(connection, code, at)

        append = _first_of_log(code, event, at)
        append.before = [make_rows]
        append.along = [partial(db_rooms.seat_player, code=code, player=host, at=at)]
        if not await self._tools.writer.append(append):
            return None
        return RoomState(code).after(event, 1, at)

    async def open_at(self, code: str, event: MatchStarted, at: int) -> tuple[Room, bool]:
        """Open a room that begins with its match; return it, and whether it was this call.

        ``at`` is the moment of that event, in milliseconds since 1970.

        Raises:
            Refused: as `get` does.
            NobodyThere: the host was forgotten.
            DBAPIError: the database fails.
        """
        state = RoomState(code).after(event, 1, at)
        due = next_due(state, Presence(at), self._tools.tempo)
        append = _first_of_log(code, event, at)
        append.acts_at = due.at if due else None
        append.before = [
            partial(db_players.check_here, player=event.host),
            partial(db_rooms.add, code=code, at=at),
        ]
        opened = await self._tools.writer.append(append)
        room = await self.get(code)
        room.visit(event.host)
        return room, opened

    def _hear(self, code: str, n: int) -> None:
        room = self._rooms.get(code)
        if room is None or n <= room.state.n:
            return
        task = asyncio.get_running_loop().create_task(room.catch_up(n))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def run(self) -> None:
        """Wake overdue rooms until cancelled; at a start, that is every room left waiting."""
        grace, tidied = 0, -TIDIED_EVERY_SECONDS
        while True:
            try:
                await self._sweep(self._tools.now() - grace)
                if time.monotonic() - tidied > TIDIED_EVERY_SECONDS:
                    tidied = time.monotonic()
                    await self._tidy()
            except Exception:
                logger.exception("sweep failed")
            grace = OVERDUE_MS
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self, before: int) -> None:
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
        await self._say(await self._tools.reader(partial(db_farewells.waiting, most=SWEPT_AT_ONCE)))
        await self._forget_idle()

    async def _tidy(self) -> None:
        """Delete the rooms in which nothing has happened for long."""
        before = self._tools.now() - KEPT_DAYS * DAY_MS
        while codes := await self._tools.reader(
            partial(db_rooms.resting, before=before, most=SWEPT_AT_ONCE)
        ):
            await self._delete(codes)

    async def _delete(self, codes: Sequence[str]) -> None:
        # Until its rows are gone, a room stays in memory: else it would be read from them again.
        for code in codes:
            if room := self._rooms.get(code):
                await room.vanish()
        await self._tools.writer.run(partial(db_rooms.delete_all, codes=codes))
        for code in codes:
            self._rooms.pop(code, None)

    async def say_farewells(self, player: str) -> None:
        """Take a player who is no more from all rooms; where nobody else sits, delete them.

        What is refused, as by a busy room, the sweep tries again.

        Raises:
            DBAPIError: the database fails.
        """
        await self._say(await self._tools.reader(partial(db_farewells.of, player=player)))

    async def _say(self, farewells: Sequence[Farewell]) -> None:
        for farewell in farewells:
            if farewell.room in self._unreadable:
                continue  # perhaps the next start can read it
            try:
                await self._take_from(farewell)
            except Refused as refused:
                if refused.refusal is no.UNREADABLE:
                    self._unreadable.add(farewell.room)
                continue
            await self._tools.writer.run(partial(db_farewells.made, farewell=farewell))

    async def _take_from(self, farewell: Farewell) -> None:
        code, player = farewell
        room = await self.get(code)
        if room.state.people.keys() - {player}:
            await room.ask(Forget(player))
        else:
            await self._delete([code])

    async def _wake(self, code: str, before: int) -> None:
        room = await self.get(code)
        await room.catch_up()
        if not room.act_when_due():
            await self._tools.writer.run(partial(db_rooms.rest, code=code, before=before))

    async def _put_off(self, code: str) -> None:
        """Leave a room alone for twice as long as the last time."""
        pause = min(2 * self._pauses.get(code, SWEEP_SECONDS), LONGEST_PAUSE_SECONDS)
        self._pauses[code] = pause
        until = self._tools.now() + round(pause * 1000)
        await self._tools.writer.run(partial(db_rooms.put_off, code=code, until=until))

    async def _forget_idle(self) -> None:
        idle = [code for code, room in self._rooms.items() if room.idle]
        for code in idle[:-MOST_IDLE_ROOMS]:
            if self._rooms[code].idle:
                await self._rooms.pop(code).close()

    def open_tables(self) -> list[Room]:
        """Return the public rooms in which somebody waits for players, the fullest first."""
        waiting = [room for room in self._rooms.values() if room.is_open_table]
        return sorted(waiting, key=lambda room: room.free_seats)

    async def renamed(self, player: str) -> None:
        """Let the rooms in which a player sits show the new name."""
        for room in tuple(self._rooms.values()):
            if player in room.state.people:
                await room.read_names()

    async def close(self) -> None:
        """Close every room in memory."""
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        self._rooms.clear()


def _first_of_log(code: str, event: Event, at: int) -> Append:
    command = "open-" + secrets.token_hex(8)
    return Append(code, 1, kind=event.kind, event=encode(event), at=at, command=command)
