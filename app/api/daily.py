"""The daily game for programs."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.api.asking import ERRORS, Caller, Player
from app.api.daily_shapes import DailyBody, DailyShape, daily_shape
from app.api.shapes import RoomShape, room_shape
from app.web.days import begin_day, day_of, see_day
from app.web.services import services

router = APIRouter(prefix="/api/daily", tags=["daily"], responses=ERRORS)


@router.post("", response_model=RoomShape, responses={201: {"model": RoomShape}})
async def begin(
    request: Request, response: Response, player: Player, body: DailyBody | None = None
) -> RoomShape:
    """Begin today's game (201), or go on with it (200); with a day, an earlier one.

    Whoever begins an earlier day's game stands on no board.
    """
    day: date = body.day if body and body.day else services(request).dailies.today
    room, new = await begin_day(request, player, day)
    response.status_code = 201 if new else 200
    return room_shape(room.seen_by(player))


@router.get("/{day}")
async def see(request: Request, caller: Caller, day: str) -> DailyShape:
    """Return a day's hash, its board, and how the caller did; the seed once the day is closed."""
    return daily_shape(await see_day(request, caller, day_of(day)), caller)
