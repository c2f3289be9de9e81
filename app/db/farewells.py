"""From which rooms a person who was deleted has yet to be taken."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from app.db.tables import daily_games, farewells, room_players, rooms


class Farewell(NamedTuple):
    """A room, and who was deleted and may still sit there."""

    room: str
    player: str


def note(connection: Connection, player: str) -> None:
    """Note all rooms in which a person sits, those of daily games as well."""
    for of in (room_players, daily_games):
        sits = select(of.c.room).where(of.c.player_id == player).scalar_subquery()
        noted = select(farewells.c.room).where(farewells.c.player_id == player).scalar_subquery()
        codes = select(rooms.c.code).where(rooms.c.code.in_(sits), rooms.c.code.not_in(noted))
        rows = [{"room": code, "player_id": player} for code in connection.execute(codes).scalars()]
        if rows:
            connection.execute(insert(farewells), rows)


def waiting(connection: Connection, most: int) -> list[Farewell]:
    """Return farewells that are still to be made."""
    query = select(farewells.c.room, farewells.c.player_id).limit(most)
    return [Farewell(*row) for row in connection.execute(query)]


def of(connection: Connection, player: str) -> list[Farewell]:
    """Return those of one person."""
    query = select(farewells.c.room, farewells.c.player_id).where(farewells.c.player_id == player)
    return [Farewell(*row) for row in connection.execute(query)]


def made(connection: Connection, farewell: Farewell) -> None:
    """Note that a farewell is made."""
    is_it = (farewells.c.room == farewell.room) & (farewells.c.player_id == farewell.player)
    connection.execute(delete(farewells).where(is_it))
