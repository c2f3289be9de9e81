"""What a finished match leaves behind: its record and the rows made for queries."""

from __future__ import annotations

import json

from app.db.matches import FinishedMatch, Result
from app.rooms.state import RoomState
from engine.record import Record, digest
from engine.scoring import standing


def record_of(state: RoomState) -> Record:
    """Return the record of the room's match so far.

    Raises:
        LookupError: none has started.
    """
    match = state.running
    return Record(match.rules, match.players, match.seed, state.moves, digest(match))


def finished_match(state: RoomState, at: int) -> FinishedMatch:
    """Return what to keep of a match that has just ended.

    Raises:
        LookupError: none has started.
    """
    match = state.running
    return FinishedMatch(
        id=f"{state.code}-{state.match_number}",
        room=state.code,
        rules=json.dumps(match.rules.options()),
        record=str(record_of(state)),
        started_at=state.started_at,
        finished_at=at,
        results=[
            Result(seat, state.seats[seat].player, state.seats[seat].computer, total, place)
            for seat, total, place in standing(match.totals)
        ],
        penalties=match.penalties,
    )
