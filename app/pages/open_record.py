"""A record that somebody brings is shown as a match of ours would be, and not kept."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qsl

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.pages.forms import read_fields_and_file
from app.pages.replaying import replay_page
from app.pages.show import show
from app.render.language import Language
from app.render.replay_pages import OpenRecordPage
from app.render.sentences import refusal_sentence
from app.rooms.refused import Refused
from app.table import Seat
from app.web.limits import address
from app.web.refusals import (
    FORGED_END,
    FORGED_MOVE,
    NO_RECORD,
    NO_ROUND_DUE,
    OTHER_ENGINE,
    RECORD_TOO_LONG,
)
from app.web.services import language_of, services
from engine import VERSION
from engine.record import IllegalMove, RecordError, WrongEnd
from engine.record_json import parse_either
from engine.replay import Replay

router = APIRouter(prefix="/matches/open", include_in_schema=False)

MOST_MOVES = 6000
"""They bound what a replay costs; a match of ours has some hundred."""
LONGEST_SPOT = 60
AROUND = "\ufeff \r\n\t"
"""What a file or a paste may have around a record."""


@router.get("")
async def bring(request: Request) -> Response:
    """Ask for a record."""
    return show(request, OpenRecordPage())


@router.post("")
async def open_record(request: Request) -> Response:
    """Show the match of a record, or say what is wrong with it."""
    await services(request).limits.check("records", address(request))
    form = await read_fields_and_file(request, "file")
    text = form.get("file") or form.get("record", "")
    language = language_of(request)
    try:
        replay = await asyncio.to_thread(_play, text)
    except Refused as refused:
        sentence = refusal_sentence(refused.refusal, refused.parameters, language)
        return show(request, OpenRecordPage(text, sentence), 422)
    except RecordError as error:
        return show(request, OpenRecordPage(text, _sentence(error, language)), 422)
    seats = tuple(Seat(number, "human") for number in range(replay.record.players))
    fields = dict(parse_qsl(form.get("at", "")[:LONGEST_SPOT]))
    return show(request, await asyncio.to_thread(replay_page, replay, seats, fields, text=text))


def _play(text: str) -> Replay:
    record = parse_either(text.strip(AROUND) + "\n")
    if len(record.moves) > MOST_MOVES:
        raise Refused(RECORD_TOO_LONG, most=str(MOST_MOVES))
    if record.engine != VERSION:
        raise Refused(OTHER_ENGINE)
    return Replay.of(record)


def _sentence(error: RecordError, language: Language) -> str:
    match error:
        case IllegalMove(violation=None):
            why = language.gettext(NO_ROUND_DUE.sentence)
        case IllegalMove(violation=violation) if violation is not None:
            why = refusal_sentence(violation.refusal, violation.parameters, language)
        case WrongEnd():
            return language.gettext(FORGED_END.sentence)
        case _:
            return language.gettext(NO_RECORD.sentence)
    words = language.gettext(FORGED_MOVE.sentence)
    return words.format(number=error.number, move=error.move, why=why)
