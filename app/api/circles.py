"""Boards that people share by a link, for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import Request

from app.api.asking import Caller, Player
from app.api.circle_shapes import BoardBody, BoardShape, BoardsShape, board_shape, boards_shape
from app.api.shapes import ErrorShape
from app.web import circles
from app.web.addresses import public_url
from app.web.circles import CirclePeriod

ERRORS: dict[int | str, dict[str, Any]] = {
    401: {"model": ErrorShape, "description": "No token, or an unknown one"},
    422: {"model": ErrorShape, "description": "A malformed call, or no name for others to see"},
    429: {"model": ErrorShape, "description": "Too fast; see the header Retry-After"},
    503: {"model": ErrorShape, "description": "Not possible just now; try again later"},
}
ONE: dict[int | str, dict[str, Any]] = {
    403: {"model": ErrorShape, "description": "Taken off the board, or not who keeps it"},
    404: {"model": ErrorShape, "description": "No board at this link, or no such member"},
}
FULL: dict[int | str, dict[str, Any]] = {
    409: {"model": ErrorShape, "description": "The board is full, or the caller has very many"},
}

router = APIRouter(prefix="/api/boards", tags=["boards"], responses=ERRORS)

Link = Annotated[str, Path(max_length=32, examples=["q7k2m5x3a4n6p7rs"])]
Number = Annotated[int, Path(ge=1, le=1_000_000, examples=[2])]


@router.get("")
async def see_own(request: Request, player: Player) -> BoardsShape:
    """Return the boards that the caller belongs to."""
    return boards_shape(await circles.own_circles(request, player))


@router.post("", status_code=201, responses=FULL)
async def make(request: Request, player: Player, body: BoardBody) -> BoardShape:
    """Make a board; the caller keeps it, and is its first member."""
    return await _seen(request, player, await circles.make_circle(request, player, body.name))


@router.get("/{link}", responses=ONE)
async def see(
    request: Request, caller: Caller, link: Link, period: CirclePeriod = "today"
) -> BoardShape:
    """Return a board to whoever has its link."""
    return await _seen(request, caller, link, period)


@router.patch("/{link}", responses=ONE)
async def rename(request: Request, player: Player, link: Link, body: BoardBody) -> BoardShape:
    """Give the board another name: whoever keeps it may."""
    await circles.rename_circle(request, player, link, body.name)
    return await _seen(request, player, link)


@router.delete("/{link}", status_code=204, responses=ONE)
async def delete(request: Request, player: Player, link: Link) -> None:
    """Delete the board for everybody: whoever keeps it may."""
    await circles.delete_circle(request, player, link)


@router.post("/{link}/members", responses=ONE | FULL)
async def join(request: Request, player: Player, link: Link) -> BoardShape:
    """Belong to the board; who does already, stays."""
    await circles.join_circle(request, player, link)
    return await _seen(request, player, link)


@router.delete("/{link}/members/{number}", status_code=204, responses=ONE)
async def take_away(request: Request, player: Player, link: Link, number: Number) -> None:
    """Leave by one's own number; whoever keeps the board takes others off it, for good."""
    await circles.take_away(request, player, link, number)


async def _seen(
    request: Request, player: str | None, link: str, period: CirclePeriod = "today"
) -> BoardShape:
    seen = await circles.see_circle(request, player, link, period)
    return board_shape(seen, f"{public_url(request)}/boards/{link}")
