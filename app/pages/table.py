"""The page of a room, its record, and the form of the moves: for when there is no socket."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from app.pages.forms import read_fields
from app.pages.room import answer_form, room_page, to_room
from app.pages.show import show
from app.render.pages import GivingUpPage
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.web.carrying import carry_out
from app.web.finding import find_room
from app.web.identity import cookie_player
from app.web.kept_matches import record_of
from app.web.limits import caller_address
from app.web.messages import Malformed, read_form
from app.web.refusals import MALFORMED
from app.web.replies import sentence_of
from app.web.services import services
from engine.violations import RuleViolation

router = APIRouter(prefix="/rooms/{code}", include_in_schema=False)


@router.get("")
async def table(request: Request, code: str) -> Response:
    """Show the table, or before the match its lobby."""
    room = await find_room(request, code)
    if code != room.state.code:
        return RedirectResponse(f"/rooms/{room.state.code}", 308)
    return show(request, await room_page(request, room, None))


@router.post("/moves")
async def move(request: Request, code: str) -> Response:
    """Make a move by a form: for pages whose socket is closed, and for those without script."""
    room = await find_room(request, code)
    player = cookie_player(request)
    await services(request).limits.check("moves", player or caller_address(request))
    return await answer_form(request, room, await _try(request, room, player))


@router.get("/record")
async def record(request: Request, code: str) -> Response:
    """Hand out the record of the match that was finished last."""
    room = await find_room(request, code)
    text = await record_of(request, room)
    disposition = f'attachment; filename="kings-corner-{room.state.code}.txt"'
    return PlainTextResponse(text, headers={"content-disposition": disposition})


@router.get("/give-up")
async def ask_to_give_up(request: Request, code: str) -> Response:
    """Say what becomes of a match that is given up, and ask."""
    room = await find_room(request, code)
    player = cookie_player(request)
    table = room.seen_by(player)
    if table.you is not None and table.status == "over":  # since the page was shown
        return to_room(room)
    room.check_may_give_up(player)
    return show(request, GivingUpPage(table))


@router.post("/give-up")
async def give_up(request: Request, code: str) -> Response:
    """Give up a match that the caller plays alone with computers."""
    room = await find_room(request, code)
    await services(request).rooms.give_up(cookie_player(request), room.state.code)
    return RedirectResponse("/?given-up", 303)


async def _try(request: Request, room: Room, player: str | None) -> str | None:
    """Carry the form out; return the sentence that says why not."""
    try:
        message = read_form(await read_fields(request))
        await carry_out(room, player, message, services(request).limits)
    except (Refused, RuleViolation) as refused:
        return sentence_of(request, refused)
    except Malformed:
        return sentence_of(request, Refused(MALFORMED))
    return None
