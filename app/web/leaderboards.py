"""The leaderboards, added up once a minute at most and then paged in memory."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from functools import partial
from typing import Literal, NamedTuple, get_args

from sqlalchemy import Connection

from app.days import begin_of, day_at
from app.db import board_games, leaders, players
from app.db.board_games import BoardGame
from app.db.database import Now, Reader
from app.db.leaders import Leader
from app.web.who_sees import may_be_seen

Board = Literal["daily", "rooms", "rating"]
Period = Literal["today", "week", "month", "all"]

BOARDS: tuple[Board, ...] = get_args(Board)
PERIODS: tuple[Period, ...] = get_args(Period)
Key = tuple[Board, Period, date]

FRESH_MS = 60_000
"""How long a board is shown as it was added up."""
OLDEST_MS = 10 * FRESH_MS
"""Up to this age it is shown while it is added up anew, so that nobody waits for that."""
LINES = 20
"""The lines of a page."""
GAMES = 10
"""How many of the games of a line are listed with it."""


class ListedGame(NamedTuple):
    """A game that a line adds up; ``link`` is None while it is not open to whoever asks."""

    game: BoardGame
    link: str | None


class NamedLeader(NamedTuple):
    """A line with the player's name, None for somebody without one.

    ``games`` are the latest that it adds up: of daily games all, of matches among people only those
    that are open to whoever asks.
    """

    line: Leader
    name: str | None
    you: bool
    games: tuple[ListedGame, ...]


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
        self._added: dict[Key, _Added] = {}
        self._running: dict[Key, asyncio.Task[_Added]] = {}

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
        now = self._now()
        days = (since(period, day_at(now)), day_at(now))
        names, games = await self._reader(partial(_told, board=board, ids=ids, days=days, you=you))

        def named(line: Leader) -> NamedLeader:
            listed = (_listed(game, now, you) for game in games if game.player == line.player)
            return NamedLeader(line, names.get(line.player), line.player == you, tuple(listed))

        return LeaderPage(
            tuple(map(named, lines)), named(own) if own else None, number, pages, len(added.lines)
        )

    def forget(self) -> None:
        """Add every board up anew: somebody has gone from all of them."""
        self._added.clear()
        self._running.clear()  # what is being added up may have been read before

    async def _board(self, board: Board, period: Period) -> _Added:
        """Return a board; while it is added up anew, whoever asks sees the one before."""
        today, now = day_at(self._now()), self._now()
        key = (board, period, today)
        kept = self._added.get(key)
        age = now - kept.at if kept else OLDEST_MS
        if kept and age < FRESH_MS:
            return kept
        if key not in self._running:
            task = asyncio.get_running_loop().create_task(self._add_up(board, period, today))
            self._running[key] = task
            task.add_done_callback(partial(self._keep, key))
        return kept if kept and age < OLDEST_MS else await asyncio.shield(self._running[key])

    def _keep(self, key: Key, task: asyncio.Task[_Added]) -> None:
        """Take a board over, and forget those of other days; one that failed is asked for again."""
        failed = task.cancelled() or task.exception() is not None
        if self._running.get(key) is not task:
            return
        del self._running[key]
        if not failed:
            self._added = {one: kept for one, kept in self._added.items() if one[2] == key[2]}
            self._added[key] = task.result()

    async def _add_up(self, board: Board, period: Period, today: date) -> _Added:
        at = self._now()
        lines = await self._reader(partial(_leaders, board=board, period=period, today=today))
        return _Added(at, lines, {line.player: number for number, line in enumerate(lines)})


def _leaders(connection: Connection, board: Board, period: Period, today: date) -> list[Leader]:
    first = since(period, today)
    if board == "daily":
        return leaders.daily_leaders(connection, first.isoformat(), today.isoformat())
    if board == "rating":
        return leaders.rating_leaders(connection, begin_of(first))
    return leaders.room_leaders(connection, begin_of(first))


def _told(
    connection: Connection, board: Board, ids: set[str], days: tuple[date, date], you: str | None
) -> tuple[dict[str, str], list[BoardGame]]:
    """Return the names of these players, and the games that their lines add up."""
    if board == "daily":
        first, last = (day.isoformat() for day in days)
        games = board_games.daily_games_of(connection, ids, first, last, GAMES)
    else:
        games = board_games.room_games_of(connection, ids, begin_of(days[0]), you, GAMES)
    return players.names(connection, ids), games


def _listed(game: BoardGame, now: int, you: str | None) -> ListedGame:
    by_link = game.daily is not None  # once its day is closed, the board hands the link out
    return ListedGame(game, game.link if may_be_seen(game, now, you, by_link=by_link) else None)
