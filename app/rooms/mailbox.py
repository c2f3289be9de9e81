"""The mailbox of a room: its commands are carried out one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from app.db.players import NobodyThere
from app.rooms import refused as no
from app.rooms.commands import Command
from app.rooms.refused import Refused
from app.rooms.state import RoomState
from engine.violations import RuleViolation

logger = structlog.get_logger(__name__)

MAILBOX_SIZE = 64


class Mailbox:
    """Holds the commands that wait, and answers each with the state that it led to."""

    def __init__(self, code: str, carry_out: Callable[[Command], Awaitable[RoomState]]) -> None:
        """Begin to work; `close` ends the task, which has the room's code as its name."""
        self._code = code
        self._carry_out = carry_out
        self._waiting: asyncio.Queue[tuple[Command, asyncio.Future[RoomState]]] = asyncio.Queue(
            MAILBOX_SIZE
        )
        self._asked = 0
        self._closed = False
        self._worker = asyncio.get_running_loop().create_task(self._work(), name=code)

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return self._asked > 0

    async def ask(self, command: Command) -> RoomState:
        """Wait until a command is carried out.

        Raises:
            Refused: it is not possible now, or the mailbox is full or closed.
            RuleViolation: it is a move that the rules forbid.
            NobodyThere: whoever asked was forgotten meanwhile.
        """
        if self._closed or self._waiting.full():
            raise Refused(no.BUSY)
        future: asyncio.Future[RoomState] = asyncio.get_running_loop().create_future()
        self._asked += 1
        self._waiting.put_nowait((command, future))
        try:
            return await future
        finally:
            self._asked -= 1

    async def close(self) -> None:
        """Stop working; whoever waits is refused."""
        self._closed = True
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)
        while not self._waiting.empty():
            _answer(self._waiting.get_nowait()[1], Refused(no.BUSY))

    async def _work(self) -> None:
        while True:
            command, future = await self._waiting.get()
            try:
                state = await self._carry_out(command)
            except asyncio.CancelledError:
                _answer(future, Refused(no.BUSY))
                raise
            except (Refused, RuleViolation, NobodyThere) as refused:
                _answer(future, refused)
            except Exception:
                logger.exception("command failed", room=self._code)
                _answer(future, Refused(no.FAILED))
            else:
                if not future.done():
                    future.set_result(state)


def _answer(future: asyncio.Future[RoomState], failure: Exception) -> None:
    if not future.done():
        future.set_exception(failure)
