"""All that is kept of a person, piece by piece: nobody waits for it, and it is never one whole."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection
from starlette.requests import HTTPConnection
from starlette.responses import StreamingResponse

from app.db.people import Reached, everything_else_of, some_matches_of
from app.web.services import services

MATCHES_A_PIECE = 50


class _Piece(NamedTuple):
    text: str
    reached: Reached | None


async def download_of(connection: HTTPConnection, player: str) -> StreamingResponse:
    """Return all that is kept of a player, as JSON that is read and written in a thread.

    Raises:
        TooMany: the player has asked very often.
        DBAPIError: the database fails.
    """
    parts = services(connection)
    await parts.limits.check("downloads", player)
    head = await parts.reader(partial(_head, player=player))
    return StreamingResponse(_pieces(connection, player, head), media_type="application/json")


async def _pieces(connection: HTTPConnection, player: str, head: str) -> AsyncIterator[str]:
    yield head
    piece = _Piece("", None)
    while True:
        next_piece = partial(_matches, player=player, after=piece.reached)
        before, piece = piece, await services(connection).reader(next_piece)
        if piece.reached is None:
            break
        yield (",\n" if before.reached else "\n") + piece.text
    yield "\n]}\n"


def _head(connection: Connection, player: str) -> str:
    told = everything_else_of(connection, player)
    lines = (f"{json.dumps(name)}: {_json(value)}" for name, value in told.items())
    return "{" + ",\n".join(lines) + ',\n"matches": ['


def _matches(connection: Connection, player: str, after: Reached | None) -> _Piece:
    rows = some_matches_of(connection, player, after, MATCHES_A_PIECE)
    reached = Reached(rows[-1]["finished_at"], rows[-1]["id"]) if rows else None
    return _Piece(",\n".join(map(_json, rows)), reached)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
