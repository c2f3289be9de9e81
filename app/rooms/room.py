"""A room in this process: a mailbox of commands, worked off one after another."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, NamedTuple

import structlog

from app.db import matches
from app.db import players as db_players
from app.db import rooms as db_rooms
from app.db.database import Reader, now_ms
from app.db.writer import Append, Write, Writer
from app.rooms import refused as no
from app.rooms.bus import Bus
from app.rooms.clock import acts_at
from app.rooms.commands import Act, Command, GoOnWithout
from app.rooms.decide import decide
from app.rooms.events import Event, SeatTaken, decode, encode
from app.rooms.refused import Refused
from app.rooms.results import finished_match
from app.rooms.state import RoomState, fold
from app.table import Seat, Table
from engine.violations import RuleViolation

logger = structlog.get_logger(__name__)

MAILBOX_SIZE = 64
ABSENCE_SECONDS = 10
"""How long somebody may be away before the others go on to the next deal without them."""
MOST_TRIES = 5
"""How often a command is tried again after another process was faster."""

_process = secrets.token_hex(8)
_command_ids = (f"{_process}-{number:x}" for number in itertools.count())


class Tools(NamedTuple):
    """What every room works with; ``pace`` is the factor on computers' pauses."""

    reader: Reader
    writer: Writer
    bus: Bus
    pace: float


class Room:
    """One room. `ask` is the only way to change it.

    Whoever shows the room adds a listener to `listeners`; it is called after each change.
    `made` holds what was made of the present state to be shown; a change empties it.
    """

    def __init__(self, tools: Tools, state: RoomState) -> None:
        """Take up the room at this state; `close` ends its task."""
        self.state = state
        self.names: dict[str, str] = {}
        self.present: Counter[str] = Counter()
        self.listeners: set[Callable[[], None]] = set()
        self._tools = tools
        self._seats_seen: tuple[Seat, ...] | None = None
        self.made: dict[Hashable, Any] = {}
        self._mailbox: asyncio.Queue[tuple[Command, asyncio.Future[RoomState]]] = asyncio.Queue(
            MAILBOX_SIZE
        )
        self._asked = 0
        self._closed = False
        self._posted: set[asyncio.Task[RoomState]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._worker = asyncio.get_running_loop().create_task(self._work(), name=state.code)

    # What people see

    def seen_by(self, player: str | None) -> Table:
        """Return what this person, or a stranger, may see now."""
        you = self.state.seat_of(player)
        table: Table | None = self.made.get(you)
        if table is None:
            table = self.made[you] = self.state.seen_by(you, self._seats())
        return table

    def _seats(self) -> tuple[Seat, ...]:
        if self._seats_seen is None:
            self._seats_seen = self.state.seats_seen(self.names, self.present)
        return self._seats_seen

    def arrive(self, player: str) -> None:
        """Note one more connection of a player."""
        self.present[player] += 1
        if self.present[player] == 1:
            self._tell_of(player)

    def depart(self, player: str) -> None:
        """Note one connection of a player less."""
        self.present[player] -= 1
        if self.present[player] <= 0:
            del self.present[player]
            self._tell_of(player)
            if self.state.ready:
                # A reload is a short absence: nobody is to miss the next deal by it.
                asyncio.get_running_loop().call_later(
                    ABSENCE_SECONDS, self._post, GoOnWithout(self.state.seq)
                )

    def _tell_of(self, player: str) -> None:
        """Tell that somebody has come or gone: whoever has no seat is seen by nobody."""
        if player in self.state.people:
            self._seats_seen = None
            self._tell()

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way or about to happen here."""
        return not (self.listeners or self._asked or self._timer)

    # What changes it

    async def ask(self, command: Command) -> RoomState:
        """Have a command carried out; durable once this returns.

        Raises:
            Refused: it is not possible now, the mailbox is full, or the room was closed here.
            RuleViolation: it is a move that the rules forbid.
        """
        future: asyncio.Future[RoomState] = asyncio.get_running_loop().create_future()
        if self._closed or self._mailbox.full():
            raise Refused(no.BUSY)
        self._asked += 1
        self._mailbox.put_nowait((command, future))
        try:
            return await future
        finally:
            self._asked -= 1

    def act_when_due(self) -> bool:
        """Set the timer for what the server has to do next; return whether there is anything."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        at = acts_at(self.state, self._tools.pace)
        if at is None:
            return False
        delay = max(0, at - now_ms()) / 1000
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(delay, self._act, self.state.seq)
        return True

    def _act(self, seq: int) -> None:
        self._timer = None
        self._post(Act(seq))

    def _post(self, command: Command) -> None:
        """Ask by the server itself; where that fails, the sweep asks again."""
        task = asyncio.get_running_loop().create_task(self.ask(command), name=self.state.code)
        self._posted.add(task)
        task.add_done_callback(self._posted.discard)
        task.add_done_callback(_log_failure)

    async def catch_up(self, n: int | None = None) -> None:
        """Read what other processes have written, up to ``n`` at least."""
        if n is not None and n <= self.state.n:
            return
        rows = await self._tools.reader(
            partial(db_rooms.after, code=self.state.code, n=self.state.n)
        )
        # Meanwhile the room may have advanced by itself.
        news = [(decode(row.event), row.n, row.at) for row in rows if row.n > self.state.n]
        if news:
            await self._advance(fold(self.state, news))

    async def read_names(self) -> None:
        """Look up the names of the people who sit here."""
        self.names = await self._tools.reader(
            partial(db_players.names, ids=list(self.state.people))
        )
        self._seats_seen = None
        self._tell()

    async def close(self) -> None:
        """Stop working; what is in the log stays, and any process can go on from it."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)
        while not self._mailbox.empty():
            _answer(self._mailbox.get_nowait()[1], Refused(no.BUSY))

    async def _work(self) -> None:
        while True:
            command, future = await self._mailbox.get()
            try:
                state = await self._carry_out(command)
            except asyncio.CancelledError:
                _answer(future, Refused(no.BUSY))
                raise
            except (Refused, RuleViolation) as refused:
                _answer(future, refused)
            except Exception:
                logger.exception("command failed", room=self.state.code)
                _answer(future, Refused(no.FAILED))
            else:
                if not future.done():
                    future.set_result(state)

    async def _carry_out(self, command: Command) -> RoomState:
        command_id = next(_command_ids)
        for _ in range(MOST_TRIES):
            event = decide(self.state, command, self.present)
            if event is None:
                return self.state
            at = now_ms()
            state = self.state.after(event, self.state.n + 1, at)
            if await self._tools.writer.append(self._append(event, state, at, command_id)):
                if state.n > self.state.n:
                    await self._advance(state)
                return state
            await self.catch_up()
        raise Refused(no.BUSY)

    def _append(self, event: Event, state: RoomState, at: int, command: str) -> Append:
        along: list[Write] = []
        if isinstance(event, SeatTaken):
            along += [
                partial(db_players.keep, player=event.player),
                partial(db_rooms.seat_player, code=state.code, player=event.player, at=at),
            ]
        if state.status == "over" and self.state.status != "over":
            along.append(partial(matches.keep, match=finished_match(state, at)))
        return Append(
            room=state.code,
            n=state.n,
            kind=event.kind,
            event=encode(event),
            at=at,
            command=command,
            acts_at=acts_at(state, self._tools.pace),
            acted_at=acts_at(self.state, self._tools.pace),
            along=along,
        )

    async def _advance(self, state: RoomState) -> None:
        before, self.state = self.state, state
        if (state.seats, state.ready) != (before.seats, before.ready):
            self._seats_seen = None
        self._tools.bus.publish(state.code, state.n)
        self.act_when_due()
        self._tell()
        if state.people.keys() != before.people.keys():
            await self.read_names()

    def _tell(self) -> None:
        self.made.clear()
        for listener in tuple(self.listeners):
            listener()


def _answer(future: asyncio.Future[RoomState], failure: Exception) -> None:
    if not future.done():
        future.set_exception(failure)


def _log_failure(task: asyncio.Task[RoomState]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.warning("the server could not act", room=task.get_name(), error=repr(error))
