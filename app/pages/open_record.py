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
from app.web.limits import caller_address
from app.web.refusals import (
    BROKEN_RECORD,
    FORGED_END,
    FORGED_MOVE,
    NO_RECORD,
    NO_ROUND_DUE,
    NO_TEXT,
    NOT_HELD,
    NOTHING_BROUGHT,
    OTHER_ENGINE,
    OTHERS_TURN,
    RECORD_TOO_LONG,
)
from app.web.replies import sentence_of
from app.web.services import language_of, services
from engine import VERSION
from engine.record import TITLE, IllegalMove, RecordError, WrongEnd
from engine.record_json import parse_either
from engine.replay import Replay
from engine.violations import NOT_IN_HAND, NOT_YOUR_TURN, Refusal

router = APIRouter(prefix="/matches/open", include_in_schema=False)

MOST_MOVES = 6000
"""They bound what a replay costs; a match of ours has some hundred."""
LONGEST_SPOT = 60
AROUND = "\ufeff \r\n\t"
"""What a file or a paste may have around a record."""
NOT_OF_TEXT = "\x00\ufffd"
"""What there is in a picture that is read as text."""
WHY = {NOT_YOUR_TURN: OTHERS_TURN, NOT_IN_HAND: NOT_HELD}
"""What a player at the table is told of a move, as told of a move of others."""


@router.get("")
async def bring(request: Request) -> Response:
    """Ask for a record."""
    return show(request, OpenRecordPage())


@router.post("")
async def open_record(request: Request) -> Response:
    """Show the match of a record, or say what is wrong with it."""
    await services(request).limits.check("records", caller_address(request))
    form = await read_fields_and_file(request, "file")
    text = form.get("file") or form.get("record", "")
    try:
        replay = await asyncio.to_thread(_play, text)
    except Refused as refused:
        return show(request, OpenRecordPage(text, sentence_of(request, refused)), 422)
    except RecordError as error:
        return show(
            request, OpenRecordPage(text, _sentence(error, text, language_of(request))), 422
        )
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


def _sentence(error: RecordError, text: str, language: Language) -> str:
    match error:
        case IllegalMove(violation=None):
            why = language.gettext(NO_ROUND_DUE.sentence)
        case IllegalMove(violation=violation) if violation is not None:
            refusal = WHY.get(violation.refusal, violation.refusal)
            why = refusal_sentence(refusal, violation.parameters, language)
        case WrongEnd():
            return language.gettext(FORGED_END.sentence)
        case _:
            return language.gettext(_unreadable(text).sentence).format(title=TITLE)
    words = language.gettext(FORGED_MOVE.sentence)
    return words.format(round=error.deal, number=error.step, move=error.move, why=why)


def _unreadable(text: str) -> Refusal:
    """Say what it is that could not be read."""
    brought = text.strip(AROUND)
    if not brought:
        return NOTHING_BROUGHT
    if any(sign in brought for sign in NOT_OF_TEXT):
        return NO_TEXT
    return BROKEN_RECORD if brought.startswith((TITLE, "{")) else NO_RECORD
