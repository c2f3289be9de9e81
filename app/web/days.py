"""A day's game as one caller may know it, for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from app.days import PlayedDay, closes_at, is_closed, read_day, streak
from app.db import boards, dailies, players
from app.db.boards import DayBoard, Standing
from app.db.dailies import DailyGame, DailyResult, Score
from app.db.matches import own_penalties
from app.rooms import refused as no
from app.rooms.dailies import SEAT, Begun
from app.rooms.refused import Refused
from app.web.limits import caller_address
from app.web.services import services
from app.web.shares import key_to_share
from app.web.who_sees import may_be_seen

BOARD_LINES = 10


class SeenDay(NamedTuple):
    """What a caller may know of a day's game.

    ``seed`` is None until the day is closed, ``par`` until the caller has played or it is.
    ``game`` is the caller's, None if it was not begun; ``standing`` is where its result stands.
    ``rounds`` are the caller's penalties. ``points`` is how many ended with how many points.
    ``share`` is the key by which the caller's result can be shared.
    """

    day: date
    commitment: str
    closes_at: int
    closed: bool
    seed: str | None
    board: DayBoard
    points: dict[int, int]
    game: DailyGame | None
    standing: Standing | None
    rounds: tuple[int, ...]
    streak: int
    par: Score | None
    name: str | None
    share: str | None

    @property
    def result(self) -> DailyResult | None:
        """How the caller's game ended."""
        return self.game.result if self.game else None


class _Rows(NamedTuple):
    board: DayBoard
    points: dict[int, int]
    game: DailyGame | None
    standing: Standing | None
    rounds: tuple[int, ...]
    played: frozenset[date]
    name: str | None


def day_of(text: str) -> date:
    """Read the day of an address.

    Raises:
        Refused: it is none.
    """
    day = read_day(text)
    if day is None:
        raise Refused(no.NO_SUCH_DAY)
    return day


async def begin_day(connection: HTTPConnection, player: str, day: date) -> Begun:
    """Begin or continue the caller's game of a day.

    Raises:
        Refused: there is none to be played, or this is too fast.
    """
    parts = services(connection)
    await parts.limits.check("rooms by address", caller_address(connection))
    await parts.limits.check("rooms", player)
    begun = await parts.dailies.begin(player, day)
    begun.room.visit(player)
    return begun


async def see_day(connection: HTTPConnection, player: str | None, day: date) -> SeenDay:
    """Return what the caller, or a stranger with None, may know of a day's game.

    Raises:
        Refused: there is no game of that day.
    """
    parts = services(connection)
    daily = await parts.dailies.of(day)
    rows = await parts.reader(partial(_rows, day=day.isoformat(), player=player))
    closed = is_closed(day, parts.now())
    result = rows.game.result if rows.game else None
    return SeenDay(
        day=day,
        commitment=daily.commitment,
        closes_at=closes_at(day),
        closed=closed,
        seed=daily.seed.hex() if closed else None,
        board=_open_to(player, rows.board, parts.now()),
        points=rows.points,
        game=rows.game,
        standing=rows.standing,
        rounds=rows.rounds,
        streak=streak(rows.played, parts.dailies.today),
        par=await parts.dailies.par(day) if closed or result else None,
        name=rows.name,
        share=await key_to_share(connection, result.match_id) if result else None,
    )


def _open_to(player: str | None, board: DayBoard, now: int) -> DayBoard:
    """Leave the links only to those matches that the player, or a stranger, may see."""
    lines = tuple(
        line if may_be_seen(line, now, player, by_link=True) else line._replace(link=None)
        for line in board.lines
    )
    return board._replace(lines=lines)


def in_time(played: Mapping[date, PlayedDay]) -> frozenset[date]:
    """Return the days that were not finished late."""
    return frozenset(day for day, one in played.items() if not one.late)


def _rows(connection: Connection, day: str, player: str | None) -> _Rows:
    game = dailies.game_of(connection, day, player) if player else None
    result = game.result if game else None
    return _Rows(
        board=boards.day_board(connection, day, 0, BOARD_LINES),
        points=boards.day_totals(connection, day),
        game=game,
        standing=boards.day_standing(connection, result) if result else None,
        rounds=own_penalties(connection, result.match_id, SEAT) if result else (),
        played=in_time(dailies.days_played(connection, player) if player else {}),
        name=players.name_of(connection, player) if player else None,
    )
