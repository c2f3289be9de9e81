"""Finished matches: a page for each, and a list of the public ones."""

from __future__ import annotations

import asyncio
import json

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.pages.replaying import replay_page
from app.pages.show import show
from app.render.replay_pages import Kept, Listed, MatchesPage
from app.web.identity import cookie_player
from app.web.kept_matches import find_match, listed_matches, replay_of, seats_of
from engine.record import parse_record
from engine.record_json import record_json

router = APIRouter(prefix="/matches", include_in_schema=False)


@router.get("")
async def matches(request: Request) -> Response:
    """List the latest matches of public tables."""
    kept = await listed_matches(request)
    listed = [
        Listed(
            match.link,
            match.finished_at,
            tuple(seats),
            tuple(result.place for result in match.results),
            len(match.penalties),
        )
        for match, seats in zip(kept, await seats_of(request, kept), strict=True)
    ]
    return show(request, MatchesPage(listed))


@router.get("/{address}")
async def match(request: Request, address: str) -> Response:
    """Show a finished match move by move; whoever played in it, from their own seat at first."""
    match = await find_match(request, address)
    (seats,) = await seats_of(request, [match])
    player = cookie_player(request)
    mine = next((line.seat for line in match.results if player and line.player == player), None)
    replay = await asyncio.to_thread(replay_of, match.record)
    kept = Kept(match.link, match.public, match.finished_at)
    page = await asyncio.to_thread(
        replay_page, replay, tuple(seats), request.query_params, seat=mine, kept=kept
    )
    return show(request, page)


@router.get("/{address}/record")
async def record(request: Request, address: str, form: str = "text") -> Response:
    """Hand out the record of a match, as text or as JSON."""
    match = await find_match(request, address)
    text, ending = match.record, "txt"
    if form == "json":
        found = await asyncio.to_thread(parse_record, match.record)
        text, ending = json.dumps(record_json(found), indent=1) + "\n", "json"
    disposition = f'attachment; filename="kings-corner-{match.link}.{ending}"'
    return PlainTextResponse(text, headers={"content-disposition": disposition})
