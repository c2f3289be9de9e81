"""Tables for programs."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from app.api.asking import ERRORS, Caller, Found, Player, ask
from app.api.errors import error_response
from app.api.shapes import MoveBody, NewRoom, RoomShape, SeqBody, room_shape
from app.api.wishes import nonsense, rules_of, seats_of
from app.rooms.commands import GoOn, MakeMove
from app.rooms.refused import Refused
from app.terms import Terms
from app.web.kept_matches import record_of
from app.web.limits import caller_address
from app.web.messages import Malformed
from app.web.services import services
from engine.moves import MalformedMove, parse
from engine.rules import RulesError

router = APIRouter(prefix="/api/rooms", tags=["rooms"], responses=ERRORS)


@router.post("", status_code=201, response_model=RoomShape)
async def open_room(request: Request, player: Player, body: NewRoom) -> RoomShape | JSONResponse:
    """Open a table. Without another human seat its match starts at once."""
    parts = services(request)
    await parts.limits.check("rooms", player)
    await parts.limits.check("rooms by address", caller_address(request))
    try:
        seats, rules = seats_of(body.seats, player), rules_of(body.preset, body.rules)
        terms = Terms(public=body.visibility == "public")
        room = await parts.rooms.open(player, seats, rules, terms)
    except RulesError as error:
        return nonsense(error)
    return room_shape(room.seen_by(player))


@router.get("/{code}")
async def see_room(caller: Caller, room: Found) -> RoomShape:
    """Return the table as the caller sees it; without a seat, as any stranger does."""
    return room_shape(room.seen_by(caller))


@router.delete("/{code}", status_code=204, response_model=None)
async def give_up(request: Request, player: Player, room: Found) -> Response:
    """Give up a match that the caller plays alone with computers: the table is no more."""
    try:
        await services(request).rooms.give_up(player, room.state.code)
    except Refused as refused:
        return error_response(refused, room_shape(room.seen_by(player)))
    return Response(status_code=204)


@router.post("/{code}/moves", response_model=RoomShape)
async def make_move(
    request: Request, player: Player, room: Found, body: MoveBody
) -> RoomShape | Response:
    """Make a move at the position `seq`; durable once this answers."""
    await services(request).limits.check("moves", player)
    try:
        move = parse(body.move)
    except MalformedMove as error:
        return error_response(Malformed(str(error)))
    return await ask(room, player, MakeMove(player, body.seq, move))


@router.post("/{code}/next", response_model=RoomShape)
async def go_on(player: Player, room: Found, body: SeqBody) -> RoomShape | Response:
    """Be ready for the next deal; it begins when everybody present is, or after a pause."""
    return await ask(room, player, GoOn(player, body.seq))


@router.get("/{code}/record", response_class=PlainTextResponse)
async def record(request: Request, room: Found) -> Response:
    """Return the record of the match finished last: its rules, its seed and every move."""
    return PlainTextResponse(await record_of(request, room))
