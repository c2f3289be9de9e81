"""Who sits at a table, what is played there, and what is said: for programs."""

from __future__ import annotations

import secrets

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.api.asking import ERRORS, Found, Player, ask
from app.api.errors import error_response
from app.api.shapes import (
    ComputerBody,
    OpenTablesShape,
    PhraseBody,
    RelieveBody,
    RoomShape,
    RulesBody,
    SeatBody,
    StartBody,
    TermsBody,
    open_table_shape,
    room_shape,
)
from app.api.wishes import nonsense, rules_of
from app.rooms import refused as no
from app.rooms.commands import (
    Command,
    DropSeat,
    Leave,
    Relieve,
    RemoveGuest,
    Reopen,
    SetRules,
    SetSeat,
    SetTerms,
    Start,
    TakeBack,
    TakeSeat,
)
from app.rooms.refused import Refused
from app.terms import Terms
from app.web.limits import caller_address
from app.web.services import services
from engine.players import LEVELS
from engine.rules import RulesError
from engine.shuffle import SEED_BYTES

router = APIRouter(prefix="/api/rooms", tags=["rooms"], responses=ERRORS)


@router.get("")
async def open_tables(request: Request) -> OpenTablesShape:
    """List the public tables at which somebody waits for players."""
    rooms = services(request).rooms.open_tables()
    return OpenTablesShape(tables=[open_table_shape(room.seen_by(None)) for room in rooms])


@router.post("/{code}/seats", response_model=RoomShape)
async def take_seat(
    request: Request, player: Player, room: Found, body: SeatBody | None = None
) -> RoomShape | Response:
    """Sit down before the match starts."""
    await services(request).limits.check("joins", caller_address(request))
    return await ask(room, player, TakeSeat(player, body.seat if body else None))


@router.put("/{code}/seats/{seat}", response_model=RoomShape)
async def set_seat(
    player: Player, room: Found, seat: int, body: ComputerBody
) -> RoomShape | Response:
    """Put a computer on a seat, or free it (the host); the seat after the last one is new."""
    if body.computer is not None and body.computer not in LEVELS:
        return nonsense(RulesError("computer", "There is no such level."))
    computer = LEVELS[body.computer] if body.computer else None
    return await ask(room, player, SetSeat(player, seat, computer))


@router.delete("/{code}/seats/{seat}", response_model=RoomShape)
async def leave_seat(
    player: Player, room: Found, seat: int, guest: str | None = None
) -> RoomShape | Response:
    """Leave one's seat; or, as the host, send a guest away, or take away a seat without a person.

    With ``guest``, nobody else is sent away who may sit there by now. In a match, a computer plays
    on for whoever leaves.
    """
    if not 0 <= seat < len(room.state.seats):
        return error_response(Refused(no.NO_SUCH_SEAT))
    holder = room.state.seats[seat].player
    command: Command
    if holder == player and guest is None:
        command = Leave(player)
    elif holder or guest:
        command = RemoveGuest(player, seat, guest)
    else:
        command = DropSeat(player, seat)
    return await ask(room, player, command)


@router.put("/{code}/rules", response_model=RoomShape)
async def set_rules(player: Player, room: Found, body: RulesBody) -> RoomShape | Response:
    """Choose the rules before a match (the host)."""
    try:
        rules = rules_of(body.preset, body.rules)
    except RulesError as error:
        return nonsense(error)
    return await ask(room, player, SetRules(player, rules))


@router.put("/{code}/terms", response_model=RoomShape)
async def set_terms(player: Player, room: Found, body: TermsBody) -> RoomShape | Response:
    """Choose who may join and watch, the clock and the pace, before a match (the host).

    Whoever plays alone with computers may change the computers' pace during the match, too.
    """
    old = room.state.terms
    terms = Terms(
        public=old.public if body.visibility is None else body.visibility == "public",
        watching=old.watching if body.watching is None else body.watching,
        clock=old.clock if body.clock is None else body.clock,
        pace=old.pace if body.pace is None else body.pace,
    )
    return await ask(room, player, SetTerms(player, terms))


@router.post("/{code}/start", response_model=RoomShape)
async def start(player: Player, room: Found, body: StartBody | None = None) -> RoomShape | Response:
    """Start the match with all who sit (the host), or ask for another one after it.

    Another one begins when all who are here have asked for it, or at the host's `now`.
    """
    now = body is not None and body.now
    return await ask(room, player, Start(player, secrets.token_bytes(SEED_BYTES), now=now))


@router.post("/{code}/reopen", response_model=RoomShape)
async def reopen(player: Player, room: Found) -> RoomShape | Response:
    """After a match, go back to the lobby: seats and rules may change, the score sheet stays."""
    return await ask(room, player, Reopen(player))


@router.post("/{code}/back", response_model=RoomShape)
async def take_back(player: Player, room: Found) -> RoomShape | Response:
    """Play again oneself, on the seat on which a computer has played meanwhile."""
    return await ask(room, player, TakeBack(player))


@router.post("/{code}/relieve", response_model=RoomShape)
async def relieve(player: Player, room: Found, body: RelieveBody) -> RoomShape | Response:
    """Let a computer play for the person in turn, who has done nothing for three minutes."""
    return await ask(room, player, Relieve(player, body.seat, body.seq))


@router.post("/{code}/phrases", response_model=RoomShape)
async def say(request: Request, player: Player, room: Found, body: PhraseBody) -> RoomShape:
    """Say one of the phrases: everybody at the table reads it in a language of their own."""
    await services(request).limits.check("phrases", player)
    room.say(player, body.phrase)
    return room_shape(room.seen_by(player))
