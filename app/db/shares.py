"""Results of daily games that people share: each has a key, which names it to whoever has it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from app.db.matches import own_penalties
from app.db.tables import daily_results, shared_results


class SharedResult(NamedTuple):
    """What a key tells: how a game of a day ended, and nothing of whose it was or of its cards.

    ``place`` is that in the match, ``rounds`` are the player's penalties, round by round.
    """

    day: str
    place: int
    rounds: tuple[int, ...]


def key_of(connection: Connection, match_id: str) -> str | None:
    """Return the key of a result, None if it has none yet."""
    query = select(shared_results.c.key).where(shared_results.c.match_id == match_id)
    return connection.execute(query).scalar()


def keep(connection: Connection, match_id: str, key: str) -> str:
    """Make sure that a result has a key; one that is there stays, and is returned."""
    row = insert(shared_results).values(key=key, match_id=match_id)
    connection.execute(row.on_conflict_do_nothing())
    return key_of(connection, match_id) or key


def find(connection: Connection, key: str, seat: int) -> SharedResult | None:
    """Return what a key tells of whoever sat on this seat."""
    query = (
        select(daily_results.c.match_id, daily_results.c.day, daily_results.c.place)
        .join(shared_results, shared_results.c.match_id == daily_results.c.match_id)
        .where(shared_results.c.key == key)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return SharedResult(row.day, row.place, own_penalties(connection, row.match_id, seat))
