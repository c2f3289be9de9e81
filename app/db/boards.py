"""Boards: results in their order. Equal results share a place, and the next place is skipped."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from app.db.dailies import DailyResult, read_result
from app.db.tables import daily_results, matches, players


class BoardLine(NamedTuple):
    """A line of a day's board; ``name`` is None for somebody without one, ``link`` the match's."""

    place: int
    name: str | None
    result: DailyResult
    link: str | None

    @property
    def public(self) -> bool:
        """Daily games are not listed with those of public tables."""
        return False

    @property
    def daily(self) -> str:
        """The day whose game it was."""
        return self.result.day

    @property
    def finished_at(self) -> int:
        """When it ended."""
        return self.result.finished_at

    @property
    def people(self) -> tuple[str, ...]:
        """Who played it."""
        return (self.result.player,)


class DayBoard(NamedTuple):
    """A part of a day's board, and how many results it has in all."""

    lines: tuple[BoardLine, ...]
    players: int


class Standing(NamedTuple):
    """Where a result stands on its day's board: its place, and how many are on it and below."""

    place: int
    players: int
    worse: int

    @property
    def percentile(self) -> int | None:
        """How many of a hundred others did worse; None without others."""
        others = self.players - 1
        return 100 * self.worse // others if others else None


def _on_board(day: str) -> ColumnElement[bool]:
    return (daily_results.c.day == day) & daily_results.c.late.is_(False)


def _count(connection: Connection, which: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).where(which)).scalar() or 0


def day_board(connection: Connection, day: str, offset: int, most: int) -> DayBoard:
    """Return a part of a day's board; who was faster stands first among equals."""
    on_board = _on_board(day)
    query = (
        select(daily_results, players.c.name, matches.c.link)
        .join(matches, matches.c.id == daily_results.c.match_id)
        .outerjoin(players, players.c.id == daily_results.c.player_id)
        .where(on_board)
        .order_by(daily_results.c.rank, daily_results.c.finished_at)
        .limit(most)
        .offset(offset)
    )
    lines: list[BoardLine] = []
    for number, row in enumerate(connection.execute(query).all(), offset + 1):
        result = read_result(row)
        if lines and lines[-1].result.score == result.score:
            place = lines[-1].place
        elif lines:
            place = number
        else:
            place = 1 + _count(connection, on_board & (daily_results.c.rank < row.rank))
        lines.append(BoardLine(place, row.name, result, row.link))
    return DayBoard(tuple(lines), _count(connection, on_board))


def day_standing(connection: Connection, result: DailyResult) -> Standing | None:
    """Return where a result stands on its day's board, None for a late one."""
    if result.late:
        return None
    on_board, rank = _on_board(result.day), result.score.rank
    return Standing(
        place=1 + _count(connection, on_board & (daily_results.c.rank < rank)),
        players=_count(connection, on_board),
        worse=_count(connection, on_board & (daily_results.c.rank > rank)),
    )


def day_totals(connection: Connection, day: str) -> dict[int, int]:
    """Return how many on a day's board ended with how many penalty points."""
    query = (
        select(daily_results.c.total, func.count())
        .where(_on_board(day))
        .group_by(daily_results.c.total)
    )
    return {row[0]: row[1] for row in connection.execute(query)}
