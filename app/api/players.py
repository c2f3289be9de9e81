"""Guests for programs."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Any

from fastapi import APIRouter
from sqlalchemy import Connection
from starlette.requests import Request

from app.api.shapes import ErrorShape, NewPlayer, PlayerShape
from app.db import players
from app.web.identity import new_player_id
from app.web.limits import address
from app.web.services import services

ERRORS: dict[int | str, dict[str, Any]] = {
    422: {"model": ErrorShape, "description": "A malformed body"},
    429: {"model": ErrorShape, "description": "Too fast; see the header Retry-After"},
    503: {"model": ErrorShape, "description": "Not possible just now; try again later"},
}

router = APIRouter(prefix="/api/players", tags=["players"], responses=ERRORS)

LONGEST_NAME = 24


@router.post("", status_code=201)
async def make_player(request: Request, body: NewPlayer | None = None) -> PlayerShape:
    """Make a guest. The token goes into ``Authorization: Bearer …`` of every later call."""
    parts = services(request)
    await parts.limits.check("players", address(request))
    player, token = new_player_id(), secrets.token_urlsafe(24)
    name = clean_name(body.name) if body else None

    def write(connection: Connection) -> None:
        players.keep(connection, player, name)
        players.add_token(connection, player, token)

    await parts.writer.run(write)
    return PlayerShape(id=player, name=name, token=token)


def clean_name(text: str | None) -> str | None:
    """Return a name without control and direction characters, trimmed; None if none is left."""
    kept = "".join(c for c in text or "" if not unicodedata.category(c).startswith("C"))
    return " ".join(kept.split())[:LONGEST_NAME].strip() or None
