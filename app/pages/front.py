"""The front page, and "Play now"."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from app.db.rooms import latest_of
from app.pages.film import film
from app.pages.show import show
from app.render.pages import FrontPage
from app.rooms.events import SeatHolder
from app.rooms.refused import Refused
from app.web.identity import cookie_player, cookie_player_or_newcomer
from app.web.limits import address
from app.web.services import services
from engine.players import LEVELS
from engine.rules import CLASSIC

router = APIRouter(include_in_schema=False)

OPPONENTS = ("casual", "beginner", "casual")
"""Whom "Play now" seats clockwise from the player."""


@router.api_route("/", methods=["GET", "HEAD"])
async def front(request: Request) -> HTMLResponse:
    """Say what this is, and offer to play."""
    return show(request, FrontPage(await _unfinished(request), film()))


async def _unfinished(request: Request) -> str | None:
    player = cookie_player(request)
    if player is None:
        return None
    parts = services(request)
    code = await parts.reader(partial(latest_of, player=player))
    if code is None:
        return None
    try:
        room = await parts.rooms.get(code)
    except Refused:
        return None
    return code if room.state.status == "playing" else None


@router.post("/play")
async def play(request: Request) -> RedirectResponse:
    """Open a table with three computer players, and deal."""
    parts = services(request)
    await parts.limits.check("rooms by address", address(request))
    player = cookie_player_or_newcomer(request)
    await parts.limits.check("rooms", player)
    seats = [SeatHolder(player=player)]
    seats += [SeatHolder(computer=LEVELS[level]) for level in OPPONENTS]
    room = await parts.rooms.open(player, seats, CLASSIC)
    return RedirectResponse(f"/rooms/{room.state.code}", 303)
