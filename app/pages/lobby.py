"""Rooms before their match: opening one, joining, and the forms of its lobby."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import cast, get_args

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.pages.forms import read_fields
from app.pages.room import answer_form, names_at, to_room
from app.pages.show import show
from app.render.pages import SharedRulesPage
from app.rooms import refused as no
from app.rooms.commands import (
    Command,
    DropSeat,
    Leave,
    RemoveGuest,
    Reopen,
    SetRules,
    SetSeat,
    SetTerms,
    Start,
    TakeSeat,
)
from app.rooms.events import SeatHolder
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.terms import CLOCKS, Pace, Terms
from app.web.finding import find_room
from app.web.identity import cookie_player, cookie_player_or_newcomer
from app.web.limits import caller_address
from app.web.naming import call_oneself, keep_name, name_to_propose, name_to_sit_by
from app.web.refusals import MALFORMED
from app.web.replies import LONGEST_CODE, refused_response, sentence_of, status_of
from app.web.services import language_of, services
from app.web.wished_rules import changed_rules, read_rules, remember_rules, remembered_rules
from engine.players import LEVELS
from engine.rules import CLASSIC, Rules
from engine.shuffle import SEED_BYTES

router = APIRouter(include_in_schema=False)

SEATS = 4
"""A new room's: one for the host, the others free."""


@router.post("/rooms")
async def open_room(request: Request) -> Response:
    """Open a room for friends, with the rules of the form, else those that the host chose last."""
    fields = await read_fields(request)
    rules = read_rules(fields) if "rules" in fields else remembered_rules(request)
    room = await _open(request, fields, Terms(), rules)
    return to_room(room)


@router.get("/with-rules")
async def with_rules(request: Request) -> Response:
    """Tell the rules that the address carries, and offer to open a table with them."""
    rules = read_rules(request.query_params)
    language = language_of(request)
    return show(request, SharedRulesPage(rules, await name_to_propose(request, language)))


@router.post("/quick")
async def quick_match(request: Request) -> Response:
    """Sit down at the fullest open table, or open one where there is none."""
    # Each newcomer is somebody else: without it, one address could fill every open table.
    await services(request).limits.check("joins", caller_address(request))
    fields = await read_fields(request)
    await keep_name(request, fields.get("name"))
    player = await cookie_player_or_newcomer(request)
    for room in services(request).rooms.open_tables():
        try:
            await room.ask(TakeSeat(player))
        except Refused as refused:
            if refused.refusal is not no.SEATED_ALREADY:
                continue
        return to_room(room)
    room = await _open(request, fields, Terms(public=True, clock=60), CLASSIC)
    return to_room(room)


async def _open(request: Request, fields: Mapping[str, str], terms: Terms, rules: Rules) -> Room:
    parts = services(request)
    await parts.limits.check("rooms by address", caller_address(request))
    typed, language = fields.get("name", ""), language_of(request)
    await keep_name(request, await name_to_sit_by(request, language, typed))
    player = await cookie_player_or_newcomer(request)
    await parts.limits.check("rooms", player)
    free = min(SEATS, rules.most_players) - 1
    seats = [SeatHolder(player=player), *[SeatHolder()] * free]
    return await parts.rooms.open(player, seats, rules, terms)


@router.post("/join")
async def join(request: Request) -> Response:
    """Go to the room whose code was typed."""
    typed = (await read_fields(request)).get("code", "")
    code = "".join(letter for letter in typed.upper() if letter.isalnum())[:LONGEST_CODE]
    try:
        room = await find_room(request, code)
    except Refused as refused:
        return refused_response(request.scope, refused, typed.strip()[:LONGEST_CODE])
    return to_room(room)


@router.post("/rooms/{code}/seats")
async def take_seat(request: Request, code: str) -> Response:
    """Sit down, by the name that was typed."""
    room = await find_room(request, code)
    await services(request).limits.check("joins", caller_address(request))
    fields = await read_fields(request)
    taken = names_at(room.seen_by(None))
    try:
        typed, language = fields.get("name", ""), language_of(request)
        await keep_name(request, await name_to_sit_by(request, language, typed, taken))
    except Refused as refused:
        return await _refuse(request, room, refused)
    player = await cookie_player_or_newcomer(request)
    if room.state.seat_of(player) is not None:
        return await answer_form(request, room)  # from another tab
    return await _ask(request, room, TakeSeat(player))


@router.post("/rooms/{code}/name")
async def rename(request: Request, code: str) -> Response:
    """Be called otherwise."""
    room, _ = await _seated(request, code)
    try:
        await call_oneself(request, (await read_fields(request)).get("name", ""))
    except Refused as refused:
        return await _refuse(request, room, refused)
    return await answer_form(request, room)


@router.post("/rooms/{code}/seats/{seat}")
async def set_seat(request: Request, code: str, seat: int) -> Response:
    """Put a computer on a seat, free it, take it away, or send a guest away."""
    room, player = await _seated(request, code)
    fields = await read_fields(request)
    do = fields.get("do", "")
    command: Command
    if do == "remove":
        command = RemoveGuest(player, seat, fields.get("guest"))
    elif do == "drop":
        command = DropSeat(player, seat)
    elif do == "open" or do in LEVELS:
        command = SetSeat(player, seat, LEVELS.get(do))
    else:
        raise Refused(MALFORMED)
    return await _ask(request, room, command)


@router.post("/rooms/{code}/rules")
async def set_rules(request: Request, code: str) -> Response:
    """Choose the rules."""
    room, player = await _seated(request, code)
    try:
        rules = changed_rules(await read_fields(request), room.state.rules)
    except Refused as refused:
        return await _refuse(request, room, refused)
    answer = await _ask(request, room, SetRules(player, rules))
    if room.state.rules == rules:
        remember_rules(request, rules)
    return answer


@router.post("/rooms/{code}/terms")
async def set_terms(request: Request, code: str) -> Response:
    """Choose the clock, the pace, and who may join and watch."""
    room, player = await _seated(request, code)
    fields = await read_fields(request)
    clock = next((clock for clock in CLOCKS if str(clock) == fields.get("clock")), None)
    pace = fields.get("pace")
    if clock is None or pace not in get_args(Pace):
        raise Refused(MALFORMED)
    terms = Terms("public" in fields, "watching" in fields, clock, cast("Pace", pace))
    return await _ask(request, room, SetTerms(player, terms))


@router.post("/rooms/{code}/start")
async def start(request: Request, code: str) -> Response:
    """Start the match."""
    room, player = await _seated(request, code)
    return await _ask(request, room, Start(player, secrets.token_bytes(SEED_BYTES)))


@router.post("/rooms/{code}/reopen")
async def reopen(request: Request, code: str) -> Response:
    """Go back to the lobby after a match."""
    room, player = await _seated(request, code)
    return await _ask(request, room, Reopen(player))


@router.post("/rooms/{code}/leave")
async def leave(request: Request, code: str) -> Response:
    """Get up, and go to the front page."""
    room, player = await _seated(request, code)
    await room.ask(Leave(player))
    return RedirectResponse("/", 303)


async def _seated(request: Request, code: str) -> tuple[Room, str]:
    room = await find_room(request, code)
    player = cookie_player(request)
    if player is None:
        raise Refused(no.NO_SEAT)
    return room, player


async def _ask(request: Request, room: Room, command: Command) -> Response:
    try:
        await room.ask(command)
    except Refused as refused:
        return await _refuse(request, room, refused)
    return await answer_form(request, room)


async def _refuse(request: Request, room: Room, refused: Refused) -> Response:
    room.check_open_to(cookie_player(request))
    sentence = sentence_of(request, refused)
    return await answer_form(request, room, sentence, status_of(refused))
