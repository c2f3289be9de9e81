"""The leaderboards for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.requests import Request

from app.api.asking import ERRORS, Caller
from app.web.leaderboards import Board, NamedLeader, Period
from app.web.services import services

router = APIRouter(prefix="/api/leaderboards", tags=["leaderboards"], responses=ERRORS)


class ResultsShape(BaseModel):
    """How somebody did; ``average`` are penalty points: a daily game, or a deal of rooms."""

    place: int
    name: str | None
    you: bool
    games: int
    wins: int
    average: float


class LeaderShape(ResultsShape):
    """A line; the addresses of ``replays`` are those of ``GET /api/matches/LINK``."""

    rating: int | None = Field(description="Null for daily games, and before it is shown.")
    replays: list[str] = Field(description="Links of the latest games that the caller may see.")


class LeaderboardShape(BaseModel):
    """A page of a board; ``you`` is the caller's line, on whatever page it stands."""

    entries: list[LeaderShape]
    you: LeaderShape | None
    page: int
    pages: int
    players: int = Field(description="How many stand on the board.")


@router.get("/{period}")
async def see(
    request: Request,
    caller: Caller,
    period: Period,
    board: Board = "daily",
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> LeaderboardShape:
    """Return a page of a board: daily games, rooms in which people met, or these by rating."""
    seen = await services(request).leaderboards.page(board, period, page, caller)
    return LeaderboardShape(
        entries=[_shape(line) for line in seen.lines],
        you=_shape(seen.you) if seen.you else None,
        page=seen.page,
        pages=seen.pages,
        players=seen.players,
    )


def _shape(named: NamedLeader) -> LeaderShape:
    line = named.line
    return LeaderShape(
        place=line.place,
        name=named.name,
        you=named.you,
        games=line.games,
        wins=line.wins,
        average=round(line.average, 2),
        rating=line.rating,
        replays=[link for _, link in named.games if link],
    )
