"""The rooms that this process has in memory; any other room is a read of its log away."""

from __future__ import annotations

import asyncio
import secrets
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
MOST_IDLE_ROOMS = 500


def new_code() -> str:
    """Draw a code; that no other room has it, the caller sees to."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Rooms:
    """Finds, opens and keeps rooms."""

    def __init__(self, tools: Tools) -> None:
        """Begin with no room in memory."""
        self._tools = tools
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._hints: set[asyncio.Task[None]] = set()
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
        if earlier := self._loading.get(code):
            await asyncio.wait([earlier])  # it may have read before there was anything
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

    async def delete(self, codes: Sequence[str]) -> None:
        """Delete these rooms, and let whoever looks on know it.

        Raises:
            DBAPIError: the database fails.
        """
        # Until its rows are gone, a room stays in memory: else it would be read from them again.
        for code in codes:
            if room := self._rooms.get(code):
                await room.vanish()
        await self._tools.writer.run(partial(db_rooms.delete_all, codes=codes))
        for code in codes:
            self._rooms.pop(code, None)

    async def give_up(self, player: str | None, code: str) -> None:
        """Delete a room in which a person plays alone with computers: its match is no more.

        Raises:
            Refused: there is no such room, or its match is not the player's to give up.
            DBAPIError: the database fails.
        """
        (await self.get(code)).check_may_give_up(player)
        await self.delete([code])

    async def say_farewells(self, player: str) -> None:
        """Take a player who is no more from all rooms; where nobody else sits, delete them.

        What is refused, as by a busy room, the sweep tries again.

        Raises:
            DBAPIError: the database fails.
        """
        await self._say(await self._tools.reader(partial(db_farewells.of, player=player)))

    async def finish_farewells(self, most: int) -> None:
        """Say so many of the farewells that wait, as after a crash.

        Raises:
            DBAPIError: the database fails.
        """
        await self._say(await self._tools.reader(partial(db_farewells.waiting, most=most)))

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
            await self.delete([code])

    async def forget_idle(self) -> None:
        """Let go of the rooms that nobody has used for longest, if there are many."""
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
