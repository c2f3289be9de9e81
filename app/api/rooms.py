"""Tables for programs."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Response
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse

from app.api.errors import error_response
from app.api.shapes import (
    ErrorShape,
    MoveBody,
    NewRoom,
    RoomShape,
    SeatBody,
    SeqBody,
    room_shape,
)
from app.db.matches import latest_record
from app.rooms.commands import Command, GoOn, MakeMove, Start, TakeSeat
from app.rooms.events import SeatHolder
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.web.finding import find_room
from app.web.identity import known_player
from app.web.limits import address
from app.web.messages import Malformed
from app.web.refusals import NOT_OVER, NOT_SIGNED_IN
from app.web.services import services
from engine.moves import MalformedMove, parse
from engine.players import LEVELS
from engine.rules import PRESETS, Rules, RulesError
from engine.shuffle import SEED_BYTES
from engine.violations import RuleViolation

ERRORS: dict[int | str, dict[str, Any]] = {
    401: {"model": ErrorShape, "description": "No token, or an unknown one"},
    403: {"model": ErrorShape, "description": "No seat at this table"},
    404: {"model": ErrorShape, "description": "No such table"},
    409: {"model": ErrorShape, "description": "The table stands differently; see `view`"},
    422: {"model": ErrorShape, "description": "An illegal or malformed move"},
    429: {"model": ErrorShape, "description": "Too fast; see the header Retry-After"},
    503: {"model": ErrorShape, "description": "Not possible just now; try again later"},
}

router = APIRouter(prefix="/api/rooms", tags=["rooms"], responses=ERRORS)


Caller = Annotated[str | None, Depends(known_player)]


async def identified(caller: Caller) -> str:
    """Return the caller's player id.

    Raises:
        Refused: there is neither a known token nor a cookie.
    """
    if caller is None:
        raise Refused(NOT_SIGNED_IN)
    return caller


async def found(
    request: Request, code: Annotated[str, Path(max_length=16, examples=["K7Q2XM"])]
) -> Room:
    """Return the room of the address.

    Raises:
        Refused: there is none, it cannot be read, or too many were looked for.
    """
    return await find_room(request, code)


Player = Annotated[str, Depends(identified)]
Found = Annotated[Room, Depends(found)]


@router.post("", status_code=201, response_model=RoomShape)
async def open_room(request: Request, player: Player, body: NewRoom) -> RoomShape | JSONResponse:
    """Open a table. Without another human seat its match starts at once."""
    parts = services(request)
    await parts.limits.check("rooms", player)
    await parts.limits.check("rooms by address", address(request))
    try:
        room = await parts.rooms.open(player, seats_of(body, player), rules_of(body))
    except RulesError as error:
        shape = ErrorShape(code="nonsense_rules", message=str(error), option=error.option)
        return JSONResponse(shape.model_dump(exclude_defaults=True), 422)
    return room_shape(room.seen_by(player))


@router.get("/{code}")
async def see_room(caller: Caller, room: Found) -> RoomShape:
    """Return the table as the caller sees it; without a seat, as any stranger does."""
    return room_shape(room.seen_by(caller))


@router.post("/{code}/seats", response_model=RoomShape)
async def take_seat(
    player: Player, room: Found, body: SeatBody | None = None
) -> RoomShape | Response:
    """Sit down before the match starts."""
    return await _ask(room, player, TakeSeat(player, body.seat if body else None))


@router.post("/{code}/start", response_model=RoomShape)
async def start(player: Player, room: Found) -> RoomShape | Response:
    """Start the match once all seats are taken (the host), or another one after it (anybody)."""
    return await _ask(room, player, Start(player, secrets.token_bytes(SEED_BYTES)))


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
    return await _ask(room, player, MakeMove(player, body.seq, move))


@router.post("/{code}/next", response_model=RoomShape)
async def go_on(player: Player, room: Found, body: SeqBody) -> RoomShape | Response:
    """Be ready for the next deal; it begins when everybody present is, or after a pause."""
    return await _ask(room, player, GoOn(player, body.seq))


@router.get("/{code}/record", response_class=PlainTextResponse)
async def record(request: Request, room: Found) -> Response:
    """Return the record of the match finished last: its rules, its seed and every move."""
    text = await services(request).reader(partial(latest_record, room=room.state.code))
    if text is None:
        raise Refused(NOT_OVER)
    return PlainTextResponse(text)


async def _ask(room: Room, player: str, command: Command) -> RoomShape | Response:
    try:
        await room.ask(command)
    except (Refused, RuleViolation) as failure:
        return error_response(failure, room_shape(room.seen_by(player)))
    return room_shape(room.seen_by(player))


def rules_of(body: NewRoom) -> Rules:
    """Return the rule set that a body asks for: a preset, options, or options over a preset.

    Raises:
        RulesError: there is no such preset, or the options make no sense.
    """
    preset = PRESETS.get(body.preset or "classic")
    if preset is None:
        raise RulesError("preset", "There is no such preset.")
    return Rules.from_options({**preset.options(), **(body.rules or {})})


def seats_of(body: NewRoom, player: str) -> list[SeatHolder]:
    """Return the seats that a body asks for, the caller on the first human one.

    Raises:
        RulesError: there is no human seat, or no such level.
    """
    if "human" not in body.seats:
        raise RulesError("seats", "One seat at least must be human: the caller's.")
    mine = body.seats.index("human")
    seats = []
    for number, wish in enumerate(body.seats):
        level = wish.partition(":")[2]
        if level and level not in LEVELS:
            raise RulesError("seats", f"There is no level {level!r}.")
        computer = LEVELS[level] if level else None
        seats.append(SeatHolder(player=player if number == mine else None, computer=computer))
    return seats
