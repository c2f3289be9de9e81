"""The leaderboards: everybody's results of a time, added up and put in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Integer, cast, func, select

from app.db.tables import counted_results, daily_results


class Leader(NamedTuple):
    """A player's line: the games, how many were won, and the penalty points on average.

    On the board of the daily games that is a game's, on that of rooms a deal's average. Equal lines
    share a place, and the next place is skipped.
    """

    place: int
    player: str
    games: int
    wins: int
    average: float


class Line(NamedTuple):
    """A line before it has its place; ``key`` is what lines are compared by, the lowest first."""

    key: tuple[float, ...]
    player: str
    games: int
    wins: int
    average: float


def _by(player: ColumnElement[str]) -> ColumnElement[str]:
    """Return what to group by: SQLite would read all of the table in the order of an index on the
    bare column, instead of the few rows of the time asked for.
    """
    return player.concat("")


def daily_leaders(
    connection: Connection, first: str, last: str, among: Collection[str] | None = None
) -> list[Leader]:
    """Return the board of the daily games of these days, the last one included.

    With ``among`` it is that of these players alone.

    The order is that of a single day, on average: wins, place in the match, own penalties, lead,
    turns; so that of one day is just that day's board.
    """
    of = daily_results.c
    won = func.sum(cast(of.place == 1, Integer))
    sums = [func.sum(column) for column in (of.place, of.total, of.lead, of.turns)]
    query = (
        select(of.player_id, func.count(), won, *sums)
        .where(of.late.is_(False), of.day >= first, of.day <= last)
        .group_by(_by(of.player_id))
    )
    if among is not None:
        query = query.where(of.player_id.in_(among))
    lines = []
    for player, games, wins, place, total, lead, turns in connection.execute(query):
        key = (-wins, place / games, total / games, -lead / games, turns / games)
        lines.append(Line(key, player, games, wins, total / games))
    return ranked(lines)


def room_leaders(connection: Connection, since: int) -> list[Leader]:
    """Return the board of the rooms of people since a moment: wins, then the lowest average."""
    of = counted_results.c
    query = (
        select(
            of.player_id,
            func.count(),
            func.sum(cast(of.won, Integer)),
            func.sum(of.penalties),
            func.sum(of.deals),
        )
        .where(of.finished_at >= since)
        .group_by(_by(of.player_id))
    )
    lines = []
    for player, games, wins, penalties, deals in connection.execute(query):
        average = penalties / deals
        lines.append(Line((-wins, average), player, games, wins, average))
    return ranked(lines)


def ranked(lines: Sequence[Line]) -> list[Leader]:
    """Put lines in order."""
    leaders: list[Leader] = []
    key: tuple[float, ...] = ()
    for number, line in enumerate(sorted(lines), start=1):
        place = leaders[-1].place if leaders and line.key == key else number
        key = line.key
        leaders.append(Leader(place, *line[1:]))
    return leaders
