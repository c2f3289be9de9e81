"""The games that the lines of a leaderboard add up: the latest ones of each person."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Label, Select, func, or_, select

from app.db.tables import counted_results, daily_results, match_results, matches


class BoardGame(NamedTuple):
    """A game of a person; ``daily`` is its day, if it was a daily game.

    ``people`` are those of whom it is known here that they played in it.
    """

    player: str
    link: str
    finished_at: int
    daily: str | None
    public: bool
    place: int
    total: int
    people: tuple[str, ...]


def daily_games_of(
    connection: Connection, players: Collection[str], first: str, last: str, most: int
) -> list[BoardGame]:
    """Return the daily games of these days that stand on the board, each person's latest first."""
    of = daily_results.c
    query = (
        select(of.player_id, _LINK, matches.c.finished_at, of.day, of.place, of.total)
        .add_columns(_newest(of.player_id, of.day))
        .join(matches, matches.c.id == of.match_id)
        .where(of.player_id.in_(players), of.late.is_(False), of.day >= first, of.day <= last)
    )
    return [
        BoardGame(
            row.player_id,
            row.link,
            row.finished_at,
            row.day,
            public=False,
            place=row.place,
            total=row.total,
            people=(row.player_id,),
        )
        for row in _first_of_each(connection, query, most)
    ]


def room_games_of(
    connection: Connection, players: Collection[str], since: int, viewer: str | None, most: int
) -> list[BoardGame]:
    """Return the matches among people since then, each person's latest first.

    Only those of public tables, and those in which the viewer played: no others are looked up.
    """
    of = counted_results.c
    sat = select(match_results.c.match_id).where(match_results.c.player_id == viewer)
    own = of.match_id.in_(sat.scalar_subquery())
    query = (
        select(of.player_id, _LINK, of.finished_at, matches.c.public, own.label("own"))
        .add_columns(match_results.c.place, match_results.c.total)
        .add_columns(_newest(of.player_id, of.finished_at))
        .join(matches, matches.c.id == of.match_id)
        .join(
            match_results,
            (match_results.c.match_id == of.match_id) & (match_results.c.player_id == of.player_id),
        )
        .where(of.player_id.in_(players), of.finished_at >= since, or_(matches.c.public, own))
    )
    return [
        BoardGame(
            row.player_id,
            row.link,
            row.finished_at,
            None,
            row.public,
            row.place,
            row.total,
            people=(viewer,) if row.own and viewer else (),
        )
        for row in _first_of_each(connection, query, most)
    ]


_LINK = func.coalesce(matches.c.link, matches.c.id).label("link")


def _newest(player: ColumnElement[str], when: ColumnElement[Any]) -> Label[int]:
    return func.row_number().over(partition_by=player, order_by=when.desc()).label("newest")


def _first_of_each(connection: Connection, query: Select[Any], most: int) -> list[Any]:
    numbered = query.subquery()
    first = select(numbered).where(numbered.c.newest <= most)
    return [*connection.execute(first.order_by(numbered.c.player_id, numbered.c.newest))]
