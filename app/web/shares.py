"""Shared results of daily games: a link that opens the day, with a picture of the result.

The picture is drawn from what is kept here, never from what a link claims. A key opens nothing
else: neither the match nor whose it was, also not after the day is closed.
"""

from __future__ import annotations

from datetime import date
from functools import partial

from starlette.requests import HTTPConnection

from app.db import shares as db
from app.links import new_link
from app.render.preview import ResultSigns
from app.rooms.dailies import SEAT
from app.rooms.refused import Refused
from app.web.limits import caller_address
from app.web.pictures import Picture
from app.web.refusals import NOT_FOUND
from app.web.services import language_of, services


async def key_to_share(connection: HTTPConnection, match_id: str) -> str:
    """Return the key of one's own result; it is made when it is first asked for.

    Raises:
        DBAPIError: the database fails.
    """
    parts = services(connection)
    key: str | None = await parts.reader(partial(db.key_of, match_id=match_id))
    if key is None:
        key = await parts.writer.run(partial(db.keep, match_id=match_id, key=new_link()))
    return key


async def find_shared(connection: HTTPConnection, day: date, key: str) -> ResultSigns:
    """Return the result of a day that a key tells of.

    Raises:
        Refused: it tells of none, or this address has guessed wrong too often.
    """
    parts, where = services(connection), caller_address(connection)
    await parts.limits.check_without_counting("wrong guesses", where)
    found = await parts.reader(partial(db.find, key=key, seat=SEAT))
    if found is None or found.day != day.isoformat():
        await parts.limits.check("wrong guesses", where)
        raise Refused(NOT_FOUND)
    return ResultSigns(day, found.place, found.rounds)


async def picture_of(connection: HTTPConnection, signs: ResultSigns | None) -> Picture:
    """Return a picture; drawing costs some time, and is counted.

    Raises:
        TooMany: this address has had many drawn.
    """
    parts = services(connection)
    wanted = (signs, language_of(connection)) if signs else None
    if not parts.pictures.has(wanted):
        await parts.limits.check("pictures", caller_address(connection))
    return await parts.pictures.of(wanted)
