"""Guests for programs."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from fastapi import APIRouter
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import StreamingResponse

from app.api.asking import ERRORS, Player
from app.api.shapes import (
    DeviceLinkShape,
    ErrorShape,
    NameBody,
    NewPlayer,
    PersonShape,
    PlayerShape,
)
from app.days import moment
from app.db import players
from app.names import clean_soon
from app.web.device_links import make_link
from app.web.download import download_of
from app.web.forgetting import forget_player
from app.web.identity import new_player_id
from app.web.limits import caller_address
from app.web.services import services

NO_NAME = {"model": ErrorShape, "description": "A malformed body, or no name for others to see"}
UNKNOWN: dict[int | str, dict[str, Any]] = {401: ERRORS[401]}

router = APIRouter(
    prefix="/api/players",
    tags=["players"],
    responses={422: NO_NAME, 429: ERRORS[429], 503: ERRORS[503]},
)


@router.post("", status_code=201)
async def make_player(request: Request, body: NewPlayer | None = None) -> PlayerShape:
    """Make a guest. The token goes into ``Authorization: Bearer …`` of every later call."""
    parts = services(request)
    await parts.limits.check("players", caller_address(request))
    player, token = new_player_id(), secrets.token_urlsafe(24)
    name = await clean_soon(body.name) if body and body.name is not None else None

    def write(connection: Connection) -> None:
        players.keep(connection, player, name)
        players.add_token(connection, player, token)

    await parts.writer.run(write)
    return PlayerShape(id=player, name=name, token=token)


@router.patch("/me", responses=UNKNOWN)
async def rename(request: Request, player: Player, body: NameBody) -> PersonShape:
    """Be called otherwise; what is stored holds ids, so old matches show the new name, too."""
    parts = services(request)
    await parts.limits.check("names", caller_address(request))
    name = await clean_soon(body.name)
    await parts.writer.run(partial(players.rename, player=player, name=name))
    await parts.rooms.renamed(player)
    return PersonShape(id=player, name=name)


@router.get("/me/data", response_model=dict[str, Any], responses=UNKNOWN)
async def see_data(request: Request, player: Player) -> StreamingResponse:
    """Return all that is kept of the caller: the matches with their records, results, ratings."""
    return await download_of(request, player)


@router.delete("/me", status_code=204, responses=UNKNOWN)
async def delete(request: Request, player: Player) -> None:
    """Delete all that is kept of the caller; tokens and cookies of the player work no more.

    In matches with others the seat stays, as that of a former player.
    """
    await forget_player(request, player)


@router.post("/me/device-link", status_code=201, responses=UNKNOWN)
async def make_device_link(request: Request, player: Player) -> DeviceLinkShape:
    """Make a link that carries the caller to a browser; one made earlier works no more."""
    link = await make_link(request, player)
    return DeviceLinkShape(url=link.url, expires_at=moment(link.expires_at))
