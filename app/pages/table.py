"""The table's page, and its forms for when there is no socket or no script."""

from __future__ import annotations

import secrets
from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from app.db.matches import latest_record
from app.pages.show import show
from app.render.language import Language
from app.render.pages import LobbyPage, Page, TablePage
from app.render.regions import frame, notice, private_regions, public_regions, whole_log
from app.render.sentences import refusal_sentence, said_aloud, told
from app.rooms import refused as no
from app.rooms.commands import Command, Start, TakeSeat
from app.rooms.refused import Refused
from app.rooms.replayed import already_done
from app.rooms.room import Room
from app.table import Table
from app.web.finding import find_room
from app.web.identity import cookie_player, cookie_player_or_newcomer
from app.web.limits import address
from app.web.messages import Malformed, Message, read_form
from app.web.refusals import MALFORMED, NOT_OVER
from app.web.replies import status_of
from app.web.services import language_of, services
from engine.shuffle import SEED_BYTES
from engine.violations import RuleViolation

router = APIRouter(prefix="/rooms/{code}", include_in_schema=False)

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 10
SAID_ON_ARRIVAL = 2
"""How many of the latest sentences a fresh page tells."""


@router.get("")
async def table(request: Request, code: str) -> Response:
    """Show the table, or before the match its lobby."""
    room = await find_room(request, code)
    if code != room.state.code:
        return RedirectResponse(f"/rooms/{room.state.code}", 308)
    return show(request, _page(request, room, None))


@router.post("/moves")
async def move(request: Request, code: str) -> Response:
    """Make a move by a form: for pages whose socket is closed, and for those without script."""
    room = await find_room(request, code)
    player = cookie_player(request)
    await services(request).limits.check("moves", player or address(request))
    sentence = await _try(request, room, player)
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(_everything(request, room, player, sentence))
    if sentence is None:
        return RedirectResponse(f"/rooms/{code}", 303)
    return show(request, _page(request, room, sentence), 422)


@router.post("/seats")
async def take_seat(request: Request, code: str) -> Response:
    """Sit down."""
    return await _ask_in_lobby(request, code, TakeSeat(cookie_player_or_newcomer(request)))


@router.post("/start")
async def start(request: Request, code: str) -> Response:
    """Start the match."""
    player = cookie_player(request)
    if player is None:
        raise Refused(no.NO_SEAT)
    return await _ask_in_lobby(request, code, Start(player, secrets.token_bytes(SEED_BYTES)))


@router.get("/record")
async def record(request: Request, code: str) -> Response:
    """Hand out the record of the match that was finished last."""
    room = await find_room(request, code)
    text = await services(request).reader(partial(latest_record, room=room.state.code))
    if text is None:
        raise Refused(NOT_OVER)
    disposition = f'attachment; filename="kings-corner-{room.state.code}.txt"'
    return PlainTextResponse(text, headers={"content-disposition": disposition})


async def _try(request: Request, room: Room, player: str | None) -> str | None:
    """Carry the form out; return the sentence that says why not."""
    language = language_of(request)
    try:
        command = (await _message(request)).command(player)
        if not already_done(room.state, command):
            await room.ask(command)
    except (Refused, RuleViolation) as refused:
        return refusal_sentence(refused.refusal, refused.parameters, language)
    except Malformed:
        return refusal_sentence(MALFORMED, {}, language)
    return None


async def _message(request: Request) -> Message:
    if not request.headers.get("content-type", "").startswith(FORM):
        raise Malformed("no form")
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return read_form(dict(form))


async def _ask_in_lobby(request: Request, code: str, command: Command) -> Response:
    room = await find_room(request, code)
    try:
        await room.ask(command)
    except Refused as refused:
        sentence = refusal_sentence(refused.refusal, refused.parameters, language_of(request))
        return show(request, _page(request, room, sentence), status_of(refused))
    return RedirectResponse(f"/rooms/{room.state.code}", 303)


def _page(request: Request, room: Room, sentence: str | None) -> Page:
    language = language_of(request)
    seen = room.seen_by(cookie_player(request))
    if seen.match is None:
        return LobbyPage(table=seen, notice=sentence)
    return TablePage(
        table=seen,
        regions=_regions(room, seen, language),
        said=said_aloud(told(seen, 0, language))[-SAID_ON_ARRIVAL:],
        notice=sentence,
    )


def _everything(request: Request, room: Room, player: str | None, sentence: str | None) -> str:
    """Return a frame with all regions, as the socket would send it on connecting."""
    language = language_of(request)
    return frame(_regions(room, room.seen_by(player), language)) + notice(sentence)


def _regions(room: Room, seen: Table, language: Language) -> dict[str, str]:
    return {
        **public_regions(room.seen_by(None), language),
        **private_regions(seen, language),
        **whole_log(seen, language),
    }
