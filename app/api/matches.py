"""Finished matches for programs."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.api.asking import ERRORS
from app.api.match_shapes import MatchShape, match_shape
from app.web.kept_matches import find_match, seats_of
from engine.record import parse_record

router = APIRouter(prefix="/api/matches", tags=["matches"], responses=ERRORS)

Address = Annotated[str, Path(max_length=32, examples=["q7k2m5x3a4n6p7rs"])]


@router.get("/{address}")
async def see_match(request: Request, address: Address) -> MatchShape:
    """Return a finished match: its rules, who sat there, its seed, its moves, its results."""
    match = await find_match(request, address)
    (seats,) = await seats_of(request, [match])
    record = await asyncio.to_thread(parse_record, match.record)
    return match_shape(match, record, seats)


@router.get("/{address}/record", response_class=PlainTextResponse)
async def record(request: Request, address: Address) -> Response:
    """Return the record of a finished match as text."""
    match = await find_match(request, address)
    return PlainTextResponse(match.record)
