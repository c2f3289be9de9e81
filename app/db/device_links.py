"""One-time links that carry a player to another device; kept as hashes, like tokens."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from app.db import players
from app.db.tables import device_links


def add(connection: Connection, player: str, token: str, now: int, expires_at: int) -> None:
    """Let a token carry a player until then; it takes the place of the player's last one.

    Raises:
        NobodyThere: the player was forgotten.
    """
    connection.execute(delete(device_links).where(device_links.c.expires_at <= now))
    players.check_here(connection, player)
    values = {"hash": players.token_hash(token), "expires_at": expires_at}
    row = insert(device_links).values(player_id=player, **values)
    connection.execute(row.on_conflict_do_update(index_elements=["player_id"], set_=values))


def player_of(connection: Connection, token: str, now: int) -> str | None:
    """Return whom the token carries; None for one that is unknown, used or too old."""
    query = select(device_links.c.player_id).where(_works(token, now))
    return connection.execute(query).scalar()


def use(connection: Connection, token: str, now: int) -> str | None:
    """Return whom the token carries, and use it up: of two who try, one succeeds."""
    gone = delete(device_links).where(_works(token, now)).returning(device_links.c.player_id)
    return connection.execute(gone).scalar()


def _works(token: str, now: int) -> ColumnElement[bool]:
    is_it = device_links.c.hash == players.token_hash(token)
    return is_it & (device_links.c.expires_at > now)
