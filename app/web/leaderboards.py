"""The leaderboards, added up once a minute at most and then paged in memory."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from functools import partial
from typing import Literal, NamedTuple, get_args

from sqlalchemy import Connection

from app.days import begin_of, day_at
from app.db import leaders, players
from app.db.database import Now, Reader
from app.db.leaders import Leader

Board = Literal["daily", "rooms"]
Period = Literal["today", "week", "month", "all"]

BOARDS: tuple[Board, ...] = get_args(Board)
PERIODS: tuple[Period, ...] = get_args(Period)
FRESH_MS = 60_000
"""How long a board is shown as it was added up."""
LINES = 20
"""The lines of a page."""


class NamedLeader(NamedTuple):
    """A line with the player's name, None for somebody without one."""

    line: Leader
    name: str | None
    you: bool


class LeaderPage(NamedTuple):
    """A page of a board; ``you`` is the caller's own line, on whatever page it stands."""

    lines: tuple[NamedLeader, ...]
    you: NamedLeader | None
    page: int
    pages: int
    players: int


class _Added(NamedTuple):
    """A board as it was added up."""

    at: int
    lines: list[Leader]
    numbers: dict[str, int]


def since(period: Period, today: date) -> date:
    """Return the first day of a period: weeks begin on Mondays, all by UTC."""
    match period:
        case "today":
            return today
        case "week":
            return today - timedelta(days=today.weekday())
        case "month":
            return today.replace(day=1)
        case "all":
            return date(1970, 1, 1)


class Leaderboards:
    """Keeps the boards."""

    def __init__(self, reader: Reader, now: Now) -> None:
        """Begin with none."""
        self._reader = reader
        self._now = now
        self._added: dict[tuple[Board, Period, date], asyncio.Task[_Added]] = {}

    async def page(self, board: Board, period: Period, number: int, you: str | None) -> LeaderPage:
        """Return a page, the nearest there is, with the caller's own line.

        Raises:
            DBAPIError: the database fails.
        """
        added = await self._board(board, period)
        pages = max(1, -(-len(added.lines) // LINES))
        number = min(max(number, 1), pages)
        lines = added.lines[(number - 1) * LINES : number * LINES]
        own = added.lines[added.numbers[you]] if you in added.numbers else None
        ids = {line.player for line in (*lines, own) if line}
        names = await self._reader(partial(players.names, ids=ids))

        def named(line: Leader) -> NamedLeader:
            return NamedLeader(line, names.get(line.player), line.player == you)

        return LeaderPage(
            tuple(map(named, lines)), named(own) if own else None, number, pages, len(added.lines)
        )

    async def _board(self, board: Board, period: Period) -> _Added:
        today = day_at(self._now())
        key = (board, period, today)
        task = self._added.get(key)
        if task is None or (task.done() and not self._is_fresh(task)):
            self._added = {key: task for key, task in self._added.items() if key[2] == today}
            task = asyncio.get_running_loop().create_task(self._add_up(board, period, today))
            self._added[key] = task
        return await asyncio.shield(task)

    def _is_fresh(self, task: asyncio.Task[_Added]) -> bool:
        return task.exception() is None and self._now() - task.result().at < FRESH_MS

    async def _add_up(self, board: Board, period: Period, today: date) -> _Added:
        at = self._now()
        lines = await self._reader(partial(_leaders, board=board, period=period, today=today))
        return _Added(at, lines, {line.player: number for number, line in enumerate(lines)})


def _leaders(connection: Connection, board: Board, period: Period, today: date) -> list[Leader]:
    first = since(period, today)
    if board == "daily":
        return leaders.daily_leaders(connection, first.isoformat(), today.isoformat())
    return leaders.room_leaders(connection, begin_of(first))
