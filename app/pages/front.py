"""The front page, and "Play now"."""

from __future__ import annotations

import contextlib
import secrets
from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from app.db.dailies import result_of
from app.db.rooms import rooms_of
from app.pages.film import film
from app.pages.room import to_room
from app.pages.show import show
from app.render.pages import FrontPage
from app.rooms.events import SeatHolder
from app.rooms.refused import Refused
from app.table import Table
from app.web.identity import cookie_player, cookie_player_or_newcomer
from app.web.limits import caller_address
from app.web.naming import name_to_propose, remembered_name
from app.web.services import language_of, services
from engine.players import LEVELS
from engine.rules import CLASSIC
from engine.shuffle import SEED_BYTES, first_dealer

router = APIRouter(include_in_schema=False)

OPPONENTS = ("casual", "beginner", "casual")
"""Whom "Play now" seats clockwise from the player."""
MOST_OWN_TABLES = 6
MOST_OPEN_TABLES = 8


@router.get("/")
async def front(request: Request) -> HTMLResponse:
    """Say what this is, and offer to play."""
    language = language_of(request)
    page = FrontPage(
        own_tables=await _own_tables(request),
        open_tables=_open_tables(request),
        proposal=await name_to_propose(request, language),
        film=film(),
        you=await remembered_name(request),
        done=_done(request),
        daily_points=await _daily_points(request),
    )
    return show(request, page)


def _done(request: Request) -> str | None:
    """Return what has just been done, if it is true: anybody can write an address."""
    known = cookie_player(request) is not None
    if "deleted" in request.query_params and not known:
        return "deleted"
    if "given-up" in request.query_params and known:
        return "given up"
    return "moved" if "moved" in request.query_params and known else None


async def _daily_points(request: Request) -> int | None:
    """Return how many points the caller's game of today ended with, None before."""
    player, parts = cookie_player(request), services(request)
    if player is None:
        return None
    day = parts.dailies.today.isoformat()
    result = await parts.reader(partial(result_of, day=day, player=player))
    return result.score.total if result else None


async def _own_tables(request: Request) -> tuple[Table, ...]:
    """Return the tables at which the caller has a seat and something is still to happen."""
    player = cookie_player(request)
    if player is None:
        return ()
    parts = services(request)
    codes = await parts.reader(partial(rooms_of, player=player, most=MOST_OWN_TABLES))
    tables = []
    for code in codes:
        with contextlib.suppress(Refused):
            room = await parts.rooms.get(code)
            if room.state.status == "playing" or (
                room.state.status == "lobby" and len(room.state.people) > 1
            ):
                tables.append(room.seen_by(player))
    return tuple(table for table in tables if table.you is not None)


def _open_tables(request: Request) -> tuple[Table, ...]:
    rooms = services(request).rooms.open_tables()
    return tuple(room.seen_by(None) for room in rooms[:MOST_OPEN_TABLES])


def seed_to_begin() -> bytes:
    """Draw seeds until one lets the first seat begin: nobody's first match shall end unplayed."""
    while True:
        seed = secrets.token_bytes(SEED_BYTES)
        if first_dealer(seed, 1 + len(OPPONENTS)) == len(OPPONENTS):
            return seed


@router.post("/play")
async def play(request: Request) -> RedirectResponse:
    """Open a table with three computer players, and deal."""
    parts = services(request)
    await parts.limits.check("rooms by address", caller_address(request))
    seed = seed_to_begin() if cookie_player(request) is None else None
    player = await cookie_player_or_newcomer(request)
    await parts.limits.check("rooms", player)
    seats = [SeatHolder(player=player)]
    seats += [SeatHolder(computer=LEVELS[level]) for level in OPPONENTS]
    room = await parts.rooms.open(player, seats, CLASSIC, seed=seed)
    return to_room(room)
