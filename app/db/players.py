"""Players and their tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.sqlite import insert

from app.db.database import now_ms
from app.db.tables import players, tokens


class NobodyThere(LookupError):
    """A player was to do something who is not here: forgotten meanwhile. Nothing is written."""


def keep(connection: Connection, player: str, name: str | None = None) -> None:
    """Make a player's row, for a new identity only; a row that is there stays as it is.

    Nothing else makes one: else a request that is under way while its player is deleted would
    bring the player back.
    """
    row = insert(players).values(id=player, name=name, created_at=now_ms())
    connection.execute(row.on_conflict_do_nothing())


def rename(connection: Connection, player: str, name: str) -> None:
    """Call a player so from now on.

    Raises:
        NobodyThere: the player was forgotten.
    """
    check_here(connection, player)
    connection.execute(update(players).where(players.c.id == player).values(name=name))


def name_of(connection: Connection, player: str) -> str | None:
    """Return the player's name, None where none was chosen."""
    return connection.execute(select(players.c.name).where(players.c.id == player)).scalar()


def add_token(connection: Connection, player: str, token: str) -> None:
    """Let a token stand for a player."""
    connection.execute(
        insert(tokens).values(hash=token_hash(token), player_id=player, created_at=now_ms())
    )


def by_token(connection: Connection, token: str) -> str | None:
    """Return the id of the token's player."""
    query = select(tokens.c.player_id).where(tokens.c.hash == token_hash(token))
    return connection.execute(query).scalar()


def names(connection: Connection, ids: Iterable[str]) -> dict[str, str]:
    """Return the names of those among the players who have one."""
    query = select(players.c.id, players.c.name).where(players.c.id.in_(list(ids)))
    return {player: name for player, name in connection.execute(query) if name}


def known(connection: Connection, ids: Iterable[str]) -> dict[str, str | None]:
    """Return those among the players who are still here, with their names, if they have one."""
    query = select(players.c.id, players.c.name).where(players.c.id.in_(list(ids)))
    return {player: name for player, name in connection.execute(query)}  # noqa: C416


def still_here(connection: Connection, ids: Iterable[str]) -> frozenset[str]:
    """Return those among the players who were not forgotten, and keep them until the commit.

    Their rows are locked where the database locks rows: whoever writes what follows from what a
    player had so far waits here for the one before.
    """
    query = select(players.c.id).where(players.c.id.in_(list(ids))).order_by(players.c.id)
    return frozenset(connection.execute(query.with_for_update(key_share=True)).scalars())


def check_here(connection: Connection, player: str) -> None:
    """Make sure, until the commit, that a player is here, before anything is written of them.

    Raises:
        NobodyThere: the player was forgotten.
    """
    # A write that changes nothing: it locks, where a look would let another process in between.
    same = update(players).where(players.c.id == player).values(created_at=players.c.created_at)
    if not connection.execute(same.returning(players.c.id)).first():
        raise NobodyThere(player)


def token_hash(token: str) -> str:
    """Return what is kept of a token that nobody can guess."""
    return hashlib.sha256(token.encode()).hexdigest()
