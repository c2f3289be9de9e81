"""Finished matches: finding one, who sat there, and its record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from app.db import matches, players
from app.db.matches import KeptMatch
from app.rooms.events import SeatHolder
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.rooms.seen import told_apart
from app.table import Seat
from app.web.identity import known_player
from app.web.refusals import DAY_OPEN, NO_MATCH, NOT_OVER, OTHER_ENGINE
from app.web.services import services
from app.web.who_sees import may_be_seen
from engine.record import RecordError, parse_record
from engine.replay import Replay

LISTED = 20


async def find_match(connection: HTTPConnection, address: str) -> KeptMatch:
    """Return the finished match of an address.

    Nobody can find one by trying: a link has 80 bits, and an id alone opens what is public. So
    whoever has the link of a daily game may know that it waits for its day to be closed.

    Raises:
        Refused: there is none, it still runs, or it is not open to whoever asks.
    """
    player = await known_player(connection)
    match = await services(connection).reader(partial(matches.find, address=address))
    if match is None:
        raise Refused(NO_MATCH)
    now = services(connection).now()
    by_link = address == match.link != match.id
    if not may_be_seen(match, now, player, by_link=by_link):
        waits = by_link and match.daily and match.finished_at <= now
        raise Refused(DAY_OPEN if waits else NO_MATCH)
    return match


async def record_of(connection: HTTPConnection, room: Room) -> str:
    """Return the record of the match that a room finished last, as the match itself is open.

    Whoever sees the end of the match at the table has its link; later, the table's code alone
    opens nothing of a private one.

    Raises:
        Refused: none is over, or it is not open to whoever asks.
    """
    player, parts = await known_player(connection), services(connection)
    match = await parts.reader(partial(matches.latest_of, room=room.state.code))
    if match is None:
        raise Refused(NOT_OVER)
    if not may_be_seen(match, parts.now(), player, by_link=room.state.link == match.link):
        raise Refused(NO_MATCH)
    return match.record


async def listed_matches(connection: HTTPConnection) -> list[KeptMatch]:
    """Return the latest matches that anybody may see."""
    found = await services(connection).reader(partial(matches.latest_public, most=LISTED))
    now = services(connection).now()
    return [match for match in found if may_be_seen(match, now, None)]


async def seats_of(connection: HTTPConnection, kept: Sequence[KeptMatch]) -> list[list[Seat]]:
    """Return who sat there, by the names that they have today.

    The seat of a player who is no more is ``former``.
    """
    return await services(connection).reader(partial(_seats, kept=kept))


def _seats(connection: Connection, kept: Sequence[KeptMatch]) -> list[list[Seat]]:
    known = players.known(connection, {player for match in kept for player in match.people})
    return [_seats_of(match, known) for match in kept]


def _seats_of(match: KeptMatch, known: dict[str, str | None]) -> list[Seat]:
    called = told_apart(
        tuple(SeatHolder(result.player) for result in match.results),
        {player: name for player, name in known.items() if name},
    )
    return [
        Seat(result.seat, "computer", computer=result.computer)
        if result.computer and not result.player
        else Seat(result.seat, "human", called.get(result.seat), former=result.player not in known)
        for result in match.results
    ]


@lru_cache(maxsize=64)
def replay_of(record: str) -> Replay:
    """Play the record of a kept match again, which takes some time for a long one.

    Raises:
        Refused: it is of another version.
    """
    try:
        return Replay.of(parse_record(record))
    except RecordError as error:
        raise Refused(OTHER_ENGINE) from error
