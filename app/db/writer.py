"""The one writer: everything that waits is committed together ("group commit").

A commit to the disk costs the same for one event as for fifty. So all writes go through one
thread; while it commits, the next ones gather. Nobody waits longer than without it, and a busy
server does far fewer commits.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Connection, Engine, bindparam, select, update
from sqlalchemy.dialects.sqlite import insert

from app.db.players import NobodyThere
from app.db.tables import room_events, rooms

logger = structlog.get_logger(__name__)

LARGEST_GROUP = 500

Write = Callable[[Connection], Any]


@dataclass(slots=True, eq=False)
class Append:
    """An event that wants to be the ``n``-th of its room's log.

    ``acts_at`` is when the server must act next, ``acted_at`` when it had to act so far;
    ``before`` are writes that the event needs, ``along`` those that belong to it. They ride in
    the event's transaction, ``along`` only if the event won its place.
    """

    room: str
    n: int
    kind: str
    event: str
    at: int
    command: str
    acts_at: int | None = None
    acted_at: int | None = None
    before: Sequence[Write] = ()
    along: Sequence[Write] = ()

    def row(self) -> dict[str, object]:
        """Return the event as a row of the log."""
        return {
            "room": self.room,
            "n": self.n,
            "kind": self.kind,
            "event": self.event,
            "at": self.at,
            "command": self.command,
        }


class _Job(NamedTuple):
    work: Append | Write
    future: asyncio.Future[Any]


_INSERT = insert(room_events).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
_COMMAND_AT = select(room_events.c.command).where(
    room_events.c.room == bindparam("room"), room_events.c.n == bindparam("n")
)
_ACTS_AT = (
    update(rooms).where(rooms.c.code == bindparam("of")).values(acts_at=bindparam("new_acts_at"))
)


class Writer:
    """Owns the writing thread. `append` and `run` may be awaited from one event loop."""

    def __init__(self, engine: Engine) -> None:
        """Start the thread."""
        self._engine = engine
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> bool:
        """Write an event; durable once this returns True, and False if its place was taken.

        Raises:
            DBAPIError: the database failed, and nothing was written.
        """
        return bool(await self._submit(append))

    async def run(self, write: Write) -> Any:  # noqa: ANN401  # whatever the write returns
        """Run a write of another kind and return what it returns, once it is durable.

        Raises:
            DBAPIError: the database failed, and nothing was written.
        """
        return await self._submit(write)

    def _submit(self, work: Append | Write) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, future))
        return future

    def close(self) -> None:
        """Write what waits, then end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job]
            while len(group) < LARGEST_GROUP and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                group.append(following)
            self._write(group)

    def _write(self, group: list[_Job]) -> None:
        try:
            with self._engine.begin() as connection:
                results = _write_group(connection, [job.work for job in group])
        except Exception as error:  # noqa: BLE001  # whoever waits must hear of it
            if len(group) > 1:
                # One bad write must not fail the others that happened to wait beside it.
                for job in group:
                    self._write([job])
                return
            if not isinstance(error, NobodyThere):
                logger.warning("write failed", error=repr(error))
            _call(_fail, [(group[0].future, error)])
            return
        _call(_succeed, [(j.future, r) for j, r in zip(group, results, strict=True)])


def _call(finish: Callable[..., None], outcomes: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Tell all at once, on their loop; one that is closed has nobody left who waits."""
    loop = outcomes[0][0].get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(finish, outcomes)


def _succeed(outcomes: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in outcomes:
        if not future.done():
            future.set_result(result)


def _fail(outcomes: list[tuple[asyncio.Future[Any], Exception]]) -> None:
    for future, error in outcomes:
        if not future.done():
            future.set_exception(error)


def _write_group(connection: Connection, group: list[Append | Write]) -> list[Any]:
    appends = [work for work in group if isinstance(work, Append)]
    won = _append_all(connection, appends) if appends else set()
    return [work in won if isinstance(work, Append) else work(connection) for work in group]


def _append_all(connection: Connection, appends: list[Append]) -> set[Append]:
    """Insert all events whose place is free, with what belongs to them; return who won."""
    for append in appends:
        for write in append.before:
            write(connection)
    rows = [append.row() for append in appends]
    won = set(appends)
    if connection.execute(_INSERT, rows).rowcount < len(appends):
        # Asked afterwards, this also knows an event of one's own whose commit was not heard of.
        won = {append for append in appends if _holds_its_place(connection, append)}
    moved = [append for append in won if append.acts_at != append.acted_at]
    if moved:
        connection.execute(_ACTS_AT, [{"of": a.room, "new_acts_at": a.acts_at} for a in moved])
    for append in appends:
        if append in won:
            for write in append.along:
                write(connection)
    return won


def _holds_its_place(connection: Connection, append: Append) -> bool:
    return connection.execute(_COMMAND_AT, append.row()).scalar() == append.command
