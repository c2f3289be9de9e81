"""Rooms and their logs, for reading; the log is written by `app.db.writer`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from app.db.tables import room_events, room_players, rooms

CHECKPOINT = "match-started"
"""The kind of event that a room's fold can begin at, because it holds all that went before."""


class LoggedEvent(NamedTuple):
    """A row of a room's log; ``event`` is its JSON."""

    n: int
    event: str
    at: int


def add(connection: Connection, code: str, at: int) -> None:
    """Make sure of a room's row; whose room it is, its first event decides."""
    row = insert(rooms).values(code=code, created_at=at, acts_at=None)
    connection.execute(row.on_conflict_do_nothing())


def seat_player(connection: Connection, code: str, player: str, at: int) -> None:
    """Note that a player has a seat in a room, so that the room is found again."""
    row = insert(room_players).values(room=code, player_id=player, joined_at=at)
    connection.execute(row.on_conflict_do_nothing())


def unseat_player(connection: Connection, code: str, player: str) -> None:
    """Note that a player has left a room."""
    row = (room_players.c.room == code) & (room_players.c.player_id == player)
    connection.execute(delete(room_players).where(row))


def since_checkpoint(connection: Connection, code: str) -> list[LoggedEvent]:
    """Return the log from its last checkpoint on, or all of it; empty for an unknown room."""
    of_room = room_events.c.room == code
    last = (
        select(func.max(room_events.c.n))
        .where(of_room, room_events.c.kind == CHECKPOINT)
        .scalar_subquery()
    )
    return _read(connection, code, func.coalesce(last, 0) - 1)


def after(connection: Connection, code: str, n: int) -> list[LoggedEvent]:
    """Return what followed the event ``n``."""
    return _read(connection, code, n)


def _read(connection: Connection, code: str, n: object) -> list[LoggedEvent]:
    query = (
        select(room_events.c.n, room_events.c.event, room_events.c.at)
        .where(room_events.c.room == code, room_events.c.n > n)
        .order_by(room_events.c.n)
    )
    return [LoggedEvent(*row) for row in connection.execute(query)]


def due(connection: Connection, before: int, most: int) -> list[str]:
    """Return the codes of rooms in which the server should have acted before that time."""
    query = (
        select(rooms.c.code).where(rooms.c.acts_at <= before).order_by(rooms.c.acts_at).limit(most)
    )
    return list(connection.execute(query).scalars())


def rest(connection: Connection, code: str, before: int) -> None:
    """Note that nothing is due in a room of which `due` said so for that time."""
    is_it = (rooms.c.code == code) & (rooms.c.acts_at <= before)
    connection.execute(update(rooms).where(is_it).values(acts_at=None))


def put_off(connection: Connection, code: str, until: int) -> None:
    """Let `due` name a room again from that time on."""
    connection.execute(update(rooms).where(rooms.c.code == code).values(acts_at=until))


def rooms_of(connection: Connection, player: str, most: int) -> list[str]:
    """Return the codes of the rooms in which a player has a seat, the latest first."""
    query = (
        select(room_players.c.room)
        .where(room_players.c.player_id == player)
        .order_by(room_players.c.joined_at.desc())
        .limit(most)
    )
    return list(connection.execute(query).scalars())


def resting(connection: Connection, before: int, most: int) -> list[str]:
    """Return the codes of rooms in which nothing has happened since then, and nothing is due."""
    later = (
        select(room_events.c.n)
        .where(room_events.c.room == rooms.c.code, room_events.c.at >= before)
        .exists()
    )
    old = (rooms.c.created_at < before) & rooms.c.acts_at.is_(None)
    return list(connection.execute(select(rooms.c.code).where(old, ~later).limit(most)).scalars())


def delete_all(connection: Connection, codes: Sequence[str]) -> None:
    """Delete rooms with their logs; records and results of their matches stay."""
    for table, room in ((room_events, room_events.c.room), (rooms, rooms.c.code)):
        connection.execute(delete(table).where(room.in_(codes)))
