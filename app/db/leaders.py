"""The leaderboards: everybody's results of a time, added up and put in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Integer, cast, func, literal_column, select

from app.db.tables import counted_results, daily_results
from app.rating import FEWEST_MATCHES, Skill


class Leader(NamedTuple):
    """A player's line: the games, how many were won, and the penalty points on average.

    On the board of the daily games that is a game's, on those of rooms a deal's average. ``rating``
    is None for daily games, and for whom it is not shown yet. Equal lines share a place, and the
    next place is skipped.
    """

    place: int
    player: str
    games: int
    wins: int
    average: float
    rating: int | None = None


class Line(NamedTuple):
    """A line before it has its place; ``key`` is what lines are compared by, the lowest first."""

    key: tuple[float, ...]
    player: str
    games: int
    wins: int
    average: float
    rating: int | None = None


def _by(player: ColumnElement[str]) -> ColumnElement[str]:
    """Return what to group by: SQLite would read all of the table in the order of an index on the
    bare column, instead of the few rows of the time asked for.
    """
    return player.concat(literal_column("''"))


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
    player_id = _by(of.player_id)
    query = (
        select(player_id, func.count(), won, *sums)
        .where(of.late.is_(False), of.day >= first, of.day <= last)
        .group_by(player_id)
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
    lines = _room_lines(connection, since)
    return ranked([line._replace(key=(-line.wins, line.average)) for line in lines])


def rating_leaders(connection: Connection, since: int) -> list[Leader]:
    """Return those who have met in rooms since a moment, by their ratings now.

    Whoever has not one that is shown is not among them.
    """
    lines = _room_lines(connection, since)
    return ranked([one._replace(key=(-one.rating,)) for one in lines if one.rating is not None])


def _room_lines(connection: Connection, since: int) -> list[Line]:
    of = counted_results.c
    player_id = _by(of.player_id).label("player_id")
    sums = (
        select(
            player_id,
            func.count().label("games"),
            func.sum(cast(of.won, Integer)).label("wins"),
            func.sum(of.penalties).label("penalties"),
            func.sum(of.deals).label("deals"),
            func.max(of.number).label("number"),
        )
        .where(of.finished_at >= since)
        .group_by(player_id)
        .subquery()
    )
    # The last match of a time that reaches up to now is somebody's last one at all.
    last = (of.player_id == sums.c.player_id) & (of.number == sums.c.number)
    query = select(sums, of.mu, of.sigma).join_from(sums, counted_results, last)
    return [
        Line(
            (),
            player,
            games,
            wins,
            penalties / deals,
            Skill(mu, sigma).rating if number >= FEWEST_MATCHES else None,
        )
        for player, games, wins, penalties, deals, number, mu, sigma in connection.execute(query)
    ]


def ranked(lines: Sequence[Line]) -> list[Leader]:
    """Put lines in order."""
    leaders: list[Leader] = []
    key: tuple[float, ...] = ()
    for number, line in enumerate(sorted(lines, key=_order), start=1):
        place = leaders[-1].place if leaders and line.key == key else number
        key = line.key
        leaders.append(Leader(place, *line[1:]))
    return leaders


def _order(line: Line) -> tuple[tuple[float, ...], str]:
    return line.key, line.player
